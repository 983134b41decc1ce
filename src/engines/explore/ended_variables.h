// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer to a variable of another thread that has ended must not be compared. A comparison is no step of its own, so
// that a search meets it before the end of the variable or after it, as the steps around it come; between the last
// access and the comparison nobody else moves, and a reduction sees no conflict. So we ask afterwards: was there always
// something that made the end wait for the comparison?
//
// By variable (of any call of its function) we keep who compared a pointer to it and who ended it, and under which
// locks. A common lock decides: the variable was still there when it was compared, so the end came later. And what main
// ends after it has joined the thread that compared, it ends later. Everything else is suspicious, and nothing is
// proven.
//
// States forget a variable when nobody can reach it any more. If its own thread took the last step, this step stands
// for the end, which comes later still. If another one did, every return from the function stands for it.
#pragma once
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "semantics/machine.h"

namespace heddle::explore {

// The variables of each procedure that are in memory, by their abstract numbers.
std::vector<std::vector<uint32_t>> variables_by_procedure(const model::Program& p);

class EndedVariables {
 public:
  explicit EndedVariables(const semantics::Machine& machine)
      : machine_(machine), variables_(variables_by_procedure(machine.program())), returns_(variables_.size()) {}
  void look_at_step(unsigned thread, const semantics::StepResult& r, const semantics::State& to);
  void add(const EndedVariables& other);
  bool may_be_compared(bool only_main_joins) const;

 private:
  using Locks = std::set<std::pair<semantics::ObjRef, uint32_t>>;
  struct Comparison {
    unsigned thread = 0, owner = 0;  // who compared, and whose variable it was
    Locks locks;
    bool operator<(const Comparison& o) const {
      return std::tie(thread, owner, locks) < std::tie(o.thread, o.owner, o.locks);
    }
  };
  struct End {
    unsigned thread = 0;
    Locks locks;
    std::vector<bool> there;  // main's: which threads are not joined yet
    bool operator<(const End& o) const { return std::tie(thread, locks, there) < std::tie(o.thread, o.locks, o.there); }
  };
  struct Variable {
    std::set<Comparison> comparisons;
    std::set<End> ends;
    bool returns_count = false;
  };
  bool comes_too_early(uint32_t variable, const Variable& v, const Comparison& c, bool only_main_joins) const;
  static bool apart(const Comparison& c, const End& e, bool only_main_joins);
  End end_by(unsigned thread, const semantics::State& to, bool with_locks) const;
  Locks locks_of(const semantics::State& s, unsigned thread) const;

  const semantics::Machine& machine_;
  const std::vector<std::vector<uint32_t>> variables_;
  std::map<uint32_t, Variable> known_;  // abstract
  std::vector<std::set<End>> returns_;  // by procedure
};

}  // namespace heddle::explore
