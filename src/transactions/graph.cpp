// SPDX-License-Identifier: GPL-3.0-or-later
// A state is visited behind all those that lead to it, except around loops. Each thread's places have numbers: of their
// strongly connected component, in topological order, and of the place, in reverse postorder. First come the states
// with the smallest sum of the former, of these the ones with the smallest sum of the latter. No step makes the first
// sum smaller, and only the end of a loop the second. So what goes around loops is stable before anybody leaves them.
#include "transactions/graph.h"

#include <algorithm>

namespace heddle::transactions {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {

constexpr size_t kMostStates = 20000;
constexpr unsigned kVisitsBeforeWidening = 4;

bool is_builtin(const Instr& i, Builtin b) { return i.kind == InstrKind::Builtin && i.builtin == b; }
bool locks(const Instr& i) { return is_builtin(i, Builtin::MutexLock) || is_builtin(i, Builtin::SpinLock); }
bool unlocks(const Instr& i) { return is_builtin(i, Builtin::MutexUnlock) || is_builtin(i, Builtin::SpinUnlock); }
bool waits(const Instr& i) { return i.kind == InstrKind::Builtin && model::waits_on_condition(i.builtin); }

}  // namespace

Graph::Graph(const Skeleton& s, const Words& words, const Flow& flow, const Numbers& numbers,
             analysis::Patience patience, uint64_t most_visits)
    : s_(s),
      words_(words),
      flow_(flow),
      numbers_(numbers),
      patience_(patience),
      most_visits_(most_visits),
      joined_(s.nodes().size()) {
  for (NodeId n = 0; n < s.nodes().size(); ++n) {
    reached_.add(n);
    const Node& node = s.nodes()[n];
    if (node.kind == Node::Instr && is_builtin(s.instr(node), Builtin::ThreadJoin)) joined_[n] = flow.joined(n);
  }
  find_order();
  find_locks();
  do {
    ++rounds_;
    find_held();
    find_future();
    build();
  } while (narrow_to_reached());
}

// R. Tarjan's components, without recursion: components are complete in reverse topological order, places in postorder.
void Graph::find_order() {
  const std::vector<Node>& nodes = s_.nodes();
  order_.assign(nodes.size(), 0);
  std::vector<uint32_t> found(nodes.size(), 0), low(nodes.size(), 0), component(nodes.size(), 0);
  uint32_t places = 0, components = 0;
  for (const Thread& t : s_.threads()) {
    std::vector<NodeId> done, open;
    std::vector<std::pair<NodeId, size_t>> path;  // with how many of its edges were followed
    auto enter = [&](NodeId n) {
      found[n] = low[n] = ++places;
      open.push_back(n);
      path.emplace_back(n, 0);
    };
    for (enter(t.first); !path.empty();) {
      auto& [n, k] = path.back();
      if (k < nodes[n].next.size()) {
        const NodeId to = nodes[n].next[k++].to;
        if (found[to] == 0)
          enter(to);
        else if (component[to] == 0)
          low[n] = std::min(low[n], found[to]);
        continue;
      }
      const NodeId left = n;
      path.pop_back();
      done.push_back(left);
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[left]);
      if (low[left] != found[left]) continue;
      ++components;
      for (NodeId member = kNotStarted; member != left; open.pop_back()) component[member = open.back()] = components;
    }
    for (size_t k = 0; k < done.size(); ++k)
      order_[done[k]] = uint64_t{components - component[done[k]] + 1} << 32 | (done.size() - k);
  }
}

std::optional<uint32_t> Graph::lock_at(NodeId n, size_t argument) const {
  const Instr& i = s_.instr(s_.nodes()[n]);
  std::optional<WordId> w = words_.exact(n, i.args[argument], 4);
  if (!w) return std::nullopt;
  auto it = locks_.find(*w);
  return it == locks_.end() ? std::nullopt : std::optional(it->second);
}

void Graph::find_locks() {
  for (NodeId n = 0; n < s_.nodes().size(); ++n) {
    const Node& node = s_.nodes()[n];
    if (node.kind != Node::Instr || !locks(s_.instr(node))) continue;
    if (std::optional<WordId> w = words_.exact(n, s_.instr(node).args[0], 4))
      locks_.try_emplace(*w, static_cast<uint32_t>(locks_.size()));
  }
  takes_.resize(s_.nodes().size());
  for (NodeId n = 0; n < s_.nodes().size(); ++n) {
    const Node& node = s_.nodes()[n];
    if (node.kind == Node::Relock) takes_[n] = lock_at(n, 1);
    if (node.kind == Node::Instr && locks(s_.instr(node))) takes_[n] = lock_at(n, 0);
  }
}

// Forward, over the places that were reached: what is held on all ways. A lock that is given back where it is not
// certainly held, or that is made or destroyed while there may be other threads, is not trusted.
void Graph::find_held() {
  const size_t n_nodes = s_.nodes().size();
  unfit_ = base::BitSet();
  do {
    base::BitSet all;
    for (const auto& [w, k] : locks_)
      if (!unfit_.has(k)) all.add(k);
    held_.assign(n_nodes, all);
    std::vector<NodeId> todo;
    for (const Thread& t : s_.threads()) {
      held_[t.first] = held_[t.lost] = base::BitSet();
      todo.push_back(t.first);
    }
    std::vector<bool> seen(n_nodes, false);
    while (!todo.empty()) {
      const NodeId n = todo.back();
      todo.pop_back();
      seen[n] = true;
      const Node& node = s_.nodes()[n];
      base::BitSet after = held_[n];
      if (takes_[n] && all.has(*takes_[n])) after.add(*takes_[n]);
      if (node.kind == Node::Instr) {
        const Instr& i = s_.instr(node);
        if (unlocks(i) || waits(i)) {
          if (auto k = lock_at(n, waits(i) ? 1 : 0))
            after.remove(*k);
          else
            after = base::BitSet();
        }
      }
      for (const Edge& e : node.next) {
        if (!reached_.has(e.to)) continue;
        base::BitSet both;
        held_[e.to].each([&](size_t k) {
          if (after.has(k)) both.add(k);
        });
        if (seen[e.to] && both == held_[e.to]) continue;
        held_[e.to] = both;
        todo.push_back(e.to);
      }
    }
  } while (find_unfit_locks());
}

bool Graph::find_unfit_locks() {
  // where main may have started threads
  std::vector<bool> behind(s_.nodes().size(), false);
  std::vector<NodeId> todo;
  for (const Thread& t : s_.threads()) todo.push_back(t.creator == ~0u ? t.end : t.creator), todo.push_back(t.first);
  behind[s_.threads()[0].first] = true;  // not entered from there
  while (!todo.empty()) {
    const NodeId n = todo.back();
    todo.pop_back();
    if (behind[n]) continue;
    behind[n] = true;
    for (const Edge& e : s_.nodes()[n].next) todo.push_back(e.to);
  }
  behind[s_.threads()[0].first] = false;
  bool more = false;
  auto distrust = [&](uint32_t k) { more |= unfit_.add(k); };
  for (NodeId n = 0; n < s_.nodes().size(); ++n) {
    const Node& node = s_.nodes()[n];
    if (node.kind != Node::Instr || !reached_.has(n)) continue;
    const Instr& i = s_.instr(node);
    const bool gives_back = unlocks(i) || waits(i);
    if (gives_back) {
      if (auto k = lock_at(n, waits(i) ? 1 : 0); k && !unfit_.has(*k)) {
        if (!held_[n].has(*k)) distrust(*k);
        continue;
      }
    }
    if (i.kind != InstrKind::Builtin || locks(i)) continue;
    const bool makes = model::is_plain_write(i.builtin);
    if (makes && !behind[n]) continue;
    if (!gives_back && !makes && !model::may_give_up(i.builtin)) continue;
    for (const auto& [w, k] : locks_)
      if (!unfit_.has(k) && words_.of(n).writes.has(w)) distrust(k);
  }
  return more;
}

// Backward: all that a thread may still touch from a place on.
void Graph::find_future() {
  const size_t n_nodes = s_.nodes().size();
  future_.assign(n_nodes, {});
  std::vector<std::vector<NodeId>> before(n_nodes);
  std::vector<NodeId> todo;
  for (NodeId n = 0; n < n_nodes; ++n) {
    if (!reached_.has(n)) continue;
    future_[n] = words_.of(n);
    todo.push_back(n);
    for (const Edge& e : s_.nodes()[n].next) before[e.to].push_back(n);
  }
  while (!todo.empty()) {
    const NodeId n = todo.back();
    todo.pop_back();
    for (NodeId b : before[n])
      if (future_[b].add_all(future_[n])) todo.push_back(b);
  }
}

void Graph::build() {
  states_.clear();
  ids_.clear();
  queued_.clear();
  std::vector<NodeId> at(s_.threads().size(), kNotStarted);
  at[0] = s_.threads()[0].first;
  arrive(~0u, 0, at, numbers_.initial());
  while (!todo_.empty()) {
    patience_.ask();
    const StateId id = todo_.top().second;
    todo_.pop();
    queued_[id] = false;
    process(id);
  }
}

bool Graph::enabled(const State& s, ThreadId t) const {
  const NodeId n = s.at[t];
  if (n == kNotStarted || s_.nodes()[n].kind == Node::End) return false;
  if (joined_[n]) return s.at[*joined_[n]] == s_.threads()[*joined_[n]].end;
  const std::optional<uint32_t> lock = takes_[n];
  if (!lock) return true;
  for (ThreadId other = 0; other < s.at.size(); ++other)
    if (other != t && s.at[other] != kNotStarted && held_[s.at[other]].has(*lock)) return false;
  return true;
}

// Does the next operation of the thread depend on nothing that others may still do?
bool Graph::is_alone(const State& s, ThreadId t) const {
  const Node& node = s_.nodes()[s.at[t]];
  if (node.looping || (node.kind == Node::Instr && is_builtin(s_.instr(node), Builtin::AtomicBegin))) return false;
  const Touches& mine = words_.of(s.at[t]);
  for (ThreadId other = 0; other < s.at.size(); ++other) {
    if (other == t) continue;
    const NodeId n = s.at[other] == kNotStarted ? s_.threads()[other].first : s.at[other];
    if (mine.conflicts_with(future_[n])) return false;
  }
  return true;
}

std::vector<ThreadId> Graph::turns(const State& s) const {
  std::vector<ThreadId> able;
  for (ThreadId t = 0; t < s.at.size(); ++t) {
    if (s.at[t] == kNotStarted) continue;
    if (!s_.nodes()[s.at[t]].rests) return {t};
  }
  for (ThreadId t = 0; t < s.at.size(); ++t)
    if (enabled(s, t)) able.push_back(t);
  for (ThreadId t : able)
    if (is_alone(s, t)) return {t};
  return able;
}

void Graph::process(StateId id) {
  const std::vector<NodeId> at = states_[id].at;
  const domains::Value value = states_[id].value->copy();
  const std::vector<ThreadId> turns = this->turns(states_[id]);
  states_[id].next.clear();
  ++states_[id].visits;
  if (++visits_ > most_visits_) throw TooManyVisits("a graph that needs more visits");
  for (ThreadId t : turns) {
    const Node& node = s_.nodes()[at[t]];
    bool goes_on = false;
    for (const Edge& e : node.next) {
      domains::Value after = numbers_.step(*value, at[t], e);
      if (after->is_bottom()) continue;
      goes_on = true;
      std::vector<NodeId> to = at;
      to[t] = e.to;
      if (node.starts != ~0u) to[node.starts] = s_.threads()[node.starts].first;
      arrive(id, t, std::move(to), std::move(after));
    }
    if (goes_on) continue;
    std::vector<NodeId> to = at;  // its step is undefined; the others may have taken theirs before
    to[t] = s_.threads()[t].lost;
    arrive(id, t, std::move(to), value->copy());
  }
}

void Graph::arrive(StateId from, ThreadId t, std::vector<NodeId> at, domains::Value value) {
  auto [it, fresh] = ids_.try_emplace(at, static_cast<StateId>(states_.size()));
  const StateId id = it->second;
  if (fresh) {
    if (states_.size() >= kMostStates) throw NoGraph("more than 20000 states");
    State s;
    for (NodeId n : at)
      if (n != kNotStarted) s.order += order_[n];
    s.at = std::move(at);
    s.value = std::move(value);
    queued_.push_back(true);
    todo_.emplace(s.order, id);
    states_.push_back(std::move(s));
  } else if (!states_[id].value->includes(*value)) {
    State& s = states_[id];
    const domains::Value before = s.value->copy();
    s.value->join(*value);
    if (s.visits > kVisitsBeforeWidening) s.value->widen(*before, numbers_.thresholds());
    if (!queued_[id]) queued_[id] = true, todo_.emplace(s.order, id);
  }
  if (from == ~0u) return;
  std::vector<Step>& next = states_[from].next;
  if (std::none_of(next.begin(), next.end(), [&](const Step& k) { return k.thread == t && k.to == id; }))
    next.push_back({t, id});
}

// True: less was reached than in the round before.
bool Graph::narrow_to_reached() {
  base::BitSet now;
  for (const State& s : states_)
    for (NodeId n : s.at)
      if (n != kNotStarted) now.add(n);
  if (now == reached_) return false;
  reached_ = std::move(now);
  return true;
}

}  // namespace heddle::transactions
