// SPDX-License-Identifier: GPL-3.0-or-later
// The successor relation of one procedure's code: the one place that knows where an instruction may continue. Calls
// continue behind themselves; what happens inside the callee is the business of whoever asks.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::model {

inline std::vector<Pc> successors(const Instr& i, Pc pc) {
  switch (i.kind) {
    case InstrKind::Jump: return {i.target};
    case InstrKind::Branch: return {i.target, i.target2};
    case InstrKind::Switch: {
      std::vector<Pc> all{i.target};
      for (const auto& [value, target] : i.cases) all.push_back(target);
      return all;
    }
    case InstrKind::Return:
    case InstrKind::Unreachable: return {};
    case InstrKind::Builtin:
      if (never_continues(i.builtin)) return {};
      return {pc + 1};
    default: return {pc + 1};
  }
}

}  // namespace heddle::model
