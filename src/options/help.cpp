// SPDX-License-Identifier: GPL-3.0-or-later
// --help and docs/options.md, both written from the table of options and from one page for each command.
#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/check.h"
#include "options/commands.h"
#include "options/options.h"
#include "options/table.h"

namespace heddle::options {

namespace {

constexpr size_t kColumn = 26, kWidth = 100;

std::string spelling(const Row& r) {
  std::string out;
  for (std::string name : split(r.names, ',')) {
    if (name.starts_with("!")) name.erase(0, 1);
    out += (out.empty() ? "" : ", ") + name;
  }
  return r.metavar.empty() ? out : out + " " + r.metavar;
}

std::string meaning(const Row& r) {
  std::string help = r.help;
  if (!r.default_text.empty() && r.kind != Kind::Switch) help += " Default: " + r.default_text + ".";
  return help;
}

// The option on the left, its meaning in a column on the right.
void write_entry(std::ostream& out, const Row& r) {
  std::string line = "  " + spelling(r);
  if (line.size() + 2 > kColumn) {
    out << line << "\n";
    line.clear();
  }
  line.resize(kColumn, ' ');
  std::istringstream words(meaning(r));
  bool fresh = true;
  for (std::string word; words >> word; fresh = false) {
    if (!fresh && line.size() + 1 + word.size() > kWidth) {
      out << line << "\n";
      line.assign(kColumn, ' ');
      fresh = true;
    }
    line += (fresh ? "" : " ") + word;
  }
  out << line << "\n";
}

std::vector<Row> rows_of(Command command, Level level) {
  std::vector<Row> out;
  for (const Row& r : table(command))
    if (r.level == level) out.push_back(r);
  return out;
}

std::string in_table(std::string text) {
  for (size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, 1, '\\');
  return text;
}

// What stands above the options of this level; the common ones come first and have no heading.
const char* heading(Level level) {
  switch (level) {
    case Level::Common: return "";
    case Level::Regular: return "Less common:\n";
    case Level::Expert: return "For experts:\n";
  }
  return "";
}

constexpr Level kLevels[] = {Level::Common, Level::Regular, Level::Expert};

struct Page {
  Command command;
  const char* about;     // usage, what it does, exit codes
  const char* examples;  // a line each
  const char* behind;    // in the document: what becomes of the words behind `--`; may be empty
};

const Page kPages[] = {
    {Check,
     R"(Usage: heddle check [OPTIONS] FILE.c... [-- CLANG FLAGS]
       heddle check [OPTIONS] TASK.yml

Looks for data races, deadlocks and failing assertions in all interleavings of a C program.

Exit code: 0 all properties hold, 1 one is violated, 2 unknown, 3 bad input or usage, 4 internal error.
)",
     R"(  heddle check bank.c
  heddle check --property termination --time-limit 60s philosophers.c
  heddle check --format json -I include main.c worker.c -- -std=gnu11
)",
     "Everything after `--` goes to clang unchanged."},
    {Replay,
     R"(Usage: heddle replay [OPTIONS] RESULT.json

Runs the real, compiled program into the violations of a result (heddle check -o RESULT.json), every time, or repeats a
run that was written down (heddle run --record RESULT.json).

Exit code: 0 every run came out as foretold, 1 one did not, 3 bad input or usage, 4 internal error.
)",
     R"(  heddle replay result.json
  heddle replay --times 20 --format json result.json
  heddle replay --violation 2 --gdb result.json
)",
     ""},
    {Certify,
     R"(Usage: heddle certify [OPTIONS] RESULT.json

Checks every `true` of a result (heddle check -o RESULT.json) again, by a judge that shares no code with the engines.
A safe schedule of heddle schedule is checked in the same way. The judge of a `false` is `heddle replay`.

Exit code: 0 certified, 1 refused (the output says which obligation fails, and where), 2 cannot be checked (the output
says why), 3 bad input or usage, 4 internal error.
)",
     R"(  heddle check -o result.json bank.c; heddle certify result.json
  heddle certify --time-limit 60s --format json result.json
  heddle check --certify bank.c       both at once
)",
     ""},
    {Plan,
     R"(Usage: heddle schedule [OPTIONS] -o DIR FILE.c... [-- CLANG FLAGS]

Finds schedules that are proven safe: whatever the inputs are, no assertion fails, somebody can always go on, and no
thread is left out for ever. They are written to DIR one by one, and so are violations on the way.

Exit code: 0 safe (under all schedules), 1 partially-safe or unsafe, 2 unknown (what was found is in DIR), 3 bad input
or usage, 4 internal error.
)",
     R"(  heddle schedule -o safe server.c            all schedules, one after the other
  heddle schedule --first -o safe server.c    only the first one
  heddle schedule --dot -o safe server.c -- -DSIZE=5
)",
     ""},
    {Sequential,
     R"(Usage: heddle sequentialize [OPTIONS] FILE.c... [-- CLANG FLAGS]

Prints a C program without threads that calls reach_error() exactly when the given program has a fair execution that
never ends: some rounds in which the threads take turns, and then rounds that are repeated. Any verifier of sequential C
can look for that; `heddle check --engine lasso --property termination` does it all at once.
)",
     R"(  heddle sequentialize -o one.c polite.c; heddle check --property unreach-call --unwind 3 one.c
  heddle sequentialize --stem 1 --loop 2 polite.c
)",
     ""},
    {Run,
     R"(Usage: heddle run [OPTIONS] FILE.c... [-- ARGUMENTS OF THE PROGRAM]

Compiles the program as `heddle replay` does and runs it, with its own input, output and exit code (128 + n for
signal n). 3 and 4 may also mean: bad input or usage, internal error; the message says so.

With --schedule, the program is held to a schedule that is proven safe: heddle run --schedule IVR.json [-- ARGUMENTS]
)",
     R"(  heddle run server.c -- --port 80
  heddle run --record run.json --stop-after 10s server.c, then: heddle replay run.json
  heddle run --schedule safe/ivr-001.json -- --port 80
)",
     "Everything after `--` goes to the program."},
    {Report,
     R"(Usage: heddle report [OPTIONS] RESULT.json

Shows a result (heddle check -o RESULT.json) or a safe schedule (heddle schedule) again: as text, in the
browser, or in the format of another tool.

Exit code: 0 the report was written, whatever the verdict is, 3 bad input or usage, 4 internal error.
)",
     R"(  heddle report result.json                  the text, as after the check
  heddle report -o bug.html result.json      a page for the browser; also of a schedule
  heddle report -o result.sarif result.json  for editors and code scanning
  heddle report --witness yaml result.json   for the validators of SV-COMP
)",
     ""},
    {Batch,
     R"(Usage: heddle batch [OPTIONS] -o DIR TASK... [-- CLANG FLAGS]

Checks many programs, several at a time, and sums up what came out. A task is a C file, an SV-COMP task
definition (.yml), or one of those that a set (.set, names with wildcards, one a line) or a list (.json) names.
The same command again goes on where an interrupted batch stopped.

Exit code: 0 every task has its result and none is wrong, 1 a verdict is not as expected, or a property is
violated and nothing was expected, 2 not all tasks have a result, 3 bad input or usage, 4 internal error.
)",
     R"(  heddle batch -o tonight --time-limit 5m src/*.c
  heddle batch -o results --property no-data-race --jobs 4 ConcurrencySafety.set
  heddle batch -o results --slurm --slurm-options "--partition=long" tasks.json
  heddle compare results-before results
)",
     "Everything after `--` goes to clang, for each task."},
    {Compare,
     R"(Usage: heddle compare [OPTIONS] DIR1 DIR2

Says what changed from the first batch to the second: verdicts that are wrong now, won, lost, faster, slower.

Exit code: 0 nothing became wrong, 1 something did, 3 bad input or usage, 4 internal error.
)",
     R"(  heddle compare before after
  heddle compare -o both.html --percent 50 explore bmc-order
)",
     ""},
};

}  // namespace

std::string help(Command command) {
  const Page* page =
      std::find_if(std::begin(kPages), std::end(kPages), [&](const Page& p) { return p.command == command; });
  HEDDLE_CHECK(page != std::end(kPages)) << text(command);
  std::ostringstream out;
  out << page->about;
  for (Level level : kLevels) {
    const std::vector<Row> rows = rows_of(command, level);
    if (!rows.empty()) out << "\n" << heading(level);
    for (const Row& r : rows) write_entry(out, r);
  }
  out << "\nExamples:\n" << page->examples;
  return out.str();
}

std::string options_document() {
  std::ostringstream out;
  out << R"(# Options

Written by `heddle --dump-options-doc` from `src/options/options.def`; a test compares the two.

Times are written `500ms`, `60s`, `2m`, `1h`; sizes `512M`, `4G`. An SV-COMP task definition (`.yml`) may stand in place
of the C files.

)";
  for (const Page& page : kPages) {
    out << "## heddle " << text(page.command) << "\n\n";
    if (*page.behind) out << page.behind << "\n\n";
    for (Level level : kLevels) {
      const std::vector<Row> rows = rows_of(page.command, level);
      if (rows.empty()) continue;
      if (*heading(level)) out << heading(level) << "\n";
      out << "| option | meaning |\n|---|---|\n";
      for (const Row& r : rows) out << "| `" << in_table(spelling(r)) << "` | " << in_table(meaning(r)) << " |\n";
      out << "\n";
    }
  }
  return out.str();
}

}  // namespace heddle::options
