// SPDX-License-Identifier: GPL-3.0-or-later
// Which variables decide what happens: those that a guard or a fault looks at, and those from which such a variable
// gets its value. Two states that differ in others only go on alike.
#pragma once
#include <set>

#include "symbolic/flow/flow.h"

namespace heddle::impact {

class Deciding {
 public:
  explicit Deciding(const flow::Flow& flow);
  bool decides(const flow::Slot& s) const { return slots_.count(s) != 0; }

 private:
  std::set<flow::Slot> slots_;
};

}  // namespace heddle::impact
