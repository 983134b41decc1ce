// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/turns.h"

#include <algorithm>

namespace heddle::impact {

using flow::HandleAct;
using flow::Step;

namespace {

void add(Footprint& to, const Footprint& more) {
  to.reads.insert(more.reads.begin(), more.reads.end());
  to.writes.insert(more.writes.begin(), more.writes.end());
}

// The thread that goes alone joins nobody, or somebody who has ended; and nobody joins it while it stands still. So no
// end disturbs another.
Footprint without_ends(Footprint f, uint32_t ends) {
  f.reads.erase(ends);
  f.writes.erase(ends);
  return f;
}

}  // namespace

Turns::Turns(Places& places) : places_(places) {
  for (const flow::Rest& r : places.flow().rests)
    for (const Step& s : r.steps)
      if (s.jumps_back) heads_.insert(s.to);
}

std::vector<unsigned> Turns::everybody(PlaceId p) const {
  std::vector<unsigned> all;
  for (unsigned t = 0; t < places_.at(p).threads.size(); ++t)
    if (!places_.is_last(p, t)) all.push_back(t);
  return all;
}

std::vector<unsigned> Turns::followed(PlaceId p, unsigned lane, const Lanes& lanes) {
  const std::vector<unsigned> all = everybody(p);
  if (all.size() < 2) return all;
  // Main first: it starts the others. Then the lane that has the turn, then the next ones.
  auto rank = [&](unsigned t) {
    if (t == 0 || t >= lanes.size()) return std::pair(0u, t);
    const unsigned most = *std::max_element(lanes.begin(), lanes.end()) + 1;
    return std::pair(1 + (lanes[t] + most - lane) % most, t);
  };
  std::vector<unsigned> order = all;
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return rank(a) < rank(b); });
  for (unsigned t : order)
    if (goes_alone(p, t)) return {t};
  return all;
}

unsigned Turns::next(unsigned lane, const Edge& e, const Lanes& lanes) const {
  if (e.thread == 0 || e.thread >= lanes.size()) return lane;
  const unsigned most = *std::max_element(lanes.begin(), lanes.end()) + 1, mine = lanes[e.thread];
  return heads_.count(e.step->to) || places_.is_last(e.to, e.thread) ? (mine + 1) % most : mine;
}

bool Turns::goes_alone(PlaceId p, unsigned thread) {
  auto [it, fresh] = alone_.try_emplace({p, thread}, false);
  if (!fresh) return it->second;
  const Flow& flow = places_.flow();
  const RestId at = places_.at(p).threads[thread].at;
  const flow::Rest& rest = flow.rests[at];
  if (rest.may_wake || rest.in_section || (rest.may_wait && !has_joined(p, thread))) return false;
  if (!rest.may_wait &&
      std::any_of(rest.steps.begin(), rest.steps.end(), [](const Step& s) { return !s.joins.empty(); }))
    return false;
  const uint32_t ends = places_.ends();
  const Footprint mine = without_ends(places_.footprint(at), ends);
  for (unsigned other : everybody(p))
    if (other != thread && without_ends(future(p, other, thread), ends).disturbs(mine)) return false;
  return alone_[{p, thread}] = true;
}

// It waits for the end of a thread, which has ended: it need not wait, and nobody can change that.
bool Turns::has_joined(PlaceId p, unsigned thread) {
  const flow::Rest& rest = places_.flow().rests[places_.at(p).threads[thread].at];
  return !places_.edges(p, thread).empty() && places_.can_go(p, thread).is_true() &&
         std::all_of(rest.steps.begin(), rest.steps.end(), [&](const Step& s) {
           return s.joins.size() == 1 && std::all_of(s.handles.begin(), s.handles.end(), [&](const HandleAct& a) {
                    return a.own || only_moved_by(thread, places_.at(p), a.word);
                  });
         });
}

const Footprint& Turns::everything_from(RestId first) {
  auto [it, fresh] = from_.try_emplace(first);
  if (!fresh) return it->second;
  std::set<RestId> seen;
  std::vector<RestId> stack{first};
  while (!stack.empty()) {
    const RestId r = stack.back();
    stack.pop_back();
    if (!seen.insert(r).second) continue;
    add(it->second, places_.footprint(r));
    for (const Step& s : places_.flow().rests[r].steps) {
      stack.push_back(s.to);
      for (const flow::Start& t : s.starts) stack.push_back(t.rest);
    }
  }
  return it->second;
}

// Nobody else changes which thread the word names.
bool Turns::only_moved_by(unsigned thread, const Place& p, const Slot& word) {
  const Flow& flow = places_.flow();
  const flow::RoleId mine = p.threads[thread].role;
  if (!flow.roles[mine].single) return false;
  for (const flow::Rest& r : flow.rests) {
    if (r.role == mine) continue;
    for (const Step& s : r.steps)
      for (const HandleAct& a : s.handles)
        if (!a.own && a.word == word && a.kind != HandleAct::IsSelf) return false;
  }
  return true;
}

// Whether the acts are possible while the other thread stands still: nobody joins it meanwhile. `handles` follows them.
bool Turns::can_act(const Place& p, unsigned thread, unsigned still, const std::vector<HandleAct>& acts,
                    Handles& handles) {
  constexpr unsigned kSomebody = kNone - 1;  // not the one that stands still, or nobody knows
  for (const HandleAct& a : acts) {
    const std::pair<unsigned, Slot> word{a.own ? thread : kNone, a.word}, from{a.from_own ? thread : kNone, a.from};
    auto sure = [&](bool own, const Slot& w) { return own || only_moved_by(thread, p, w); };
    auto named = handles.find(a.kind == HandleAct::Moves ? from : word);
    const unsigned who = named == handles.end() ? kSomebody : named->second;
    if (a.kind == HandleAct::Joins && who == still && sure(a.own, a.word)) return false;
    if (a.kind == HandleAct::IsSelf) continue;
    handles.erase(word);
    if (a.kind == HandleAct::Moves && sure(a.from_own, a.from)) handles.emplace(word, who);
  }
  return true;
}

const Footprint& Turns::future(PlaceId id, unsigned thread, unsigned still) {
  const Place& p = places_.at(id);
  auto [it, fresh] = futures_.try_emplace({p.threads[thread].at, thread, still, p.handles});
  if (!fresh) return it->second;
  Footprint& found = it->second;
  std::set<std::pair<RestId, Handles>> seen;
  std::vector<std::pair<RestId, Handles>> stack{{p.threads[thread].at, p.handles}};
  while (!stack.empty()) {
    auto now = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert(now).second) continue;
    const flow::Rest& rest = places_.flow().rests[now.first];
    for (const flow::Fault& f : rest.faults) {
      Handles handles = now.second;
      if (can_act(p, thread, still, f.handles, handles)) places_.collect(f.when, found.reads);
    }
    for (const Step& s : rest.steps) {
      Handles handles = now.second;
      if (!can_act(p, thread, still, s.handles, handles)) continue;
      add(found, places_.footprint(s));
      for (const flow::Start& t : s.starts) add(found, everything_from(t.rest));
      stack.push_back({s.to, std::move(handles)});
    }
  }
  return found;
}

}  // namespace heddle::impact
