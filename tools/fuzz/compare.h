// SPDX-License-Identifier: GPL-3.0-or-later
// One program, judged by the oracle and by the engine under several settings; where do they differ?
#pragma once
#include <string>
#include <vector>

#include "model/program.h"
#include "judge/enumerator/enumerate.h"
#include "trace/result.h"

namespace heddle::fuzz {

struct Disagreement {
  std::string property;  // "no-data-race", "termination (weak)", "crash", ...
  std::string oracle, engine;
  std::string setting;  // of the engine
  int severity() const {
    return (oracle == "true" && engine == "false") || (oracle != "true" && engine == "true") ? 2 : engine != "unknown";
  }
  // the engine or its options, without its reason
  std::string who() const { return setting.substr(0, setting.find(':')); }
  bool same_kind(const Disagreement& o) const {
    return property == o.property && oracle == o.oracle && engine == o.engine && who() == o.who();
  }
};

struct Judgement {
  oracle::Report report;
  bool race_open = false;  // only weak operations keep accesses apart, and whether they race is too hard for the oracle
  bool decides = false;    // the engine of --only, or bmc-order, knows whether unreach-call holds
  bool decides_races = false;  // and whether no-data-race does
  std::string undecided;       // why it does not; empty when it stopped at a violation of another property
  bool reads_a_lock = false;   // as memory, of which explore says nothing
  std::vector<Disagreement> disagreements;
  // --only lasso, for strong and for weak fairness: explore has found a livelock, and lasso has. Replays are of those.
  struct Livelocks {
    unsigned explore = 0, lasso = 0, replayed = 0, cannot = 0;
    unsigned formulas = 0;  // strong fairness, by formulas where walks find one, too
  } livelocks;
  std::vector<std::string> why_cannot;  // why the real program cannot be led to a livelock
  std::vector<trace::Violation> lassos;
};

inline uint64_t most_states = 200'000;

// The same program for engines that can take inputs of any width. With `more` its inputs have values that the other
// one's do not have: then it may fail where that one does not (every failure is repeated by the interpreter), but not
// the other way round.
struct Wide {
  const model::Program& program;
  bool more = false;
};

// Which engine is judged; empty: all of them. Set before the first judgement (heddle-fuzz --only).
inline std::string only_engine;

// A program too large for the oracle is not compared: then report.complete is false and nothing disagrees.
Judgement judge(const model::Program& p, const Wide& wide);

}  // namespace heddle::fuzz
