// SPDX-License-Identifier: GPL-3.0-or-later
// The argument is in dependence.h.
#include "engines/unrolled/dependence.h"

#include <algorithm>

namespace heddle::unrolled {

namespace {

bool conflict(const Effect& a, const Effect& b) {
  return a.object == b.object && (a.write || b.write) && a.first < b.last && b.first < a.last;
}

bool covers(const Effect& a, const Effect& b) {
  return a.object == b.object && (a.write || !b.write) && a.first <= b.first && b.last <= a.last;
}

}  // namespace

Dependence::Thread& Dependence::thread(unsigned t) {
  if (threads_.size() <= t) threads_.resize(t + 1);
  return threads_[t];
}

void Dependence::note(unsigned t, Operation o, const Effect& e) {
  Known& known = at(t, o);
  if (std::any_of(known.effects.begin(), known.effects.end(), [&](const Effect& had) { return covers(had, e); }))
    return;
  known.effects.push_back(e);
  thread(t).log.emplace_back(o, e);
}

bool Dependence::depend(const Known& a, const Known& b) const {
  return std::any_of(a.effects.begin(), a.effects.end(), [&](const Effect& x) {
    return std::any_of(b.effects.begin(), b.effects.end(), [&](const Effect& y) { return conflict(x, y); });
  });
}

// Only what is new since the last time is compared.
const Dependence::Met& Dependence::meet(unsigned t, Operation o, unsigned other) {
  const std::vector<std::pair<Operation, Effect>>& log = thread(other).log;
  Known& known = at(t, o);
  Met& met = known.met[other];
  if (met.mine < known.effects.size()) met.theirs = 0;
  met.mine = known.effects.size();
  for (; met.theirs < log.size(); ++met.theirs) {
    const auto& [operation, effect] = log[met.theirs];
    if (std::none_of(known.effects.begin(), known.effects.end(), [&](const Effect& e) { return conflict(e, effect); }))
      continue;
    met.earliest = met.any ? std::min(met.earliest, operation) : operation;
    met.latest = met.any ? std::max(met.latest, operation) : operation;
    met.any = true;
  }
  return met;
}

bool Dependence::matters(unsigned i, Operation r, unsigned j, unsigned write_sync, unsigned threads, bool races) {
  if (!thread(i).operations.count(r)) return false;  // nothing is known of it yet
  const bool two = threads <= 2;
  if (!two && races) return true;
  thread(j);
  const Known& mine = at(i, r);
  const Sync& sync = at_write(j, write_sync);
  const Met& before = meet(i, r, j);
  bool depends = before.any && before.earliest < write_sync;  // A
  for (auto o = sync.next.begin(); !depends && o != sync.next.end(); ++o) depends = depend(mine, at(j, *o));
  if (!two) return depends || i > j;
  auto needed = [&](Operation o) {
    const Met& later = meet(j, o, i);
    return later.any && later.latest >= r;
  };
  // B
  return depends && (std::any_of(sync.next.begin(), sync.next.end(), needed) ||
                     std::any_of(sync.last.begin(), sync.last.end(), needed));
}

}  // namespace heddle::unrolled
