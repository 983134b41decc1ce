// SPDX-License-Identifier: GPL-3.0-or-later
// Data races as a question to the ordering solver. Two conflicting accesses of two threads race if some execution comes
// to a state in which both threads are about to make them (explore's definition). Then the first can be made at once
// and the second right behind it: so there is an order in which everything that its thread does before the second
// access comes before the first one, and the second after it. One orientation is enough for each pair, since in such a
// state both can go.
#pragma once
#include "engines/order/events.h"

namespace heddle::order {

struct Suspect {
  Lit when = smt::kFalse;
  uint32_t first = 0, second = 0;  // events; a section stands as its beginning
};

struct Races {
  std::vector<Suspect> suspects;
  bool unclear = false;  // there are pairs that this does not express
};

// Whether a pair of accesses is looked at.
using AskAbout = std::function<bool(const model::Instr*, const model::Instr*)>;

// After order_memory.
Races find_races(const Events& events, smt::Circuit& circuit, const std::function<bool()>& stop, const AskAbout& about);

}  // namespace heddle::order
