// SPDX-License-Identifier: GPL-3.0-or-later
// What the model knows of the events of a module: which of them are acts, and of what kind.
#pragma once
#include <map>

#include "model/program.h"

namespace heddle::instrument {

struct Place {
  bool access = false;  // a load, store or atomic operation that other threads may notice
  unsigned copies = 0;  // block copies; two: through a temporary, so that reading and writing are apart
  bool fill = false;
  bool input = false;  // its result is an input
};
using Places = std::map<model::EventId, Place>;

Places acts_of(const model::Program& program);

}  // namespace heddle::instrument
