// SPDX-License-Identifier: GPL-3.0-or-later
// Who wanted a block of memory, and for what (births.cpp).
#pragma once
#include <string>

#include "model/program.h"

namespace heddle::semantics {

struct Birth {
  std::string function;  // that was called for it
  model::Position pos;
  model::TypeId type = 0;
  bool operator==(const Birth&) const = default;
};

}  // namespace heddle::semantics
