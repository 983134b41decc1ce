// SPDX-License-Identifier: GPL-3.0-or-later
// gdb runs as a child that has the terminal; Ctrl-C is its business, not ours. Commands may also come through a pipe.
#include "debugger.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>

#include "base/check.h"
#include "replay/replay.h"

namespace heddle::tools {

namespace {

constexpr const char* kHint =
    "The program runs under gdb to where the violation is and stops there. Then, for example:\n"
    "  info threads              who is where\n"
    "  thread apply all bt       every thread's calls\n"
    "  thread N, up, print X     look around\n"
    "  kill, quit                leave\n";

// gdb counts the threads in the order in which they begin: main, the watchdog of the run-time, those that the program
// creates.
int number_in_gdb(int thread) { return thread == 0 ? 1 : thread + 2; }

std::vector<std::string> command(const std::string& executable, const trace::Violation& violation) {
  std::string run = "run";
  for (const std::string& a : replay::arguments_of(violation.trace)) run += " " + a;
  std::vector<std::string> words = {
      "gdb", "-q", "-iex", "set debuginfod enabled off", "-iex", "set python print-stack none"};
  std::vector<std::string> steps = {"set pagination off", "set confirm off", "set breakpoint pending on",
                                    "break heddle_failure_reached", run + " < /dev/null"};
  // The watchdog says that a loop without an event has no end. Shown is the thread in the loop.
  if (!violation.trace.script.spins.empty())
    steps.push_back("thread " + std::to_string(number_in_gdb(violation.trace.script.spins[0])));
  for (const std::string& s : steps) words.insert(words.end(), {"-ex", s});
  words.push_back(executable);
  return words;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

}  // namespace

bool debug(const std::string& executable, const trace::Violation& violation, unsigned loops) {
  replay::Exchange exchange(
      replay::schedule_file(violation.trace.script, {loops, true, true, replay::restarts(violation.trace)}));
  std::vector<std::string> words = command(executable, violation), variables = exchange.environment();
  std::vector<char*> argv, environment;
  for (std::string& w : words) argv.push_back(w.data());
  for (std::string& v : variables) environment.push_back(v.data());
  argv.push_back(nullptr);
  environment.push_back(nullptr);
  std::cerr << kHint << std::flush;
  signal(SIGINT, SIG_IGN);
  pid_t pid = fork();
  if (pid < 0) throw InputError(std::string("cannot start gdb: ") + std::strerror(errno));
  if (pid == 0) {
    signal(SIGINT, SIG_DFL);
    execvpe(argv[0], argv.data(), environment.data());
    _exit(127);
  }
  int status = wait_for(pid);
  signal(SIGINT, SIG_DFL);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    throw InputError("gdb cannot be run; install the Debian package gdb, or replay without --gdb");
  return exchange.status().outcome == HEDDLE_REPRODUCED;
}

}  // namespace heddle::tools
