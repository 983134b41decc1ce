// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/races.h"

#include <algorithm>
#include <map>
#include <numeric>
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

// Of the offsets `scale * counter + a` and `scale * counter + b` with different values of the counter: `step` apart or
// a multiple of it, at most `span`.
bool apart(__int128 scale, __int128 step, std::optional<__int128> span, const Access& a, const Access& b) {
  using Wide = __int128;
  const Wide least = scale < 0 ? -scale * step : scale * step;
  const Numbers &x = a.share.distance, &y = b.share.distance;
  const Wide bytes_a = static_cast<Wide>(a.bytes), bytes_b = static_cast<Wide>(b.bytes);
  const Wide lo = static_cast<Wide>(x.lo) - y.hi, hi = static_cast<Wide>(x.hi) - y.lo;
  if (least + lo >= bytes_b && hi - least <= -bytes_a) return true;
  // The same modulo the stride of the distances: `a[i + n * k]` for all k.
  const Wide q = static_cast<Wide>(std::gcd(x.stride, y.stride));
  if (!span || q == 0) return false;
  const Wide most = (scale < 0 ? -scale : scale) * *span;
  Wide r = lo % q;
  if (r > q / 2) r -= q;
  if (r < -(q / 2)) r += q;
  return least + r >= bytes_b && r - least <= -bytes_a && most + r <= q - bytes_a && r - most >= bytes_b - q;
}

// Different threads of one team; or a thread and main in a round that has not started it yet, or has waited for it.
bool different_shares(const Access& a, const Access& b, const ThreadTable& threads) {
  if (a.thread == 0) return b.thread != 0 && different_shares(b, a, threads);
  if (!a.share.scale || a.share.scale != b.share.scale || a.share.of != kOwn) return false;
  const Thread& one = threads[a.thread];
  const Root root = one.team.argument.of;
  const auto below = one.team.goes.find(root);
  if (below == one.team.goes.end()) return false;
  const auto counter = threads.counters.find(root);
  if (counter == threads.counters.end() || !counter->second.steps) return false;
  const Numbers& steps = *counter->second.steps;
  if (steps.lo < 0 && steps.hi > 0) return false;
  const __int128 step = steps.lo < 0 ? -static_cast<__int128>(steps.hi) : steps.lo;
  if (b.thread == 0 && b.waited_for.count(a.thread)) return apart(a.share.scale, 1, std::nullopt, a, b);
  if (b.thread == 0)
    return b.share.of == root && !b.round.count(one.begins_with) && apart(a.share.scale, step, std::nullopt, a, b);
  const Thread& other = threads[b.thread];
  const auto below_other = other.team.goes.find(root);
  if (b.share.of != kOwn || other.team.argument.of != root || other.begins_with != one.begins_with ||
      below_other == other.team.goes.end())
    return false;
  std::optional<__int128> span;
  auto x = below->second.find(kOwn), y = below_other->second.find(kOwn);
  if (counter->second.start && steps.lo > 0 && x != below->second.end() && y != below_other->second.end())
    span = static_cast<__int128>(std::max(x->second, y->second)) - 1 - counter->second.start->lo;
  return apart(a.share.scale, step, span, a, b);
}

bool may_race(const Access& a, const Access& b, const ThreadTable& threads) {
  if (a.thing.own && b.thing.own) return false;  // the same thread's, or two objects
  return (a.write || b.write) && !(a.atomic && b.atomic) && may_be_same(a.thing, b.thing) &&
         may_overlap(a.offset, a.bytes, b.offset, b.bytes) &&
         threads.parallel(a.thread, a.started, a.over, b.thread, b.started, b.over) && !have_lock_in_common(a, b) &&
         !different_shares(a, b, threads);
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
