// SPDX-License-Identifier: GPL-3.0-or-later
// The domain of src/meaning for the interpreter: numbers of the machine. And the way it reads a list of cases: the
// first one that holds is what happens.
#pragma once
#include "meaning/synchronisation.h"
#include "semantics/value.h"

namespace heddle::semantics {

using meaning::Numbers;

// For the `on` of src/meaning/synchronisation.h.
template <class State>
struct FirstCase {
  bool decided = false;
  meaning::Outcome<State> outcome;
  void operator()(bool when, const meaning::Outcome<State>& o) {
    if (!decided && when) outcome = o;
    decided |= when;
  }
};

}  // namespace heddle::semantics
