// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about all states of a Flow, said in C for a witness: over integers in global variables and over locks that have
// an exact ghost. A Flow knows states in which all threads rest. So that whoever evaluates a claim finds such a state,
// only variables are spoken of whose every change is a step that others notice, nothing is said of a program with
// atomic sections, and claims are for places where main never is: before it starts the first thread, nobody notices
// what it does.
#pragma once
#include <map>
#include <optional>

#include "analysis/analyses.h"
#include "claims/lock_ghosts.h"
#include "claims/words.h"
#include "symbolic/flow/flow.h"

namespace heddle::flow {

class Sayable {
 public:
  Sayable(const analysis::Analyses& analyses, const std::vector<Variable>& shared);

  // The name in C of a shared variable, by its slot; empty if it has none.
  std::string name(const Slot& s) const;
  // A formula that holds in all states. `unless`: or else this lock is held.
  void say(const z3::Term& fact, const Slot* unless = nullptr);
  void say(const std::string& fact, std::vector<Slot> about, const Slot* unless = nullptr);
  trace::Claims take();

 private:
  struct Name {
    std::string text;
    std::optional<trace::ClaimVariable> variable;  // else it is a ghost
    std::string ghost;
  };
  struct Said {
    std::string text;
    std::vector<Slot> about;
  };
  std::optional<Said> truth(const z3::Term& t) const;
  std::optional<Said> number(const z3::Term& t) const;
  std::optional<Said> joined(const z3::Term& t, const char* by, bool of_numbers) const;

  base::BitSet changed_unnoticed() const;  // objects
  std::vector<bool> run_by_main() const;

  const analysis::Analyses& analyses_;
  const model::Program& p_;
  claims::LockGhosts ghosts_;
  std::map<Slot, Name> names_;
  std::map<std::string, Slot> slots_;  // by the name that terms use
  trace::Claims claims_;
};

}  // namespace heddle::flow
