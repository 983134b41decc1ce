// SPDX-License-Identifier: GPL-3.0-or-later
// What every judge is asked: do these properties hold of this program?
#pragma once
#include <vector>

#include "base/budget.h"
#include "base/property.h"
#include "model/program.h"
#include "trace/ruling.h"

namespace heddle::judge {

using trace::Objection;
using trace::Ruling;

struct Limits {
  base::Budget& budget;
  uint64_t states;  // that the enumerator may visit
};

struct Question {
  const model::Program& program;
  std::vector<base::Property> properties;  // all of them are said to hold
  bool weak_fairness;                      // termination: of all executions that are weakly fair
  const Limits& limits;
  bool for_any_value = false;  // they are said to hold whatever is in memory that is read and was never initialised
};

}  // namespace heddle::judge
