// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/events.h"

namespace heddle::order {

void Events::doubt(Lit when, const model::Instr* at) {
  if (when == smt::kFalse) return;
  undefined.push_back(when);
  undefined_at.push_back(at);
}

std::pair<uint32_t, uint64_t> Events::lock_id(const Target& cell) const {
  return {objects[cell.object].held_as,
          smt::Circuit::is_constant(cell.offset) ? smt::Circuit::constant_value(cell.offset) : kEverywhere};
}

bool Events::has_order(const Target& cell) const {
  std::pair<uint32_t, uint64_t> id = lock_id(cell);
  return !with_state.all && id.second != kEverywhere && !with_state.some.count(id) &&
         !with_state.some.count({id.first, kEverywhere});
}

}  // namespace heddle::order
