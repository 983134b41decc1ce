// SPDX-License-Identifier: GPL-3.0-or-later
// The program is compiled with a random delay in front of every statement and run several times. An assertion that
// fails, a race that ThreadSanitizer reports and a run that hangs must each be something that the verdicts allow. The
// verdicts are the oracle's; an engine that disagrees with them has been reported already. A run that does not finish
// in time is taken for a hang: it contradicts only when both deadlock and endless execution were excluded, and not
// under ThreadSanitizer, whose own thread keeps a process alive after main has called pthread_exit.
#include "native.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace heddle::fuzz {

using oracle::Answer;

namespace {

constexpr const char* kHarness = R"(
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static _Thread_local unsigned heddle_seed;
static unsigned heddle_random(void) {
  if (!heddle_seed) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    heddle_seed = (unsigned)t.tv_nsec ^ (unsigned)(unsigned long)&heddle_seed;
  }
  return heddle_seed = heddle_seed * 1103515245u + 12345u, heddle_seed >> 16;
}
void heddle_perturb(void) { if (heddle_random() % 3 == 0) usleep(heddle_random() % 300); }
_Bool __VERIFIER_nondet_bool(void) { return heddle_random() & 1; }
void __VERIFIER_assume(int c) { if (!c) _exit(0); }
void reach_error(void) { fprintf(stderr, "reach_error Assertion\n"); abort(); }
)";

constexpr int kRuns = 6, kSeconds = 3;

struct Run {
  bool failed = false, race = false, hang = false;
};

Run run_once(const Workspace& w, const std::string& binary) {
  std::string log = w.path("log");
  std::string command = "timeout -s KILL " + std::to_string(kSeconds) + " " + w.path(binary) + " >" + log + " 2>&1";
  int status = std::system(command.c_str());
  std::ostringstream text;
  text << std::ifstream(log).rdbuf();
  Run r;
  r.failed = text.str().find("Assertion") != std::string::npos;
  r.race = text.str().find("ThreadSanitizer: data race") != std::string::npos;
  r.hang = WIFEXITED(status) && WEXITSTATUS(status) == 137;
  return r;
}

bool compile(const Workspace& w, const std::string& binary, const std::string& flags) {
  std::string files = w.path("native.c") + " " + w.path("harness.c");
  return std::system(
             ("clang-19 -w -O1 -g -pthread " + flags + " -o " + w.path(binary) + " " + files + " >/dev/null 2>&1")
                 .c_str()) == 0;
}

}  // namespace

std::vector<Statement> run_native(const Node& program, const oracle::Report& report, const Workspace& w) {
  if (print(program).find("__VERIFIER_atomic_begin();") != std::string::npos) return {};
  w.write("native.c", "extern void heddle_perturb(void);\n" + print(program, "heddle_perturb();"));
  w.write("harness.c", kHarness);
  bool fences = print(program).find("_thread_fence(") != std::string::npos;  // ThreadSanitizer does not know them
  bool ends = report.no_deadlock == Answer::True && report.termination_strong == Answer::True;
  std::vector<Statement> out;
  for (const char* flags : {"", "-fsanitize=thread"}) {
    if (!compile(w, "native", flags)) return {{"", flags, "native", "compiles", "clang refuses", "", true}};
    for (int i = 0; i < kRuns; ++i) {
      Run r = run_once(w, "native");
      if (r.failed && report.unreach_call == Answer::True)
        out.push_back({"", flags, "unreach-call", "true", "native run fails", "", true});
      if (r.race && !fences && report.no_data_race == Answer::True)
        out.push_back({"", flags, "no-data-race", "true", "native race report", "", true});
      if (r.hang && ends && !*flags) out.push_back({"", flags, "no-deadlock", "true", "native run hangs", "", true});
      if (!out.empty()) return out;
      if (r.hang) break;
    }
  }
  return out;
}

}  // namespace heddle::fuzz
