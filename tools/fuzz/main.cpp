// SPDX-License-Identifier: GPL-3.0-or-later
// heddle-fuzz SEED [--count N] [--states N] [--patience X] [--engines LIST] [--loops] [--loose] [--teams] [--print]
// [--native] [--no-shrink] [--reasons]: random programs. Each is compiled once, enumerated once by the oracle, then
// every engine of the list is compared with that one report (contestants.h). Programs of more than --states states are
// not compared: a small number gives many small programs in the same time. --patience: that part of their limits for
// engines that need not decide. --loops: programs with loops that may go on for ever; --loose: threads that share
// little; --teams: threads started in loops. --reasons also tells why engines do not decide what they do not decide. A
// program on which they disagree is made small and printed with the command that repeats it. Ctrl-C ends the run with
// the tables of what was done. The last line says how many passed.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "generator.h"
#include "isolate.h"
#include "native.h"
#include "shrink.h"
#include "tally.h"

using namespace heddle;
using namespace heddle::fuzz;

namespace {

struct Arguments {
  uint64_t seed = 0, count = 1;
  std::string engines = "all";
  bool print = false, native = false, reasons = false, shrink = true;
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
    else if (!std::strcmp(argv[i], "--patience") && i + 1 < argc)
      patience = std::strtod(argv[++i], nullptr);
    else if (!std::strcmp(argv[i], "--engines") && i + 1 < argc)
      a.engines = argv[++i];
    else if (!std::strcmp(argv[i], "--loops"))
      prefer_loops = true;
    else if (!std::strcmp(argv[i], "--loose"))
      prefer_loose = true;
    else if (!std::strcmp(argv[i], "--teams"))
      prefer_teams = true;
    else if (!std::strcmp(argv[i], "--print"))
      a.print = true;
    else if (!std::strcmp(argv[i], "--native"))
      a.native = true;
    else if (!std::strcmp(argv[i], "--reasons"))
      a.reasons = true;
    else if (!std::strcmp(argv[i], "--no-shrink"))
      a.shrink = false;
    else
      return false;
  }
  return true;
}

volatile std::sig_atomic_t asked_to_end = 0;

class Fuzzer {
 public:
  explicit Fuzzer(const Arguments& a) : arguments_(a), asked_(contestants(a.engines)) {}

  int run() {
    for (uint64_t i = 0; i < arguments_.count && !asked_to_end; ++i) {
      current_seed_ = arguments_.seed + i;
      Node program = Generator(current_seed_).program();
      if (arguments_.print) {
        std::fputs(print(program).c_str(), stdout);
        continue;
      }
      const Outcome out = outcome(program, asked_);
      if (asked_to_end) break;  // clang was told to end, too
      ++(agree(program, out) ? passed_ : failed_);
    }
    if (arguments_.print) return 0;
    if (arguments_.count > 1) tally_.print(asked_, arguments_.reasons);
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ ? 1 : 0;
  }

 private:
  Outcome outcome(const Node& program, const std::vector<Contestant>& asked) {
    Outcome out = judge_isolated(workspace_, print(program), asked);
    if (arguments_.native && out.report.complete && out.disagreements().empty())
      for (const Statement& s : run_native(program, out.report, workspace_)) out.statements.push_back(s);
    return out;
  }

  bool agree(const Node& program, const Outcome& out) {
    tally_.add(out);
    if (!out.refused.empty())
      std::printf("seed %llu: the front end refuses the program: %s\n", static_cast<unsigned long long>(current_seed_),
                  out.refused.c_str());
    const std::vector<Statement> found = out.disagreements();
    if (!found.empty()) complain(program, found);
    std::fflush(stdout);
    return out.refused.empty() && found.empty();
  }

  void complain(const Node& program, const std::vector<Statement>& found) {
    std::printf("seed %llu:\n", static_cast<unsigned long long>(current_seed_));
    for (const Statement& s : found)
      std::printf("  %s %s: oracle %s, engine %s (%s%s%s)\n", s.engine.c_str(), s.property.c_str(), s.oracle.c_str(),
                  s.said.c_str(), s.setting.c_str(), s.setting.empty() || s.reason.empty() ? "" : ": ",
                  s.reason.c_str());
    std::fflush(stdout);
    std::vector<Contestant> again;  // only who contradicts
    for (const Contestant& c : asked_)
      if (c.name == found[0].engine) again.push_back(c);
    auto still = [&](const Node& n) {
      for (const Statement& s : outcome(n, again).disagreements())
        if (s.same_kind(found[0])) return true;
      return false;
    };
    const Node small = arguments_.shrink ? shrink(program, still) : program;
    std::string options = arguments_.native ? " --native" : "";
    for (auto [preferred, option] :
         {std::pair(prefer_loops, " --loops"), {prefer_loose, " --loose"}, {prefer_teams, " --teams"}})
      if (preferred) options += option;
    if (!again.empty()) options += " --engines " + again[0].name;
    std::printf("---\n%s---\nrepeat with: heddle-fuzz %llu%s\n", print(small).c_str(),
                static_cast<unsigned long long>(current_seed_), options.c_str());
  }

  const Arguments arguments_;
  const std::vector<Contestant> asked_;
  uint64_t current_seed_ = 0;
  Workspace workspace_;
  Tally tally_;
  int passed_ = 0, failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(stderr,
                 "usage: heddle-fuzz SEED [--count N] [--states N] [--patience X] [--engines LIST] [--loops] [--loose] "
                 "[--teams] "
                 "[--print] [--native] [--no-shrink] [--reasons]\n");
    return 3;
  }
  for (int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { asked_to_end = 1; });
  return Fuzzer(arguments).run();
} catch (const InputError& e) {
  std::fprintf(stderr, "heddle-fuzz: %s\n", e.what());
  return 3;
}
