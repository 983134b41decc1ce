// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/steps/arrival.h"

namespace heddle::judge::steps {

namespace {

// The name that stands for what varies, or what must be true of a constant.
bool becomes(Arrival& a, const Term& wanted, const Term& brought) {
  if (!wanted.is_number()) {
    a.own.push_back({wanted.base, brought});
    return true;
  }
  a.must.push_back(equal(brought, wanted));
  return !a.must.back().is(false);
}

bool fits(Walker& walker, Arrival& a, const Value& wanted, const Value& brought, Premises& premises) {
  if (wanted.kind == Value::Nothing || wanted.kind == Value::Mixed) {
    a.forgotten += brought.kind != wanted.kind;
    return true;
  }
  if (wanted.kind != brought.kind) return false;
  if (wanted.source && wanted.source != brought.source) return false;
  switch (wanted.kind) {
    case Value::Number:
      if (wanted.number.width != brought.number.width) return false;
      return becomes(a, wanted.number.n, walker.numbers().as(brought.number, wanted.number.is_signed, premises).n);
    case Value::Address: return wanted.object == brought.object && becomes(a, wanted.number.n, brought.number.n);
    case Value::Function: return wanted.object == brought.object;
    case Value::Nothing:
    case Value::Mixed: break;
  }
  return false;
}

}  // namespace

const Value* brought(const Way& way, const Place& to, const Slot& slot) {
  if (auto it = way.mine.find(slot); it != way.mine.end()) return &it->second;
  if (auto it = way.stale.find(slot); it != way.stale.end()) return &it->second;
  if (auto it = way.past.find(slot); to.spot.is_last() && it != way.past.end()) return &it->second;
  return nullptr;
}

std::optional<Arrival> begin(Walker& walker, const Place& at, const std::map<Slot, Value>& with, Premises& premises) {
  Way way;
  way.mine = with;
  return arrive(walker, at, way, premises);
}

std::optional<Arrival> arrive(Walker& walker, const Place& to, const Way& way, Premises& premises) {
  Arrival a;
  for (const auto& [slot, wanted] : to.mine) {
    const Value* v = brought(way, to, slot);
    if (!fits(walker, a, wanted, v ? *v : walker.initial(slot), premises)) return std::nullopt;
  }
  if (to.spot.is_last()) return a;
  // What the place does not mention is as a thread has it that never touched it.
  for (const auto& [slot, v] : way.mine) {
    if (slot.kind == Slot::Local || to.mine.count(slot)) continue;
    const Value wanted = walker.initial(slot);
    if (wanted.kind == Value::Nothing || wanted.kind == Value::Mixed) continue;
    if (!fits(walker, a, wanted, v, premises)) return std::nullopt;
  }
  return a;
}

}  // namespace heddle::judge::steps
