// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/commands.h"

namespace heddle::options {

const std::vector<CommandInfo>& commands() {
  static const std::vector<CommandInfo> all = {
      {"check", Check, "[OPTIONS] FILE.c... [-- CLANG FLAGS]",
       "find data races, deadlocks and failed assertions in any interleaving, or prove that there are none", "c i yml"},
      {"replay", Replay, "[OPTIONS] RESULT.json", "run the real program into what check found, every time", "json"},
      {"certify", Certify, "[OPTIONS] RESULT.json",
       "check again what check has proven, by a judge that shares no code with the engines", "json"},
      {"schedule", Plan, "[OPTIONS] -o DIR FILE.c... [-- CLANG FLAGS]",
       "find schedules that are proven safe, one after the other", "c i"},
      {"sequentialize", Sequential, "[OPTIONS] FILE.c... [-- CLANG FLAGS]",
       "print a program without threads whose error is a livelock of the threads", "c i"},
      {"run", Run, "[OPTIONS] FILE.c... [-- ARGUMENTS]",
       "run the real program, free or held to a safe schedule, perhaps writing down what it does", "c i"},
      {"report", Report, "[OPTIONS] RESULT.json", "show a result again: as text, in the browser, for another tool",
       "json"},
      {"batch", Batch, "[OPTIONS] -o DIR TASK... [-- CLANG FLAGS]",
       "check many programs, here or on a cluster, and sum up what came out", "c i yml set json"},
      {"compare", Compare, "[OPTIONS] DIR1 DIR2", "say what changed from one batch to another", ""},
      {"init", 0, "", "write a heddle.toml for the project in this directory, with comments", ""},
      {"explain", 0, "[TOPIC]", "say what a property, or a reason of an unknown verdict, means and what to do next",
       ""},
      {"completion", 0, "bash|zsh|fish", "print the completion of commands and options for a shell", ""},
  };
  return all;
}

}  // namespace heddle::options
