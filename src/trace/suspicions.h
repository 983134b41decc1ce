// SPDX-License-Identifier: GPL-3.0-or-later
// Suspicions: what an analysis of the whole program could not exclude. Two accesses that may race, a ring of waits, an
// error call that may be reached. Engines that search go for them first; where a list is whole they need not look for
// anything else.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/property.h"
#include "model/program.h"

namespace heddle::trace {

struct SuspectPlace {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string access;        // "read", "write", "wait", "error"
  model::EventId event = 0;  // of the instruction; instructions without a number have 0
};

struct Suspicion {
  base::Property property{};
  std::vector<SuspectPlace> places;  // a race: two; a deadlock: the waits of the ring; an error: one
};

struct Suspicions {
  std::vector<Suspicion> all;
  // Of these properties, everything that is not in `all` was excluded: for all executions, but for those in which a
  // memory error happens if the place below is not empty.
  std::vector<base::Property> whole;
  std::string safe_memory_assumed_at;  // the first place not shown safe

  bool empty() const { return all.empty() && whole.empty(); }
  bool is_whole(base::Property p) const { return std::find(whole.begin(), whole.end(), p) != whole.end(); }
};

// The places of one property, for those who ask at every step.
class Suspects {
 public:
  Suspects() = default;
  Suspects(const Suspicions& from, base::Property p) {
    for (const Suspicion& s : from.all) {
      if (s.property != p) continue;
      for (const SuspectPlace& a : s.places) {
        events_.insert(a.event);
        for (const SuspectPlace& b : s.places)
          if (&a != &b) pairs_.insert({a.event, b.event});
      }
    }
  }
  bool has(model::EventId e) const { return events_.count(e) > 0; }
  bool has(model::EventId a, model::EventId b) const { return pairs_.count({a, b}) > 0; }
  bool empty() const { return events_.empty(); }
  size_t size() const { return events_.size(); }

 private:
  std::set<model::EventId> events_;
  std::set<std::pair<model::EventId, model::EventId>> pairs_;  // both ways round
};

}  // namespace heddle::trace
