// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/turns.h"

#include <algorithm>

namespace heddle::impact {

using flow::HandleAct;
using flow::Step;

namespace {

void add_footprint(Footprint& to, const Footprint& more) {
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

Turns::Turns(z3::Context& context, Places& places) : places_(places), swaps_(context, places) {
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

std::vector<unsigned> Turns::followed(PlaceId p, unsigned lane, const Lanes& lanes, bool late) {
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
    if (goes_alone(p, t, late)) return {t};
  return all;
}

// The next lane, behind a round. If the thread has ended, the next thread of its lane goes on for it.
unsigned Turns::next(unsigned lane, const Edge& e, const Lanes& lanes) const {
  if (e.thread == 0 || e.thread >= lanes.size()) return lane;
  const unsigned most = *std::max_element(lanes.begin(), lanes.end()) + 1, mine = lanes[e.thread];
  if (places_.is_last(e.to, e.thread)) {
    const unsigned threads = static_cast<unsigned>(places_.at(e.to).threads.size());
    for (unsigned t = 1; t < threads && t < lanes.size(); ++t)
      if (lanes[t] == mine && !places_.is_last(e.to, t)) return mine;
    return (mine + 1) % most;
  }
  return e.step->jumps_back && heads_.count(e.step->to) ? (mine + 1) % most : mine;
}

// For late violations, the thread may have to wait: an execution to such a violation has its step, unless the thread
// itself fails here. What it fails at, it fails at now as well, but for what stands behind the end of another thread.
bool Turns::goes_alone(PlaceId p, unsigned thread, bool late) {
  auto [it, fresh] = alone_.try_emplace({p, thread, late}, false);
  if (!fresh) return it->second;
  const RestId at = places_.at(p).threads[thread].at;
  const flow::Rest& rest = places_.flow().rests[at];
  const auto joins_before = [](const auto& done) { return !done.joins.empty(); };  // a step, or a fault
  const bool joins = std::any_of(rest.steps.begin(), rest.steps.end(), joins_before) ||
                     std::any_of(rest.faults.begin(), rest.faults.end(), joins_before);
  if (rest.may_wake || rest.in_section) return false;
  if (joins || (rest.may_wait && !late)) {
    if (!rest.may_wait || !has_joined(p, thread)) return false;
  } else if (!late && !swaps_.can_always_go(at)) {
    return false;
  }
  for (unsigned other : everybody(p))
    if (other != thread && is_disturbed(at, future(p, other, thread), late)) return false;
  return alone_[{p, thread, late}] = true;
}

// Whether anything that the other one does is in the way of a thread at the rest.
bool Turns::is_disturbed(RestId at, const Future& by, bool late) {
  const uint32_t ends = places_.ends();
  const Footprint mine = without_ends(places_.footprint(at), ends);
  if (!without_ends(by.all, ends).disturbs(mine)) return false;
  for (const Step* s : by.steps)
    if (without_ends(places_.footprint(*s), ends).disturbs(mine) && !swaps_.moves_to_left(at, *s, !late)) return true;
  if (late) return false;  // the thread has ended when the other one fails
  for (const flow::Fault* f : by.faults) {
    Footprint reads;
    places_.collect(f->when, reads.reads);
    if (reads.disturbs(mine) && !swaps_.keeps(at, *f)) return true;
  }
  return false;
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

void Turns::add(Future& to, const Step& s) {
  to.steps.insert(&s);
  add_footprint(to.all, places_.footprint(s));
}

const Turns::Future& Turns::everything_from(RestId first) {
  auto [it, fresh] = from_.try_emplace(first);
  if (!fresh) return it->second;
  std::set<RestId> seen;
  std::vector<RestId> stack{first};
  while (!stack.empty()) {
    const RestId r = stack.back();
    stack.pop_back();
    if (!seen.insert(r).second) continue;
    for (const flow::Fault& f : places_.flow().rests[r].faults) {
      it->second.faults.insert(&f);
      places_.collect(f.when, it->second.all.reads);
    }
    for (const Step& s : places_.flow().rests[r].steps) {
      add(it->second, s);
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

const Turns::Future& Turns::future(PlaceId id, unsigned thread, unsigned still) {
  const Place& p = places_.at(id);
  auto [it, fresh] = futures_.try_emplace({p.threads[thread].at, thread, still, p.handles});
  if (!fresh) return it->second;
  Future& found = it->second;
  std::set<std::pair<RestId, Handles>> seen;
  std::vector<std::pair<RestId, Handles>> stack{{p.threads[thread].at, p.handles}};
  while (!stack.empty()) {
    auto now = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert(now).second) continue;
    const flow::Rest& rest = places_.flow().rests[now.first];
    for (const flow::Fault& f : rest.faults) {
      Handles handles = now.second;
      if (!can_act(p, thread, still, f.handles, handles)) continue;
      found.faults.insert(&f);
      places_.collect(f.when, found.all.reads);
    }
    for (const Step& s : rest.steps) {
      Handles handles = now.second;
      if (!can_act(p, thread, still, s.handles, handles)) continue;
      add(found, s);
      for (const flow::Start& t : s.starts) {
        const Future& more = everything_from(t.rest);
        found.steps.insert(more.steps.begin(), more.steps.end());
        found.faults.insert(more.faults.begin(), more.faults.end());
        add_footprint(found.all, more.all);
      }
      stack.push_back({s.to, std::move(handles)});
    }
  }
  return found;
}

}  // namespace heddle::impact
