// SPDX-License-Identifier: GPL-3.0-or-later
// One execution of the program, at random, written down as what its threads did one after the other.
#pragma once
#include "base/budget.h"
#include "judge/enumerator/machine.h"

namespace heddle::oracle {

struct Walk {
  bool at_rest = false;  // no thread can take another step; otherwise it was given up, or ended in an atomic section
  std::vector<Doing> doings;
  std::vector<Note> notes;
};

// Inputs are drawn, too, however wide they are. The seed decides everything, and how often threads take turns.
Walk random_walk(const Image& image, uint64_t seed, unsigned most_steps, base::Budget& budget);

}  // namespace heddle::oracle
