// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread never reads again is no part of a state: two states that differ only there have the same future.
#pragma once
#include <vector>

#include "judge/enumerator/state.h"

namespace heddle::oracle {

class DeadLocals {
 public:
  explicit DeadLocals(const model::Program& p);
  // Every local that its frame never reads again is as good as never assigned. Objects that only such a local names are
  // out of its thread's reach from now on.
  void forget(State& s) const;

 private:
  const model::Program& program_;
  // [procedure][pc][local]: is there a way from pc to a use of the local, without an assignment to it in between?
  std::vector<std::vector<std::vector<bool>>> read_later_;
};

}  // namespace heddle::oracle
