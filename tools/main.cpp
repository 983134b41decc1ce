// SPDX-License-Identifier: GPL-3.0-or-later
// heddle: chooses the subcommand, and turns what it throws into a message and an exit code. Nothing below calls exit.
#include <algorithm>
#include <exception>
#include <iostream>

#include "base/check.h"
#include "base/file_names.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "options/commands.h"
#include "base/nearest.h"
#include "options/options.h"
#include "output.h"
#include "version.h"

namespace heddle::tools {

namespace {

constexpr const char* kHelp =
    "heddle " HEDDLE_VERSION
    " - checks multithreaded C programs\n\n"
    "Usage: heddle COMMAND [OPTIONS] ...\n\n"
    "  check FILE.c...      find data races, deadlocks and failed assertions in any interleaving, or prove there are "
    "none\n"
    "  replay RESULT.json   run the real program into what check found, every time; --gdb stops there\n"
    "  certify RESULT.json  check again what check has proven, by a judge that shares no code with the engines\n"
    "  schedule FILE.c...   find schedules that are proven safe, one after the other\n"
    "  sequentialize FILE.c...  print a program without threads whose error is a livelock of the threads\n"
    "  run FILE.c...        run the real program, perhaps writing down what it does\n"
    "  report RESULT.json   show a result again: as text, in the browser, for another tool\n"
    "  batch TASK... -o DIR check many programs, here or on a cluster, and sum up what came out\n"
    "  compare DIR1 DIR2    what changed from one batch to another\n"
    "  init                 write a heddle.toml for the project in this directory\n"
    "  explain TOPIC        what a property, or a reason of `unknown`, means and what to do next\n"
    "  completion SHELL     completion of commands and options for bash, zsh or fish\n\n"
    "  heddle help WORD     about a command (the same as heddle check --help) or a topic (heddle explain)\n"
    "  heddle --version     print the version\n\n"
    "Examples:\n"
    "  heddle check bank.c                                 races, deadlocks, failed assertions\n"
    "  heddle check --property termination polite.c        fair executions that never end\n"
    "  heddle check --format json bank.c                   one JSON object on standard output\n"
    "  heddle check -I include main.c worker.c -- -std=gnu11\n"
    "  heddle check -o result.json bank.c; heddle replay result.json\n\n"
    "Exit code: 0 all properties hold, 1 one is violated, 2 unknown, 3 bad input or usage, 4 internal error.\n";

int dispatch(const std::vector<std::string>& words);

// heddle help check, heddle help data-race
int help(const std::vector<std::string>& about) {
  for (const options::CommandInfo& c : options::commands())
    if (about[0] == c.name && c.command) return dispatch({about[0], "--help"});
  return about[0] == "explain" ? explain({}) : explain(about);
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const options::CommandInfo& c : options::commands()) names.push_back(c.name);
  return names;
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty()) throw InputError("no command given; try `heddle check program.c` or `heddle --help`");
  const std::string& command = words.front();
  std::vector<std::string> args(words.begin() + 1, words.end());
  if (command == "check") return check(args);
  if (command == "replay") return replay(args);
  if (command == "run") return run(args);
  if (command == "certify") return certify(args);
  if (command == "schedule") return schedule(args);
  if (command == "sequentialize") return sequentialize(args);
  if (command == "report") return report(args);
  if (command == "batch") return batch(args);
  if (command == "--batch-worker") return batch_worker(args);
  if (command == "--engine-worker") return engine_worker(args);
  if (command == "compare") return compare(args);
  if (command == "init") return init(args);
  if (command == "explain") return explain(args);
  if (command == "completion" && args.size() != 1)
    throw InputError("for which shell? Give one: heddle completion bash, zsh or fish");
  if (command == "help" && !args.empty()) return help(args);
  if (command == "--version")
    std::cout << HEDDLE_VERSION << "\n";
  else if (command == "--help" || command == "-h" || command == "help")
    std::cout << kHelp;
  else if (command == "--dump-options-doc")
    std::cout << options::options_document();
  else if (command == "--dump-man")
    std::cout << options::manual();
  else if (command == "completion")
    std::cout << options::completion(args[0]);
  else if (command.ends_with(".c") || command.ends_with(".i") || command.ends_with(".yml"))
    throw InputError("unknown command `" + command + "`; to check a program: heddle check " + command);
  else
    throw InputError("unknown command `" + command + "`" + base::did_you_mean(command, names_of_commands()) +
                     "; available: check, replay, certify, schedule, sequentialize, run, report, batch, compare, init, "
                     "explain, completion "
                     "(see `heddle --help`)");
  return driver::kTrue;
}

int report_internal_error(const char* what, int argc, char** argv) {
  std::cerr << "heddle: internal error: " << what << "\n"
            << "This is a defect of Heddle, not of your program; nothing is claimed about it.\n"
            << "version: " HEDDLE_VERSION "\nto see it again: " << typed({argv + std::min(argc, 1), argv + argc})
            << "\n";
  return driver::kInternalError;
}

}  // namespace

std::string typed(const std::vector<std::string>& words) {
  std::string line = "heddle";
  for (std::string word : words) {
    bool plain = !word.empty() &&
                 word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,+:@%") ==
                     std::string::npos;
    for (size_t q = 0; !plain && (q = word.find('\'', q)) != std::string::npos; q += 4) word.replace(q, 1, "'\\''");
    line += plain ? " " + word : " '" + word + "'";
  }
  return line;
}

}  // namespace heddle::tools

int main(int argc, char** argv) {
  using namespace heddle;
  tools::guard_standard_streams();
  try {
    int code = tools::dispatch({argv + std::min(argc, 1), argv + argc});
    return tools::finish_standard_output() ? code : driver::kBadInput;
  } catch (const InputError& e) {
    std::cerr << "heddle: " << base::printable(e.what()) << "\n";
    return driver::kBadInput;
  } catch (const std::exception& e) {
    return tools::report_internal_error(e.what(), argc, argv);
  }
}
