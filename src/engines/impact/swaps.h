// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of two threads may be swapped, although they touch the same variables: two that add to one sum, two that
// keep the larger number. Z3 is asked, once for each pair, about all values of machine integers.
//
// The steps from a rest to another one are a *move*: what a thread does there, whichever way it goes. So a thread that
// keeps the larger number has one move, and it does not matter that it may have nothing to keep any more when it comes
// second.
//
// For a thread that stands still while others go on, there are two questions (turns.h):
//   - whatever it does behind a move of another, it can do before, and the move is still possible behind that and leads
//     to the same (its steps move to the left);
//   - what it can do before such a move, it can still do behind it, and the other way round (it can wait).
#pragma once
#include "engines/impact/places.h"

namespace heddle::impact {

class Swaps {
 public:
  Swaps(z3::Context& context, const Places& places) : c_(context), places_(places), numbers_(context) {}

  // Whatever the thread at the rest does, or fails at, behind the step of another, it can do before; with `waits`, it
  // can wait as well.
  bool moves_to_left(RestId rest, const flow::Step& other, bool waits);
  // Whatever the thread at the rest does, the other one still fails.
  bool keeps(RestId rest, const flow::Fault& other);
  // The thread at the rest can make a step, or fails, whatever the variables are. It may not where a way ends in an
  // abort, an exit or an assumption that does not hold before anybody else notices the thread: there Z3 is asked, for
  // all inputs as well.
  bool can_always_go(RestId rest);

 private:
  struct Move {  // all that is free in it but shared variables has names of its own
    z3::Term when;
    std::map<uint32_t, z3::Term> shared;  // by the index in Flow::shared: what it gets
    std::vector<z3::Term> mine;           // what the thread has afterwards
  };
  std::optional<std::vector<Move>> moves(RestId rest, const std::string& suffix);
  std::optional<Move> move(const std::vector<const flow::Step*>& steps, const std::string& suffix);
  z3::Term behind(const z3::Term& t, const Move& m) const;
  z3::Term with_own_names(const z3::Term& t, const std::string& suffix) const;
  z3::Term own_ranges(RestId rest, const std::string& suffix) const;
  z3::Term shared_ranges() const;
  z3::Term same(const Move& a, const Move& b) const;
  bool holds(const z3::Term& if_this, const z3::Term& then);
  bool asked(RestId rest, const flow::Step& other, bool waits);

  z3::Context& c_;
  const Places& places_;
  flow::Numbers numbers_;
  std::map<std::tuple<RestId, const flow::Step*, bool>, bool> left_;
  std::map<std::pair<RestId, const flow::Fault*>, bool> keeps_;
  std::map<RestId, bool> goes_;
};

}  // namespace heddle::impact
