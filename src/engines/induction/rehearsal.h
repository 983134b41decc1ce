// SPDX-License-Identifier: GPL-3.0-or-later
// A few random executions of the flow with few threads. Every state they meet is a point that the facts must include
// anyway: what is shown here need not be asked of Z3, one model at a time.
#pragma once
#include <functional>
#include <random>
#include <unordered_map>

#include "symbolic/facts/facts.h"
#include "symbolic/flow/flow.h"

namespace heddle::induction {

namespace z3 = smt::z3;
using facts::Case;
using facts::Facts;
using facts::Int;
using facts::parse_number;
using facts::Shapes;
using facts::Term;
using flow::Access;
using flow::Fault;
using flow::Flow;
using flow::kNobody;
using flow::Numbers;
using flow::Rest;
using flow::RestId;
using flow::Slot;
using flow::Start;
using flow::Step;
using flow::Value;
using flow::Variable;

struct Values {  // of variables and terms, by their numbers in Z3, which last as long as the terms do
  std::unordered_map<unsigned, Int> of;
  std::vector<z3::Term> kept;
};

class Rehearsal {
 public:
  struct Player {
    RestId at = kNobody;
    std::map<Slot, Int> mine;
  };
  struct State {
    std::map<Slot, Int> shared;
    std::vector<Player> players;
    std::vector<Int> counts;  // of threads at each rest, ended ones included
  };
  using Shown = std::function<void(const State&)>;

  Rehearsal(const Flow& flow, const Numbers& numbers, const std::vector<Int>& interesting)
      : flow_(flow), numbers_(numbers), interesting_(interesting) {}
  void run(const Shown& shown, const std::function<bool()>& stop);

 private:
  bool step(State& s);
  bool take(State& s, size_t player, const Step& step);
  Int value(const z3::Term& e, Values& values);
  Int eval(const z3::Term& e, Values& values);
  Int any();
  std::map<Slot, Int> bring(RestId to, const std::map<Slot, Value>& with, Values& values);

  const Flow& flow_;
  const Numbers& numbers_;
  const std::vector<Int>& interesting_;
  std::mt19937 random_{1};
};

}  // namespace heddle::induction
