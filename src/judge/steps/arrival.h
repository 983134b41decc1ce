// SPDX-License-Identifier: GPL-3.0-or-later
// A thread comes to a place: does what it brings fit what the place says, and what are the place's names then?
#pragma once
#include "judge/steps/walker.h"

namespace heddle::judge::steps {

struct Arrival {
  std::vector<std::pair<std::string, Term>> own;  // names of the place, and what they are now
  std::vector<Truth> must;                        // for the thread to fit: what is constant there is that constant
  unsigned forgotten = 0;                         // values that the thread may not look at any more
};

// Nothing: the thread can never fit. Names for long terms are added to the premises.
std::optional<Arrival> arrive(Walker& walker, const Place& to, const Way& way, Premises& premises);
// The same for a thread that begins with these values.
std::optional<Arrival> begin(Walker& walker, const Place& at, const std::map<Slot, Value>& with, Premises& premises);
// What the thread brings for the slot; null: it never touched it.
const Value* brought(const Way& way, const Place& to, const Slot& slot);

}  // namespace heddle::judge::steps
