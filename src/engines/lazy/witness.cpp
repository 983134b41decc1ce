// SPDX-License-Identifier: GPL-3.0-or-later
// From a model to an execution: acts are ordered by how often the token had been passed when they happened, then by depth. What a thread only
// reads after it gave the token away, it could have read just before.
#include <algorithm>

#include "engines/lazy/points.h"

namespace heddle::lazy {

using semantics::Execution;

Execution Lazy::execution(const Suspect& s) const {
  struct Item {
    uint64_t token;
    unsigned depth, thread;
    size_t act;
  };
  std::vector<Item> items;
  Execution e;
  e.property = s.property;
  e.first = s.first;
  e.second = s.second;
  const bool race = s.property == base::Property::NoDataRace;
  for (unsigned t = 0; t < stepper.threads.size(); ++t) {
    Execution::Thread& thread = e.threads.emplace_back();
    for (const Act& a : stepper.threads[t].acts) {
      if (!c_.solver().value(a.guard)) continue;
      if (race && t == s.first && a.depth >= s.first_depth) continue;
      if (race && t == s.second && a.depth >= s.second_depth) continue;
      Execution::Act act;
      act.kind = a.kind;
      act.chosen = c_.solver().value(a.choice);
      act.starts = a.starts;
      if (a.ordered) items.push_back({c_.value(threads_[t].ranks[a.depth]), a.depth, t, thread.acts.size()});
      thread.acts.push_back(act);
    }
    for (const Input& i : stepper.threads[t].inputs)
      if (c_.solver().value(i.guard)) thread.inputs.push_back(c_.value(i.bits));
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return std::tie(a.token, a.depth) < std::tie(b.token, b.depth); });
  for (size_t rank = 0; rank < items.size(); ++rank) e.threads[items[rank].thread].acts[items[rank].act].rank = rank;
  return e;
}

// Table 4(b): "1:0-127, 2:0-127, 1:128-142, 2:128" with depths of the threads.
std::string Lazy::switches_text(const Suspect& s) const {
  struct Passed {
    uint64_t number;
    const Pair* pair;
  };
  std::vector<Passed> passed;
  for (const Pair& p : pairs_)
    if (c_.solver().value(p.taken)) passed.push_back({c_.value(p.r->rank_after), &p});
  std::sort(passed.begin(), passed.end(), [](const Passed& a, const Passed& b) { return a.number < b.number; });
  std::vector<unsigned> from(stepper.threads.size(), 0);
  std::string text;
  for (const Passed& p : passed) {
    unsigned t = p.pair->w->thread;
    text += std::to_string(t) + ":" + std::to_string(from[t]) + "-" + std::to_string(p.pair->w->depth) + ", ";
    from[t] = p.pair->w->depth + 1;
    if (t == s.first && p.pair->r->thread == s.second && p.pair->r->depth + 1 == s.second_depth) break;
  }
  return text + std::to_string(s.second) + ":" + std::to_string(from[s.second]);
}

}  // namespace heddle::lazy
