// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/values.h"

#include <algorithm>

namespace heddle::invariants {

namespace {

constexpr size_t kMostAddresses = 16;

bool join_numbers(std::optional<Numbers>& into, const std::optional<Numbers>& from, unsigned width, bool widening) {
  if (!from) return false;
  if (!into) return into = from, true;
  Numbers both = widening ? widen(*into, *from, width) : join(*into, *from);
  if (join(*into, *from) == *into) return false;
  into = both;
  return true;
}

bool add_address(Value& v, const Thing& t, const Numbers& offset, bool widening) {
  auto at = std::lower_bound(v.addresses.begin(), v.addresses.end(), t,
                             [](const auto& pair, const Thing& key) { return pair.first < key; });
  if (at == v.addresses.end() || at->first != t) {
    v.addresses.insert(at, {t, offset});
    return true;
  }
  Numbers both = join(at->second, offset);
  if (both == at->second) return false;
  at->second = widening ? widen_by_stages(at->second, offset) : both;
  return true;
}

}  // namespace

bool may_be_same(const Thing& a, const Thing& b) {
  if (a.kind != b.kind || a.id != b.id) return false;
  if (a.kind == Thing::Static || a.kind == Thing::Procedure) return true;
  return a.nth == kEveryInstance || b.nth == kEveryInstance || (a.nth == b.nth && a.maker == b.maker);
}

bool join_into(Value& into, const Value& from, unsigned width, bool widening) {
  if (into.any) return false;
  if (from.any) return into = Value::anything(), true;
  bool grew = join_numbers(into.number, from.number, width, widening);
  for (const auto& [t, offset] : from.addresses) grew |= add_address(into, t, offset, widening);
  for (ThreadId h : from.handles) {
    auto at = std::lower_bound(into.handles.begin(), into.handles.end(), h);
    if (at != into.handles.end() && *at == h) continue;
    into.handles.insert(at, h);
    grew = true;
  }
  if (into.addresses.size() > kMostAddresses) into = Value::anything();
  return grew;
}

void publish(Value& v, const Thing& fresh) {
  auto at = std::find_if(v.addresses.begin(), v.addresses.end(), [&](const auto& pair) { return pair.first == fresh; });
  if (at == v.addresses.end()) return;
  const Numbers offset = at->second;
  v.addresses.erase(at);
  add_address(v, shared(fresh), offset, false);
}

void disown(Value& v) {
  if (std::none_of(v.addresses.begin(), v.addresses.end(), [](const auto& a) { return a.first.own; })) return;
  const auto addresses = std::move(v.addresses);
  v.addresses.clear();
  for (const auto& [t, offset] : addresses) add_address(v, plain(t), offset, false);
}

}  // namespace heddle::invariants
