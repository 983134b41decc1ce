// SPDX-License-Identifier: GPL-3.0-or-later
// A last look at a proof: what was asked about once more, from nothing but the labels, and whether it holds.
#pragma once
#include <cstdint>

#include "trace/evidence.h"

namespace heddle::impact {

struct LastLook {
  uint64_t labels = 0, covers = 0;                // a label that says nothing counts, too
  trace::Answer broken = trace::Answer::Unknown;  // the look ends at the first that does not hold
  bool holds() const { return broken == trace::Answer::Unsat; }
};

}  // namespace heddle::impact
