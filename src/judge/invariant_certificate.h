// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof by induction, as it is read: where threads rest, names for what varies, and facts over
// these names that hold in all states, or whenever a thread is at a place. It has no steps: the judge derives them.
//
// What is read here is checked for form only: numbers that name something, names that are different. Whether the places
// are all there are and the facts are true is the business of invariant.cpp.
#pragma once
#include "judge/formula.h"
#include "judge/steps/places.h"

namespace heddle::judge {

struct BadCertificate : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Known {  // a place, and what is known of a thread there
  steps::Place place;
  std::string count;  // the name for how many threads are there
  struct Own {
    std::string name;
    steps::Slot::Kind kind = steps::Slot::Local;
    unsigned width = 0;  // 0: an offset, which has no range
    bool is_signed = true;
  };
  std::vector<Own> own;  // names that only this place uses
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
