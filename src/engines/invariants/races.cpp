// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/races.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::invariants {

namespace {

bool protects(bool one_reads, bool other_reads) { return !one_reads || !other_reads; }

bool have_lock_in_common(const Access& a, const Access& b) {
  for (const Held& x : a.locks)
    for (const Held& y : b.locks)
      if (x.lock == y.lock && protects(x.reads, y.reads)) return true;
  if (a.thing == b.thing)
    for (const Indexed& x : a.indexed)
      for (const Indexed& y : b.indexed)
        if (protects(x.reads, y.reads) && x.lock == y.lock && x.lock_distance == y.lock_distance &&
            x.lock_scale == y.lock_scale && x.distance == y.distance && x.scale == y.scale)
          return true;
  if (a.beside.empty() || b.beside.empty() || !overlap_only_at_start(a.offset, a.bytes, b.offset, b.bytes))
    return false;
  for (const auto& [distance, reads] : a.beside)
    for (const auto& [other, other_reads] : b.beside)
      if (distance == other && protects(reads, other_reads)) return true;
  return false;
}

bool may_race(const Access& a, const Access& b, const ThreadTable& threads) {
  if (a.thing.own && b.thing.own) return false;  // the same thread's, or two objects
  return (a.write || b.write) && !(a.atomic && b.atomic) && may_be_same(a.thing, b.thing) &&
         may_overlap(a.offset, a.bytes, b.offset, b.bytes) &&
         threads.parallel(a.thread, a.started, a.over, b.thread, b.started, b.over) && !have_lock_in_common(a, b);
}

}  // namespace

SuspectPairs suspects(const std::set<Access>& accesses, const ThreadTable& threads, size_t most) {
  std::map<std::pair<Thing::Kind, uint32_t>, std::vector<const Access*>> of_object;
  for (const Access& a : accesses) of_object[{a.thing.kind, a.thing.id}].push_back(&a);
  SuspectPairs found;
  std::set<std::pair<model::EventId, model::EventId>> known;
  for (const auto& [object, all] : of_object)
    for (size_t k = 0; k < all.size(); ++k)
      for (size_t j = k; j < all.size(); ++j) {
        ++found.looked_at;
        const std::pair<model::EventId, model::EventId> pair = std::minmax(all[k]->event, all[j]->event);
        if (known.count(pair) || !may_race(*all[k], *all[j], threads)) continue;
        known.insert(pair);
        found.some.push_back({*all[k], *all[j]});
        if (found.some.size() >= most) return found;
      }
  found.all = true;
  return found;
}

}  // namespace heddle::invariants
