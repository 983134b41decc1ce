// SPDX-License-Identifier: GPL-3.0-or-later
// What threads may still do, seen from their code alone: which static objects they name from here on, and how. A thread
// does not get past the lock of a mutex that somebody else holds and keeps, if the code says which mutex that is.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "judge/enumerator/state.h"

namespace heddle::oracle {

using Place = std::pair<model::ProcId, model::Pc>;
using Lock = std::pair<ObjId, uint64_t>;  // a static object and an offset

struct Ahead {
  std::set<ObjId> reads, writes;  // static objects that are accessed by their name
  std::set<ObjId> named;          // static objects whose addresses are used in any other way
  std::set<Lock> stopped_at;      // of the locks that are kept
  bool threads = false;           // starts or joins threads
};

class CodeAhead {
 public:
  explicit CodeAhead(const model::Program& p);

  // Whose steps depend on more than memory and locks: requests to end, handles that are given back at any time.
  bool understood() const { return understood_; }
  const std::vector<Lock>& locks() const { return locks_; }  // that the code names

  // From these calls on, the innermost one last: each is where it goes on; and behind the end of such a thread. Nobody
  // gets past an attempt to take one of the locks that are `kept`.
  // The answer is there until the next question.
  const Ahead& of(const std::vector<std::vector<Place>>& threads, const std::set<Lock>& kept) const;

 private:
  struct Effect {  // of one instruction
    Ahead does;
    std::vector<model::ProcId> calls;   // and goes on when one of them returns
    std::vector<model::ProcId> starts;  // as threads
    std::vector<Lock> waits_for;        // at most one: the lock that it takes
  };
  class Walk;
  Effect effect(const model::Instr& i) const;
  void access(Effect& e, model::ExprId address, bool write) const;
  void mention(Effect& e, model::ExprId root) const;
  std::vector<model::ProcId> callees(const model::Instr& i, model::ExprId function) const;

  const model::Program& program_;
  std::vector<model::ProcId> address_taken_;
  std::vector<std::vector<Effect>> effects_;  // [procedure][pc]
  std::vector<Lock> locks_;
  bool understood_ = true;
  mutable std::map<std::string, Ahead> known_;
};

}  // namespace heddle::oracle
