// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/endless.h"

#include <algorithm>
#include <set>

#include "model/own_acts.h"

namespace heddle::impact {

// Tarjan, without recursion.
std::vector<std::vector<NodeId>> Endless::rings(const Graph& g) {
  std::vector<std::vector<NodeId>> out;
  std::map<NodeId, unsigned> index, low;
  std::vector<NodeId> open;
  std::set<NodeId> is_open;
  for (const auto& [root, unused] : g) {
    if (index.count(root)) continue;
    std::vector<std::pair<NodeId, size_t>> path{{root, 0}};
    while (!path.empty()) {
      auto& [n, k] = path.back();
      if (k == 0) {
        index[n] = low[n] = static_cast<unsigned>(index.size());
        open.push_back(n);
        is_open.insert(n);
      }
      const std::vector<Way>& to = g.at(n);
      if (k < to.size()) {
        const NodeId m = to[k++].to;
        if (!g.count(m)) continue;
        if (!index.count(m)) {
          path.push_back({m, 0});
        } else if (is_open.count(m)) {
          low[n] = std::min(low[n], index[m]);
        }
        continue;
      }
      const NodeId done = n;
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[done]);
      if (low[done] != index[done]) continue;
      std::vector<NodeId> part;
      while (part.empty() || part.back() != done) {
        part.push_back(open.back());
        is_open.erase(open.back());
        open.pop_back();
      }
      if (part.size() > 1) out.push_back(std::move(part));
    }
  }
  return out;
}

std::vector<std::vector<NodeId>> Endless::endless_rings(const Graph& g) {
  std::vector<std::vector<NodeId>> out;
  std::vector<std::vector<NodeId>> work = rings(g);
  std::vector<Graph> graphs(work.size(), g);
  while (!work.empty()) {
    const std::vector<NodeId> part = std::move(work.back());
    const Graph whole = std::move(graphs.back());
    work.pop_back();
    graphs.pop_back();
    Graph ring;
    for (NodeId n : part) ring[n];
    for (NodeId n : part)
      for (const Way& w : whole.at(n))
        if (ring.count(w.to)) ring[n].push_back(w);
    if (!take_finite_ways(ring)) {
      out.push_back(part);
      continue;
    }
    for (std::vector<NodeId>& smaller : rings(ring)) {
      work.push_back(std::move(smaller));
      graphs.push_back(ring);
    }
  }
  return out;
}

bool Endless::is_unnoticed(const Edge& e) const {
  const std::vector<flow::Seen::Act>& acts = e.step->seen.acts;
  return std::all_of(acts.begin(), acts.end(), [&](const flow::Seen::Act& a) {
    const model::Instr& i = program_.procedures[a.proc].code[a.pc];
    return i.kind == model::InstrKind::Builtin && model::is_own_act(i.builtin);
  });
}

// Some number is never made smaller in the ring: the edges that make it larger go. False: there is no such number.
bool Endless::take_finite_ways(Graph& ring) {
  std::set<Taken> edges;
  std::set<SymbolId> numbers;
  for (const auto& [n, ways] : ring)
    for (const Way& w : ways)
      if (w.edge && !is_unnoticed(*w.edge))
        return false;
      else if (w.edge && edges.insert({tree_.node(n).place, w.edge}).second)
        for (const auto& [s, t] : w.edge->updates)
          if (places_.symbol(s).width != 0) numbers.insert(s);
  for (SymbolId s : numbers) {
    auto is_there = [&](const auto& entry) { return is_number_at(tree_.node(entry.first).place, s); };
    if (!std::all_of(ring.begin(), ring.end(), is_there)) continue;
    unsigned kept = kNotSmaller | kNotLarger, moved = 0;
    for (const Taken& e : edges) {
      kept &= change(e, s);
      moved |= change(e, s);
    }
    const unsigned gone = ((kept & kNotSmaller) ? moved & kLarger : 0u) | ((kept & kNotLarger) ? moved & kSmaller : 0u);
    if (gone == 0) continue;
    for (auto& [n, ways] : ring) {
      const PlaceId at = tree_.node(n).place;
      std::erase_if(ways, [&](const Way& w) { return w.edge && (change({at, w.edge}, s) & gone) != 0; });
    }
    return true;
  }
  return false;
}

bool Endless::is_finite(const std::vector<Taken>& round) {
  for (const Taken& some : round)
    for (const auto& [s, t] : some.edge->updates) {
      if (places_.symbol(s).width == 0) continue;
      unsigned kept = kNotSmaller | kNotLarger, moved = 0;
      for (const Taken& e : round) {
        kept = is_number_at(e.at, s) && is_number_at(e.edge->to, s) ? kept & change(e, s) : 0;
        if (kept == 0) break;
        moved |= change(e, s);
      }
      if (((kept & kNotSmaller) && (moved & kLarger)) || ((kept & kNotLarger) && (moved & kSmaller))) return true;
    }
  return false;
}

bool Endless::is_number_at(PlaceId p, SymbolId s) {
  const std::vector<SymbolId>& live = places_.live(p);
  return std::find(live.begin(), live.end(), s) != live.end();
}

unsigned Endless::change(const Taken& e, SymbolId s) {
  auto [it, fresh] = changes_.try_emplace({e, s}, kNotSmaller | kNotLarger);
  if (!fresh) return it->second;
  auto of_it = [&](const auto& update) { return update.first == s; };
  auto update = std::find_if(e.edge->updates.begin(), e.edge->updates.end(), of_it);
  if (update == e.edge->updates.end()) return it->second;
  const z3::Term &now = places_.symbol(s).now, &then = update->second;
  if (implied(e, then > now)) return it->second = kLarger | kNotSmaller;
  if (implied(e, then < now)) return it->second = kSmaller | kNotLarger;
  return it->second = (implied(e, then >= now) ? kNotSmaller : 0u) | (implied(e, then <= now) ? kNotLarger : 0u);
}

bool Endless::implied(const Taken& e, const z3::Term& t) {
  tick_();
  solver_.push();
  solver_.add(e.edge->guard);
  solver_.add(places_.ranges(e.at));
  solver_.add(!t);
  const z3::Answer a = solver_.check();
  solver_.pop();
  return a == z3::Answer::Unsat;
}

}  // namespace heddle::impact
