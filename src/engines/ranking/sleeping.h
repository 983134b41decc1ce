// SPDX-License-Identifier: GPL-3.0-or-later
// Loops each round of which sleeps until somebody else does something, and that do no such thing themselves: a wait on
// a condition variable or on a semaphore per round, and neither signal nor post. If all other loops of a program end,
// there are finitely many signals and posts, and a thread that sleeps when they have all been used sleeps for ever: it
// steps no more. (Wake-ups that nobody caused are taken to happen finitely often, as everywhere in Heddle.)
#pragma once
#include "engines/ranking/loops.h"
#include "engines/ranking/reach.h"

namespace heddle::ranking {

class Sleeping {
 public:
  Sleeping(const model::Program& p, const Reach& reach);
  bool each_round_sleeps(model::ProcId f, const Loop& loop) const;

 private:
  enum Kind : uint8_t { Condition, Semaphore };
  bool sleeps(Kind k, model::ProcId f, model::Pc pc) const;
  bool wakes(model::ProcId f, model::Pc pc) const;
  bool returns_awake(Kind k, model::ProcId f) const;

  const model::Program& program_;
  const Reach& reach_;
  std::vector<bool> always_sleeps_[2];  // by procedure: every way to a return sleeps
  std::vector<bool> may_wake_;          // a signal or post inside, or in a thread that it starts
};

}  // namespace heddle::ranking
