// SPDX-License-Identifier: GPL-3.0-or-later
// Suspicions: what an analysis of the whole program could not exclude. Two accesses that may race, a ring of waits, an
// error call that may be reached. Engines that search go for them first; where a list is whole they need not look for
// anything else.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/property.h"
#include "model/program.h"
#include "trace/evidence.h"

namespace heddle::trace {

struct SuspectPlace {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string access;        // "read", "write", "wait", "error", "call"
  model::EventId event = 0;  // of the instruction; instructions without a number have 0
};

struct Suspicion {
  base::Property property{};
  // A race: two. A deadlock: the waits of the ring. An error: the error call; then the call of the function that it is
  // in and so on, if only this way to it is meant.
  std::vector<SuspectPlace> places;

  // `calls` are those that a thread has made and not come back from, the last one first.
  bool is_error_at(const std::vector<model::EventId>& calls) const {
    auto same = [](const SuspectPlace& place, model::EventId call) { return place.event == call; };
    return property == base::Property::UnreachCall && !places.empty() && places.size() <= calls.size() &&
           std::equal(places.begin(), places.end(), calls.begin(), same);
  }
};

struct Suspicions {
  std::vector<Suspicion> all;
  // Of these properties, everything that is not in `all` was excluded: for all executions, but for those in which a
  // memory error happens if the place below is not empty. With what the analysis has to say for it.
  std::map<base::Property, Shown> whole;
  std::string safe_memory_assumed_at;  // the first place not shown safe
  // These are some of a longer list about this property, and others are asked about the rest. Who excludes them has
  // proven nothing of the program (`shown_of_part` in its result); who has divided the list adds the parts up.
  std::optional<base::Property> part_of;
  bool all_but_these = false;  // a part: it is asked about everything that is not in `all`

  bool empty() const { return all.empty() && whole.empty() && !part_of; }
  bool is_whole(base::Property p) const { return whole.contains(p); }
  bool is_part(base::Property p) const { return part_of == p; }
};

// Each suspicion of a property as a question of its own; neighbours together where they are more than `most`. All of
// them excluded are a proof only if the list is whole.
inline std::vector<Suspicions> parts(const Suspicions& of, base::Property p, size_t most) {
  std::vector<Suspicion> some;
  std::copy_if(of.all.begin(), of.all.end(), std::back_inserter(some),
               [&](const Suspicion& s) { return s.property == p; });
  const size_t number = std::min(some.size(), most);
  std::vector<Suspicions> parts(number);
  for (size_t k = 0; k < some.size(); ++k) parts[k * number / some.size()].all.push_back(std::move(some[k]));
  for (Suspicions& s : parts) s.part_of = p, s.safe_memory_assumed_at = of.safe_memory_assumed_at;
  return parts;
}

// The same, and a last part with everything that is not on the list. All of them excluded are a proof whatever is on
// the list: what is on it is asked about in its part, and everything else in the last one.
inline std::vector<Suspicions> parts_and_rest(const Suspicions& of, base::Property p, size_t most) {
  std::vector<Suspicions> all = parts(of, p, most);
  Suspicions rest;
  for (const Suspicions& s : all) rest.all.insert(rest.all.end(), s.all.begin(), s.all.end());
  rest.part_of = p, rest.all_but_these = true;
  all.push_back(std::move(rest));
  return all;
}

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
