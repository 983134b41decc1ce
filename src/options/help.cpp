// SPDX-License-Identifier: GPL-3.0-or-later
// --help and docs/options.md, both written from the table.
#include <sstream>

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

void write_level(std::ostream& out, Command command, Level level) {
  for (const Row& r : table(command))
    if (r.level == level) write_entry(out, r);
}

std::string in_table(std::string text) {
  for (size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, 1, '\\');
  return text;
}

void write_rows(std::ostream& out, Command command, Level level) {
  out << "| option | meaning |\n|---|---|\n";
  for (const Row& r : table(command))
    if (r.level == level) out << "| `" << in_table(spelling(r)) << "` | " << in_table(meaning(r)) << " |\n";
  out << "\n";
}

}  // namespace

std::string check_help() {
  std::ostringstream out;
  out << "Usage: heddle check [OPTIONS] FILE.c... [-- CLANG FLAGS]\n"
         "       heddle check [OPTIONS] TASK.yml\n\n"
         "Looks for data races, deadlocks and failing assertions in all interleavings of a C program.\n\n"
         "Exit code: 0 all properties hold, 1 one is violated, 2 unknown, 3 bad input or usage, 4 internal error.\n\n";
  write_level(out, Check, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Check, Level::Regular);
  out << "\nFor experts:\n";
  write_level(out, Check, Level::Expert);
  out << "\nExamples:\n"
         "  heddle check bank.c\n"
         "  heddle check --property termination --time-limit 60s philosophers.c\n"
         "  heddle check --format json -I include main.c worker.c -- -std=gnu11\n";
  return out.str();
}

std::string replay_help() {
  std::ostringstream out;
  out << "Usage: heddle replay [OPTIONS] RESULT.json\n\n"
         "Runs the real, compiled program into the violations of a result (heddle check -o RESULT.json), every time, "
         "or repeats a\n"
         "run that was written down (heddle run --record RESULT.json).\n\n"
         "Exit code: 0 every run came out as foretold, 1 one did not, 3 bad input or usage, 4 internal error.\n\n";
  write_level(out, Replay, Level::Common);
  out << "\nExamples:\n"
         "  heddle replay result.json\n"
         "  heddle replay --times 20 --format json result.json\n"
         "  heddle replay --violation 2 --gdb result.json\n";
  return out.str();
}

std::string certify_help() {
  std::ostringstream out;
  out << "Usage: heddle certify [OPTIONS] RESULT.json\n\n"
         "Checks every `true` of a result (heddle check -o RESULT.json) again, by a judge that shares no code with the "
         "engines.\n"
         "A safe schedule of heddle schedule is checked in the same way. The judge of a `false` is `heddle replay`.\n\n"
         "Exit code: 0 certified, 1 refused (the output says which obligation fails, and where), 2 cannot be checked "
         "(the output\n"
         "says why), 3 bad input or usage, 4 internal error.\n\n";
  write_level(out, Certify, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Certify, Level::Regular);
  out << "\nExamples:\n"
         "  heddle check -o result.json bank.c; heddle certify result.json\n"
         "  heddle certify --time-limit 60s --format json result.json\n"
         "  heddle check --certify bank.c       both at once\n";
  return out.str();
}

std::string schedule_help() {
  std::ostringstream out;
  out << "Usage: heddle schedule [OPTIONS] -o DIR FILE.c... [-- CLANG FLAGS]\n\n"
         "Finds schedules that are proven safe: whatever the inputs are, no assertion fails, somebody can always go "
         "on, "
         "and no\n"
         "thread is left out for ever. They are written to DIR one by one, and so are violations on the way.\n\n"
         "Exit code: 0 safe (under all schedules), 1 partially-safe or unsafe, 2 unknown (what was found is in DIR), 3 "
         "bad input\n"
         "or usage, 4 internal error.\n\n";
  write_level(out, Plan, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Plan, Level::Regular);
  out << "\nExamples:\n"
         "  heddle schedule -o safe server.c            all schedules, one after the other\n"
         "  heddle schedule --first -o safe server.c    only the first one\n"
         "  heddle schedule --dot -o safe server.c -- -DSIZE=5\n";
  return out.str();
}

std::string sequentialize_help() {
  std::ostringstream out;
  out << "Usage: heddle sequentialize [OPTIONS] FILE.c... [-- CLANG FLAGS]\n\n"
         "Prints a C program without threads that calls reach_error() exactly when the given program has a fair "
         "execution that\n"
         "never ends: some rounds in which the threads take turns, and then rounds that are repeated. Any verifier of "
         "sequential C\n"
         "can look for that; `heddle check --engine lasso --property termination` does it all at once.\n\n";
  write_level(out, Sequential, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Sequential, Level::Regular);
  out << "\nExamples:\n"
         "  heddle sequentialize -o one.c polite.c; heddle check --property unreach-call --unwind 3 one.c\n"
         "  heddle sequentialize --stem 1 --loop 2 polite.c\n";
  return out.str();
}

std::string run_help() {
  std::ostringstream out;
  out << "Usage: heddle run [OPTIONS] FILE.c... [-- ARGUMENTS OF THE PROGRAM]\n\n"
         "Compiles the program as `heddle replay` does and runs it, with its own input, output and exit code (128 + n "
         "for\n"
         "signal n). 3 and 4 may also mean: bad input or usage, internal error; the message says so.\n\n"
         "With --schedule, the program is held to a schedule that is proven safe: heddle run --schedule IVR.json [-- "
         "ARGUMENTS]\n\n";
  write_level(out, Run, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Run, Level::Regular);
  out << "\nExamples:\n"
         "  heddle run server.c -- --port 80\n"
         "  heddle run --record run.json --stop-after 10s server.c, then: heddle replay run.json\n"
         "  heddle run --schedule safe/ivr-001.json -- --port 80\n";
  return out.str();
}

std::string report_help() {
  std::ostringstream out;
  out << "Usage: heddle report [OPTIONS] RESULT.json\n\n"
         "Shows a result (heddle check -o RESULT.json) or a safe schedule (heddle schedule) again: as text, in the\n"
         "browser, or in the format of another tool.\n\n"
         "Exit code: 0 the report was written, whatever the verdict is, 3 bad input or usage, 4 internal error.\n\n";
  write_level(out, Report, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Report, Level::Regular);
  out << "\nExamples:\n"
         "  heddle report result.json                  the text, as after the check\n"
         "  heddle report -o bug.html result.json      a page for the browser; also of a schedule\n"
         "  heddle report -o result.sarif result.json  for editors and code scanning\n"
         "  heddle report --witness yaml result.json   for the validators of SV-COMP\n";
  return out.str();
}

std::string batch_help() {
  std::ostringstream out;
  out << "Usage: heddle batch [OPTIONS] -o DIR TASK... [-- CLANG FLAGS]\n\n"
         "Checks many programs, several at a time, and sums up what came out. A task is a C file, an SV-COMP task\n"
         "definition (.yml), or one of those that a set (.set, names with wildcards, one a line) or a list (.json) "
         "names.\n"
         "The same command again goes on where an interrupted batch stopped.\n\n"
         "Exit code: 0 every task has its result and none is wrong, 1 a verdict is not as expected, or a property is\n"
         "violated and nothing was expected, 2 not all tasks have a result, 3 bad input or usage, 4 internal "
         "error.\n\n";
  write_level(out, Batch, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Batch, Level::Regular);
  out << "\nFor experts:\n";
  write_level(out, Batch, Level::Expert);
  out << "\nExamples:\n"
         "  heddle batch -o tonight --time-limit 5m src/*.c\n"
         "  heddle batch -o results --property no-data-race --jobs 4 ConcurrencySafety.set\n"
         "  heddle batch -o results --slurm --slurm-options \"--partition=long\" tasks.json\n"
         "  heddle compare results-before results\n";
  return out.str();
}

std::string compare_help() {
  std::ostringstream out;
  out << "Usage: heddle compare [OPTIONS] DIR1 DIR2\n\n"
         "Says what changed from the first batch to the second: verdicts that are wrong now, won, lost, faster, "
         "slower.\n\n"
         "Exit code: 0 nothing became wrong, 1 something did, 3 bad input or usage, 4 internal error.\n\n";
  write_level(out, Compare, Level::Common);
  out << "\nLess common:\n";
  write_level(out, Compare, Level::Regular);
  out << "\nExamples:\n"
         "  heddle compare before after\n"
         "  heddle compare -o both.html --percent 50 explore bmc-order\n";
  return out.str();
}

std::string options_document() {
  std::ostringstream out;
  out << "# Options\n\n"
         "Written by `heddle --dump-options-doc` from `src/options/options.def`; a test compares the two.\n\n"
         "Times are written `500ms`, `60s`, `2m`, `1h`; sizes `512M`, `4G`. An SV-COMP task definition (`.yml`) may "
         "stand in place\n"
         "of the C files.\n\n"
         "## heddle check\n\n"
         "Everything after `--` goes to clang unchanged.\n\n";
  write_rows(out, Check, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Check, Level::Regular);
  out << "For experts:\n\n";
  write_rows(out, Check, Level::Expert);
  out << "## heddle replay\n\n";
  write_rows(out, Replay, Level::Common);
  out << "## heddle certify\n\n";
  write_rows(out, Certify, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Certify, Level::Regular);
  out << "## heddle schedule\n\n";
  write_rows(out, Plan, Level::Common);
  write_rows(out, Plan, Level::Regular);
  out << "## heddle sequentialize\n\n";
  write_rows(out, Sequential, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Sequential, Level::Regular);
  out << "## heddle run\n\n"
         "Everything after `--` goes to the program.\n\n";
  write_rows(out, Run, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Run, Level::Regular);
  out << "## heddle report\n\n";
  write_rows(out, Report, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Report, Level::Regular);
  out << "## heddle batch\n\n"
         "Everything after `--` goes to clang, for each task.\n\n";
  write_rows(out, Batch, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Batch, Level::Regular);
  out << "For experts:\n\n";
  write_rows(out, Batch, Level::Expert);
  out << "## heddle compare\n\n";
  write_rows(out, Compare, Level::Common);
  out << "Less common:\n\n";
  write_rows(out, Compare, Level::Regular);
  return out.str();
}

}  // namespace heddle::options
