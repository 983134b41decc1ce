// SPDX-License-Identifier: GPL-3.0-or-later
// heddle-fuzz SEED [--count N] [--print] [--native] [--no-shrink]: random programs, judged by the oracle and by the engine.
// A program on which they disagree is made small and printed with the command that repeats it. The last line says how many passed.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unistd.h>

#include "base/check.h"
#include "compare.h"
#include "generator.h"
#include "native.h"
#include "shrink.h"
#include "workspace.h"

using namespace heddle;
using namespace heddle::fuzz;

namespace {

struct Arguments {
  uint64_t seed = 0, count = 1;
  bool print = false, native = false, shrink = true;
};

uint64_t current_seed = 0;

void on_crash(int signal) {
  char text[64];
  int n = std::snprintf(text, sizeof text, "heddle-fuzz: signal %d, seed %llu\n", signal, static_cast<unsigned long long>(current_seed));
  if (write(2, text, static_cast<size_t>(n)) < 0) _exit(5);
  _exit(4);
}

bool parse(int argc, char** argv, Arguments& a) {
  if (argc < 2) return false;
  char* end = nullptr;
  a.seed = std::strtoull(argv[1], &end, 10);
  if (*end) return false;
  for (int i = 2; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--count") && i + 1 < argc) a.count = std::strtoull(argv[++i], nullptr, 10);
    else if (!std::strcmp(argv[i], "--print")) a.print = true;
    else if (!std::strcmp(argv[i], "--native")) a.native = true;
    else if (!std::strcmp(argv[i], "--no-shrink")) a.shrink = false;
    else return false;
  }
  return true;
}

class Fuzzer {
 public:
  explicit Fuzzer(const Arguments& a) : arguments_(a) {}

  int run() {
    for (uint64_t i = 0; i < arguments_.count; ++i) {
      current_seed = arguments_.seed + i;
      Node program = Generator(current_seed).program();
      if (arguments_.print) std::fputs(print(program).c_str(), stdout);
      else if (one(program)) ++passed_;
      else ++failed_;
    }
    if (arguments_.print) return 0;
    summary();
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ ? 1 : 0;
  }

 private:
  std::vector<Disagreement> disagreements(const Node& program, oracle::Report& report) {
    Judgement j = judge(workspace_.load(print(program)));
    report = j.report;
    if (j.disagreements.empty() && j.report.complete && arguments_.native) return run_native(program, j.report, workspace_);
    return j.disagreements;
  }

  bool one(const Node& program) {
    oracle::Report report;
    try {
      auto found = disagreements(program, report);
      tally(report);
      if (found.empty()) return true;
      complain(program, found);
    } catch (const InputError& e) {
      std::printf("seed %llu: the front end refuses the program: %s\n", static_cast<unsigned long long>(current_seed), e.what());
    } catch (const InternalError& e) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(current_seed), e.what());
    }
    std::fflush(stdout);
    return false;
  }

  bool still(const Node& program, const Disagreement& wanted) {
    try {
      oracle::Report ignored;
      for (const Disagreement& d : disagreements(program, ignored))
        if (d.same_kind(wanted)) return true;
    } catch (const InputError&) {  // does not compile any more
    }
    return false;
  }

  void complain(const Node& program, const std::vector<Disagreement>& found) {
    std::printf("seed %llu:\n", static_cast<unsigned long long>(current_seed));
    for (const Disagreement& d : found)
      std::printf("  %s: oracle %s, engine %s (%s)\n", d.property.c_str(), d.oracle.c_str(), d.engine.c_str(), d.setting.c_str());
    Node small = arguments_.shrink ? shrink(program, [&](const Node& n) { return still(n, found[0]); }) : program;
    std::printf("---\n%s---\nrepeat with: heddle-fuzz %llu%s\n", print(small).c_str(), static_cast<unsigned long long>(current_seed),
                arguments_.native ? " --native" : "");
  }

  void tally(const oracle::Report& r) {
    if (!r.complete) ++too_large_;
    states_ += r.states;
    auto add = [&](const char* name, oracle::Answer a) { ++answers_[name][static_cast<int>(a)]; };
    add("unreach-call", r.unreach_call);
    add("no-data-race", r.no_data_race);
    add("no-deadlock", r.no_deadlock);
    add("termination (strong)", r.termination_strong);
    add("termination (weak)", r.termination_weak);
    add("valid-memsafety", r.valid_memsafety);
  }

  void summary() {
    if (arguments_.count < 2) return;
    std::printf("%-22s%8s%8s%8s\n", "oracle says", "true", "false", "unknown");
    for (auto& [name, n] : answers_) std::printf("%-22s%8d%8d%8d\n", name.c_str(), n[0], n[1], n[2]);
    std::printf("%llu states on average, %d programs too large to compare\n",
                static_cast<unsigned long long>(states_ / std::max<uint64_t>(1, arguments_.count)), too_large_);
  }

  Arguments arguments_;
  Workspace workspace_;
  int passed_ = 0, failed_ = 0, too_large_ = 0;
  uint64_t states_ = 0;
  std::map<std::string, std::array<int, 3>> answers_;
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(stderr, "usage: heddle-fuzz SEED [--count N] [--print] [--native] [--no-shrink]\n");
    return 3;
  }
  for (int s : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) std::signal(s, on_crash);
  return Fuzzer(arguments).run();
}
