// SPDX-License-Identifier: GPL-3.0-or-later
// In which order the instructions of a procedure are unwound, so that all ways to a point are there before it is passed: a weak
// topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). Loops are nested components;
// an instruction knows its position and the heads of the loops around it, outermost first.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::bmc {

class LoopOrder {
 public:
  explicit LoopOrder(const model::Procedure& f);
  struct Place {
    uint32_t position = 0;           // in the order
    std::vector<model::Pc> heads;    // of the loops it is in; a head is in its own loop
    bool joins = false;              // more than one way leads here
  };
  const Place& operator[](model::Pc pc) const { return places_[pc]; }

 private:
  std::vector<Place> places_;
};

}  // namespace heddle::bmc
