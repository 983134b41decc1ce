// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/sensitivity.h"

#include <algorithm>

namespace heddle::transactions {

using model::Builtin;
using model::InstrKind;

Sensitivity::Sensitivity(const Graph& g, const Relevance& relevance, analysis::Patience patience)
    : g_(g), relevance_(relevance), patience_(patience) {
  for (NodeId n = 0; n < g.skeleton().nodes().size(); ++n) plain_.push_back(is_plain(n));
  for (const State& s : g.states()) all_turns_.push_back(g.turns(s));
  evaluate();
  propagate();
  find_pairs();
}

bool Sensitivity::is_plain(NodeId n) const {
  const Node& node = g_.skeleton().nodes()[n];
  if (node.kind != Node::Instr || !is_access(g_.skeleton().instr(node))) return false;
  bool plain = true;
  auto look = [&](size_t w) {
    const uint64_t o = g_.words().words()[w].object;
    plain &= o < g_.skeleton().program().objects.size() && relevance_.plain(o);
  };
  g_.words().of(n).reads.each(look);
  g_.words().of(n).writes.each(look);
  return plain;
}

// What the conditions at each state come out as, there.
void Sensitivity::evaluate() {
  const std::vector<Condition>& conditions = g_.flow().conditions();
  std::vector<std::map<domains::Int, Outcome>> values(conditions.size());
  for (StateId id = 0; id < g_.states().size(); ++id) {
    patience_.ask();
    const State& s = g_.states()[id];
    outcomes_.emplace_back(conditions.size(), kNever);
    for (ThreadId t : all_turns_[id])
      for (uint32_t c : g_.flow().conditions_at(s.at[t])) {
        std::optional<domains::Int> v = g_.numbers().decided(*s.value, conditions[c]);
        Outcome o = kSeveral;
        if (v && values[c].size() < 1000)
          o = values[c].try_emplace(*v, static_cast<Outcome>(values[c].size() + 2)).first->second;
        outcomes_[id][c] = outcomes_[id][c] == kNever || outcomes_[id][c] == o ? o : kSeveral;
      }
  }
}

// Backward: what they may come out as from there on.
void Sensitivity::propagate() {
  const size_t n = outcomes_.size();
  std::vector<std::vector<StateId>> before(n);
  for (StateId id = 0; id < n; ++id)
    for (const Step& k : g_.states()[id].next) before[k.to].push_back(id);
  std::vector<bool> queued(n, true);
  std::vector<StateId> todo;
  for (StateId id = 0; id < n; ++id) todo.push_back(id);
  while (!todo.empty()) {
    const StateId id = todo.back();
    todo.pop_back();
    queued[id] = false;
    patience_.ask();
    for (StateId b : before[id]) {
      bool grown = false;
      for (size_t c = 0; c < outcomes_[id].size(); ++c) {
        const Outcome from = outcomes_[id][c];
        Outcome& to = outcomes_[b][c];
        if (from == kNever || from == to || to == kSeveral) continue;
        to = to == kNever ? from : kSeveral;
        grown = true;
      }
      if (grown && !queued[b]) queued[b] = true, todo.push_back(b);
    }
  }
  several_.resize(n);
  for (StateId id = 0; id < n; ++id)
    for (size_t c = 0; c < outcomes_[id].size(); ++c)
      if (outcomes_[id][c] == kSeveral) several_[id].add(c);
  outcomes_.clear();
}

// Sections depend on everything: they are more than what stands at their first instruction.
bool Sensitivity::conflict(NodeId a, NodeId b) const {
  const Skeleton& s = g_.skeleton();
  auto begins = [&](NodeId n) {
    const model::Instr& i = s.instr(s.nodes()[n]);
    return i.kind == InstrKind::Builtin && i.builtin == Builtin::AtomicBegin;
  };
  return begins(a) || begins(b) || g_.words().of(a).conflicts_with(g_.words().of(b));
}

bool Sensitivity::sensitive(const State& s, StateId id, ThreadId a, ThreadId b) const {
  const NodeId x = s.at[a], y = s.at[b];
  if (!conflict(x, y)) return false;
  if (!plain_[x] || !plain_[y]) return true;
  bool found = false;
  g_.flow().decided_by(x).each([&](size_t c) { found |= several_[id].has(c) && g_.flow().decided_by(y).has(c); });
  return found;
}

void Sensitivity::find_pairs() {
  const std::vector<Node>& nodes = g_.skeleton().nodes();
  for (StateId id = 0; id < g_.states().size(); ++id) {
    const State& s = g_.states()[id];
    auto place = [&](ThreadId t) { return Place{nodes[s.at[t]].proc, nodes[s.at[t]].pc}; };
    auto is_next = [&](ThreadId t) {
      return s.at[t] != kNotStarted && nodes[s.at[t]].kind != Node::End && nodes[s.at[t]].visible &&
             nodes[s.at[t]].section == 0;
    };
    for (ThreadId a = 0; a < s.at.size(); ++a)
      for (ThreadId b = a + 1; b < s.at.size() && is_next(a); ++b) {
        if (!is_next(b)) continue;
        const std::pair<Place, Place> pair = std::minmax(place(a), place(b));
        meetings_.insert(pair);
        if (!pairs_.count(pair) && sensitive(s, id, a, b)) pairs_.insert(pair);
      }
  }
}

// Steps 10 to 32. A thread goes on without a context switch if its next operation is insensitive to all operations of
// others that can become next while the thread stays where it is; not around loops, where others would never get a
// turn.
std::vector<std::vector<ThreadId>> Sensitivity::turns() const {
  const std::vector<State>& states = g_.states();
  const std::vector<Node>& nodes = g_.skeleton().nodes();
  const size_t threads = g_.skeleton().threads().size();
  std::vector<std::vector<bool>> sees(threads, std::vector<bool>(states.size(), false));  // switch needed
  for (ThreadId t = 0; t < threads; ++t)
    for (bool again = true; again;) {
      again = false;
      for (StateId id = static_cast<StateId>(states.size()); id-- > 0;) {
        if (sees[t][id] || states[id].at[t] == kNotStarted) continue;
        bool now = false;
        for (ThreadId u = 0; u < threads && !now; ++u) {
          const NodeId other = states[id].at[u];
          if (u == t || other == kNotStarted || nodes[other].kind == Node::End || !nodes[other].rests) continue;
          now = nodes[states[id].at[t]].kind != Node::End && sensitive(states[id], id, t, u);
        }
        for (const Step& k : states[id].next) now |= k.thread != t && sees[t][k.to];
        if (now) sees[t][id] = again = true;
      }
    }
  std::vector<std::vector<ThreadId>> turns(states.size());
  std::vector<bool> left(states.size(), false);
  std::vector<StateId> todo{0};
  while (!todo.empty()) {
    const StateId id = todo.back();
    todo.pop_back();
    if (left[id]) continue;
    left[id] = true;
    turns[id] = all_turns_[id];
    if (turns[id].size() > 1)
      for (ThreadId t : all_turns_[id])
        if (!sees[t][id] && !nodes[states[id].at[t]].looping) {
          turns[id] = {t};
          break;
        }
    for (const Step& k : states[id].next)
      if (std::find(turns[id].begin(), turns[id].end(), k.thread) != turns[id].end()) todo.push_back(k.to);
  }
  return turns;
}

}  // namespace heddle::transactions
