// SPDX-License-Identifier: GPL-3.0-or-later
// From a model to an execution: the token is followed from main on. Acts are ordered by how often it had been passed
// when they happened, then by depth. What a thread only reads after it gave the token away, it could have read just
// before.
#include <algorithm>

#include "engines/unrolled/points.h"

namespace heddle::unrolled {

using semantics::Execution;

// A thread that never gets the token never started.
std::vector<std::vector<std::pair<unsigned, unsigned>>> Lazy::turns() const {
  std::vector<std::vector<std::pair<unsigned, unsigned>>> all(threads_.size());
  unsigned t = 0, depth = 0;
  for (unsigned turn = 0;; ++turn) {
    all[t].emplace_back(depth, turn);
    const Pair* next = nullptr;
    for (const WritePoint* w : threads_[t].writes)
      for (const Pair* p : w->pairs)
        if (w->depth >= depth && c_.solver().value(p->taken) && (!next || w->depth < next->w->depth)) next = p;
    if (!next) return all;
    t = next->r->thread;
    depth = next->r->depth + 1;
  }
}

Execution Lazy::execution(const Suspect& s) const {
  struct Item {
    uint64_t token;
    unsigned depth, thread;
    size_t act;
  };
  std::vector<Item> items;
  const auto all_turns = turns();
  auto turn_at = [&](unsigned t, unsigned depth) {
    uint64_t turn = 0;
    for (auto [from, number] : all_turns[t])
      if (from <= depth) turn = number;
    return turn;
  };
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
      act.bytes = a.bytes;
      if (a.ordered) items.push_back({turn_at(t, a.depth), a.depth, t, thread.acts.size()});
      thread.acts.push_back(act);
    }
    for (const Input& i : stepper.threads[t].inputs)
      if (c_.solver().value(i.guard)) thread.inputs.push_back(c_.value(i.bits));
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return std::tie(a.token, a.depth) < std::tie(b.token, b.depth);
  });
  for (size_t rank = 0; rank < items.size(); ++rank) {
    Execution::Act& act = e.threads[items[rank].thread].acts[items[rank].act];
    act.rank = rank;
    if (act.starts >= 0) e.threads[static_cast<size_t>(act.starts)].start = rank;
  }
  return e;
}

// Table 4(b): "0:0-127, 1:0-127, 0:128-142, 1:128", with depths of the threads.
std::string Lazy::switches_text(const Suspect& s) const {
  std::map<unsigned, std::pair<unsigned, unsigned>> in_order;  // turn -> thread, first depth
  const auto all = turns();
  for (unsigned t = 0; t < all.size(); ++t)
    for (auto [from, turn] : all[t]) in_order[turn] = {t, from};
  std::string text;
  for (auto [turn, run] : in_order) {
    auto [t, from] = run;
    text += (text.empty() ? "" : ", ") + std::to_string(t) + ":" + std::to_string(from);
    unsigned last = depth_;
    for (const WritePoint* w : threads_[t].writes)
      if (w->depth >= from && w->depth < last && c_.solver().value(w->gives)) last = w->depth;
    if (t == s.second && from <= s.second_depth && s.second_depth <= last) break;
    text += "-" + std::to_string(last);
  }
  return text;
}

}  // namespace heddle::unrolled
