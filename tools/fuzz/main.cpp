// SPDX-License-Identifier: GPL-3.0-or-later
// heddle-fuzz SEED [--count N] [--states N] [--print] [--native] [--replay] [--no-shrink] [--reasons] [--only ENGINE]
// [--loops]: random programs, judged by the oracle and by the engine. Programs of more than --states states are not
// compared: a small number gives many small programs in the same time. --reasons also tells why the engine of --only,
// or bmc-order, does not decide what it does not decide. --replay runs the engine alone, and every violation it finds
// is replayed on the real program; --only lasso replays every livelock that lasso finds. --loops: programs with loops
// that may go on for ever. A program on which they disagree is made small and printed with the command that repeats it.
// The last line says how many passed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "generator.h"
#include "isolate.h"
#include "native.h"
#include "reasons.h"
#include "replayed.h"
#include "shrink.h"

using namespace heddle;
using namespace heddle::fuzz;

namespace {

struct Arguments {
  uint64_t seed = 0, count = 1;
  bool print = false, native = false, replay = false, reasons = false, shrink = true;
};

bool parse(int argc, char** argv, Arguments& a) {
  if (argc < 2) return false;
  char* end = nullptr;
  a.seed = std::strtoull(argv[1], &end, 10);
  if (*end) return false;
  for (int i = 2; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--count") && i + 1 < argc)
      a.count = std::strtoull(argv[++i], nullptr, 10);
    else if (!std::strcmp(argv[i], "--states") && i + 1 < argc)
      most_states = std::strtoull(argv[++i], nullptr, 10);
    else if (!std::strcmp(argv[i], "--only") && i + 1 < argc)
      only_engine = argv[++i];
    else if (!std::strcmp(argv[i], "--loops"))
      prefer_loops = true;
    else if (!std::strcmp(argv[i], "--print"))
      a.print = true;
    else if (!std::strcmp(argv[i], "--native"))
      a.native = true;
    else if (!std::strcmp(argv[i], "--replay"))
      a.replay = true;
    else if (!std::strcmp(argv[i], "--reasons"))
      a.reasons = true;
    else if (!std::strcmp(argv[i], "--no-shrink"))
      a.shrink = false;
    else
      return false;
  }
  return true;
}

class Fuzzer {
 public:
  explicit Fuzzer(const Arguments& a) : arguments_(a) {}

  int run() {
    for (uint64_t i = 0; i < arguments_.count; ++i) {
      current_seed_ = arguments_.seed + i;
      Node program = Generator(current_seed_).program();
      if (arguments_.print)
        std::fputs(print(program).c_str(), stdout);
      else if (one(program))
        ++passed_;
      else
        ++failed_;
    }
    if (arguments_.print) return 0;
    summary();
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ ? 1 : 0;
  }

 private:
  Outcome outcome(const Node& program) {
    if (arguments_.replay) return replayed(program);
    Outcome out = judge_isolated(workspace_, print(program));
    Judgement& j = out.judgement;
    if (j.disagreements.empty() && j.report.complete && arguments_.native)
      j.disagreements = run_native(program, j.report, workspace_);
    return out;
  }

  Outcome replayed(const Node& program) {
    Replayed r = replay_all(print(program), workspace_);
    Outcome out;
    out.judgement.disagreements = r.disagreements;
    last_replayed_ = r;
    return out;
  }

  bool one(const Node& program) {
    Outcome out = outcome(program);
    with_violation_ += last_replayed_.violations > 0;
    violations_ += last_replayed_.violations;
    cannot_ += last_replayed_.cannot;
    if (!arguments_.replay) tally(out.judgement.report);
    reasons_.add(out.judgement);
    const Judgement::Livelocks& l = out.judgement.livelocks;
    with_livelock_ += l.explore > 0;
    livelocks_.explore += l.explore;
    livelocks_.lasso += l.lasso;
    livelocks_.replayed += l.replayed;
    livelocks_.cannot += l.cannot;
    livelocks_.formulas += l.formulas;
    reads_a_lock_ += out.judgement.reads_a_lock;
    for (const std::string& why : out.judgement.why_cannot)
      std::printf("seed %llu: a livelock cannot be led to: %s\n", static_cast<unsigned long long>(current_seed_),
                  why.c_str());
    if (!out.refused.empty())
      std::printf("seed %llu: the front end refuses the program: %s\n", static_cast<unsigned long long>(current_seed_),
                  out.refused.c_str());
    if (!out.judgement.disagreements.empty()) complain(program, out.judgement.disagreements);
    std::fflush(stdout);
    return out.refused.empty() && out.judgement.disagreements.empty();
  }

  bool still(const Node& program, const Disagreement& wanted) {
    for (const Disagreement& d : outcome(program).judgement.disagreements)
      if (d.same_kind(wanted)) return true;
    return false;
  }

  void complain(const Node& program, const std::vector<Disagreement>& found) {
    std::printf("seed %llu:\n", static_cast<unsigned long long>(current_seed_));
    for (const Disagreement& d : found)
      std::printf("  %s: oracle %s, engine %s (%s)\n", d.property.c_str(), d.oracle.c_str(), d.engine.c_str(),
                  d.setting.c_str());
    Node small = arguments_.shrink ? shrink(program, [&](const Node& n) { return still(n, found[0]); }) : program;
    std::string options = arguments_.native ? " --native" : arguments_.replay ? " --replay" : "";
    if (prefer_loops) options += " --loops";
    if (!only_engine.empty()) options += " --only " + only_engine;
    std::printf("---\n%s---\nrepeat with: heddle-fuzz %llu%s\n", print(small).c_str(),
                static_cast<unsigned long long>(current_seed_), options.c_str());
  }

  void tally(const oracle::Report& r) {
    if (!r.complete) ++too_large_;
    states_.push_back(r.states);
    auto add = [&](const char* name, oracle::Answer a) { ++answers_[name][static_cast<int>(a)]; };
    add("unreach-call", r.unreach_call);
    add("no-data-race", r.no_data_race);
    add("no-deadlock", r.no_deadlock);
    add("termination (strong)", r.termination_strong);
    add("termination (weak)", r.termination_weak);
    add("valid-memsafety", r.valid_memsafety);
  }

  void summary() {
    if (arguments_.replay)
      std::printf("%u programs with a violation, %u violations, %u of them cannot be led to\n", with_violation_,
                  violations_, cannot_);
    if (only_engine == "lasso")
      std::printf(
          "%u programs with a livelock; explore says false %u times, strong and weak, and lasso %u of these "
          "times (formulas, strong, where walks find one, too: %u); %u livelocks replayed, %u cannot be led to\n",
          with_livelock_, livelocks_.explore, livelocks_.lasso, livelocks_.formulas, livelocks_.replayed,
          livelocks_.cannot);
    if (reads_a_lock_) std::printf("%u programs read a lock as memory, of which explore says nothing\n", reads_a_lock_);
    if (arguments_.reasons && !arguments_.replay) reasons_.print();
    if (arguments_.count < 2 || arguments_.replay) return;
    std::printf("%-22s%8s%8s%8s\n", "oracle says", "true", "false", "unknown");
    for (auto& [name, n] : answers_) std::printf("%-22s%8d%8d%8d\n", name.c_str(), n[0], n[1], n[2]);
    std::sort(states_.begin(), states_.end());
    auto part = [&](size_t tenths) { return static_cast<unsigned long long>(states_[states_.size() * tenths / 10]); };
    std::printf("states: half of the programs have %llu or more, a tenth %llu or more; %d are too large to compare\n",
                part(5), part(9), too_large_);
  }

  Arguments arguments_;
  uint64_t current_seed_ = 0;
  Workspace workspace_;
  Replayed last_replayed_;
  Reasons reasons_;
  Judgement::Livelocks livelocks_;  // of all programs
  unsigned with_livelock_ = 0, reads_a_lock_ = 0;
  unsigned with_violation_ = 0, violations_ = 0, cannot_ = 0;
  int passed_ = 0, failed_ = 0, too_large_ = 0;
  std::vector<uint64_t> states_;
  std::map<std::string, std::array<int, 3>> answers_;
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(
        stderr,
        "usage: heddle-fuzz SEED [--count N] [--states N] [--print] [--native] [--replay] [--no-shrink] [--reasons] "
        "[--only ENGINE] [--loops]\n");
    return 3;
  }
  return Fuzzer(arguments).run();
}
