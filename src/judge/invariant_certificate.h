// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof by induction, as it is read: a map and places, and facts over their names that hold in all
// states, or whenever a thread is at a place.
#pragma once
#include "judge/map_reader.h"

namespace heddle::judge {

struct Known : KnownPlace {  // and what is known of a thread there
  std::string count;         // the name for how many threads are there
  std::vector<Formula> facts;
  bool never = false;  // a fact is `false`
};

struct InvariantCertificate {
  steps::Map map;
  std::vector<Known> places;
  size_t entry = 0;
  std::vector<Formula> facts;  // of all states
  std::map<steps::Slot, std::string> initially;
};

// Throws BadCertificate.
InvariantCertificate read_invariant(const model::Program& p, const std::string& json);

}  // namespace heddle::judge
