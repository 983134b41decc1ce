// SPDX-License-Identifier: GPL-3.0-or-later
// Clauses under unit propagation. A literal is 2n for variable n and 2n + 1 for its negation; variable 0 is true.
//
// What follows from the clauses alone is kept for good; what is assumed on top of it is taken back by undo(). A clause
// is found by two of its literals that are not both false (the watched literals of M. Moskewicz et al., "Chaff:
// engineering an efficient SAT solver", DAC 2001).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::judge {

using Literal = uint32_t;

class Clauses {
 public:
  using Name = uint32_t;
  explicit Clauses(uint32_t variables);

  uint32_t variables() const { return static_cast<uint32_t>(values_.size() / 2); }
  // Nothing is assumed. No name: the clause needs none, it was a unit or is satisfied for good.
  std::optional<Name> add(std::span<const Literal> clause);
  void remove(Name clause);
  // Nothing satisfies the clauses.
  bool contradictory() const { return contradictory_; }
  // The clauses together with these literals: unit propagation finds a contradiction. Leaves nothing assumed.
  bool refutes(std::span<const Literal> literals);

  bool is_true(Literal l) const { return values_[l] > 0; }
  bool is_false(Literal l) const { return values_[l] < 0; }
  // For trying something out: assumes the literal and what follows; false: a contradiction, then undo().
  bool assume(Literal l);
  void undo() { undo(for_good_); }
  void undo(size_t mark);                                       // back to the trail as it was when it had this size
  const std::vector<Literal>& trail() const { return trail_; }  // what is true, in the order in which it became so
  size_t for_good() const { return for_good_; }                 // the first so many of the trail

 private:
  struct Watch {
    Name clause;
    Literal other;  // one of its literals: if that is true, the clause need not be looked at
  };
  void set(Literal l);
  bool propagate();
  bool look_at_watches(Literal falsified);
  void watch(Name clause);
  void collect_garbage();

  // A clause is its size and its literals; the first two are watched.
  std::vector<uint32_t> store_;
  size_t garbage_ = 0;
  std::vector<uint32_t> places_;  // of each name in the store
  std::vector<std::vector<Watch>> watches_;
  std::vector<int8_t> values_;  // by literal
  std::vector<Literal> trail_;
  size_t head_ = 0, for_good_ = 0;
  bool contradictory_ = false;
};

}  // namespace heddle::judge
