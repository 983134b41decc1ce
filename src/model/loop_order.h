// SPDX-License-Identifier: GPL-3.0-or-later
// An order of the instructions of a procedure in which all ways to a point are there before it is passed: a weak
// topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). Loops are nested
// components; an instruction knows its position and the heads of the loops around it, outermost first.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::model {

class LoopOrder {
 public:
  explicit LoopOrder(const Procedure& f);
  struct Place {
    uint32_t position = 0;   // in the order
    std::vector<Pc> heads;   // of the loops it is in; a head is in its own loop
    bool joins = false;      // more than one way leads here
    bool reachable = false;  // from the first instruction
  };
  const Place& operator[](Pc pc) const { return places_[pc]; }

 private:
  std::vector<Place> places_;
};

}  // namespace heddle::model
