// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/places.h"

#include <algorithm>

#include "base/check.h"
#include "smt/z3/solver.h"

namespace heddle::impact {

using flow::Access;
using flow::kNobody;
using flow::Rest;
using flow::Start;
using flow::Step;
using flow::Value;

namespace {

constexpr size_t kMostThreads = 40, kMostPlaces = 400000;
constexpr int64_t kLargestSemaphore = 64;

bool intersect(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return std::any_of(a.begin(), a.end(), [&](uint32_t x) { return b.count(x) != 0; });
}

// What the library keeps for itself: it begins with a constant and gets constants.
bool is_of_library(Slot::Kind k) { return k >= Slot::Ready && k <= Slot::Serial; }

}  // namespace

bool Footprint::disturbs(const Footprint& other) const {
  return intersect(writes, other.writes) || intersect(writes, other.reads) || intersect(reads, other.writes);
}

Places::Places(z3::Context& context, const Flow& flow, Wanted wanted, const std::set<Slot>& vary)
    : c_(context), flow_(flow), numbers_(context), wanted_(wanted) {
  for (uint32_t k = 0; k < flow.shared.size(); ++k) shared_by_term_.emplace(flow.shared[k].now.id(), k);
  for (const Rest& r : flow.rests) {
    auto& own = own_by_term_.emplace_back();
    for (const auto& [slot, v] : r.mine)
      if (v.number.n.op() == z3::Op::Variable && !shared_by_term_.count(v.number.n.id()))
        own.emplace(v.number.n.id(), slot);
  }
  if (wanted.deadlocks && std::any_of(flow.rests.begin(), flow.rests.end(), [](const Rest& r) { return r.in_section; }))
    throw TooLarge("a loop inside an atomic section");
  choose_constants(vary);
  Place first;
  symbol_of_shared_.assign(flow.shared.size(), kNone);
  for (uint32_t k = 0; k < flow.shared.size(); ++k) {
    const flow::Variable& v = flow.shared[k];
    if (is_constant_[k]) {
      int64_t n = 0;
      if (!v.initially.simplify().is_numeral(n)) throw Varies{v.slot};
      constants_.push_back(k);
      first.constants.push_back(n);
      continue;
    }
    if (wanted.deadlocks && (v.slot.kind == Slot::Lock || v.slot.kind == Slot::Readers || v.slot.kind == Slot::Handle))
      throw TooLarge("the state of a lock depends on more than who holds it");
    symbol_of_shared_[k] = static_cast<SymbolId>(symbols_.size());
    by_term_.emplace(v.now.id(), symbol_of_shared_[k]);
    z3::Term range = v.is_array() ? c_.truth(true) : numbers_.in_range(v.now, v.width, v.is_signed);
    symbols_.push_back({v.now.text(), v.now, range, v.initially, v.slot, kNone, v.is_array() ? 0 : v.width});
  }
  for (const Rest& r : flow.rests) {
    Footprint all;
    for (const Step& s : r.steps) {
      Footprint one = made_footprint(s);
      all.reads.insert(one.reads.begin(), one.reads.end());
      all.writes.insert(one.writes.begin(), one.writes.end());
      of_steps_.emplace(&s, std::move(one));
    }
    for (const flow::Fault& f : r.faults) collect(f.when, all.reads);
    of_rests_.push_back(std::move(all));
  }
  const Rest& entry = flow.rests[flow.entry];
  Thread main{entry.role, flow.entry, false, {}};
  for (const auto& [slot, v] : entry.mine)
    HEDDLE_CHECK(v.number.n.op() != z3::Op::Variable || shared_by_term_.count(v.number.n.id()))
        << "main begins with something unknown";
  first.threads.push_back(std::move(main));
  start_ = place(std::move(first));
}

// All that only ever gets constants, or what such a variable has: the largest set of which that is true.
void Places::choose_constants(const std::set<Slot>& vary) {
  is_constant_.assign(flow_.shared.size(), true);
  std::set<Slot> own;
  for (const auto& names : own_by_term_)
    for (const auto& [id, slot] : names) own.insert(slot);
  for (const Rest& r : flow_.rests)
    for (const auto& [slot, v] : r.mine)
      if (v.kind == Value::Address) own.erase(slot);
  for (uint32_t k = 0; k < flow_.shared.size(); ++k)
    if (vary.count(flow_.shared[k].slot) || flow_.shared[k].is_array()) is_constant_[k] = false;
  for (const Slot& s : vary) own.erase(s);
  auto constant = [&](const Rest& at, const z3::Term& root) {
    std::vector<z3::Term> stack{root};
    while (!stack.empty()) {
      z3::Term t = stack.back();
      stack.pop_back();
      if (t.is_numeral()) continue;
      if (t.is_ite()) {
        stack.push_back(t.arg(1));
        stack.push_back(t.arg(2));
        continue;
      }
      if (t.op() != z3::Op::Variable) return false;
      if (auto it = shared_by_term_.find(t.id()); it != shared_by_term_.end()) {
        if (!is_constant_[it->second]) return false;
        continue;
      }
      const auto& names = own_by_term_[static_cast<size_t>(&at - flow_.rests.data())];
      auto it = names.find(t.id());
      if (it == names.end() || !own.count(it->second)) return false;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rest& r : flow_.rests)
      for (const Step& s : r.steps) {
        for (uint32_t k = 0; k < flow_.shared.size(); ++k) {
          const flow::Variable& v = flow_.shared[k];
          if (!is_constant_[k] || is_of_library(v.slot.kind)) continue;
          const Value* made = flow::changed(s, flow_.roles[r.role].single, v);
          if (made && !constant(r, made->number.n.simplify())) is_constant_[k] = false, changed = true;
        }
        auto brings = [&](RestId to, const std::map<Slot, Value>& with) {
          for (const auto& [id, slot] : own_by_term_[to])
            if (own.count(slot) && !is_of_library(slot.kind) && !constant(r, with.at(slot).number.n.simplify()))
              own.erase(slot), changed = true;
        };
        brings(s.to, s.mine);
        for (const Start& t : s.starts) brings(t.rest, t.with);
      }
  }
  own_constants_ = std::move(own);
}

void Places::collect(const z3::Term& root, std::set<uint32_t>& into) const {
  z3::each_part(root, [&](const z3::Term& t) {
    if (auto it = shared_by_term_.find(t.id()); it != shared_by_term_.end()) into.insert(it->second);
    return true;
  });
}

// What the step writes is what was there. A step that reads a pointer is one for each target: it has looked whether
// this is the one, and goes on with the number of it.
bool Places::stays(const Step& s, const z3::Term& made, const z3::Term& now) const {
  if (z3::identical(made, now)) return true;
  if (!made.simplify().is_numeral()) return false;
  z3::Solver solver(c_);
  solver.add(s.when && made != now);
  return solver.check() == z3::Answer::Unsat;
}

Footprint Places::made_footprint(const Step& s) const {
  const uint32_t ends = this->ends(), starts = ends + 1, joins = ends + 2;
  Footprint f;
  collect(s.when, f.reads);
  const bool single = flow_.roles[flow_.rests[s.from].role].single;
  for (uint32_t k = 0; k < flow_.shared.size(); ++k)
    if (const Value* made = flow::changed(s, single, flow_.shared[k])) {
      if (stays(s, made->number.n, flow_.shared[k].now)) continue;
      f.writes.insert(k);
      collect(made->number.n, f.reads);
    }
  for (const auto& [slot, v] : s.mine) collect(v.number.n, f.reads);
  for (const Start& t : s.starts)
    for (const auto& [slot, v] : t.with) collect(v.number.n, f.reads);
  if (!s.starts.empty()) f.writes.insert(starts), f.reads.insert(joins);  // the number of the new thread
  if (!s.joins.empty()) f.writes.insert(ends), f.writes.insert(joins);
  if (flow_.rests[s.to].spot.is_last()) f.writes.insert(ends);
  return f;
}

const Footprint& Places::footprint(const Step& s) const { return of_steps_.at(&s); }

std::optional<SymbolId> Places::symbol_of(unsigned term_id) const {
  auto it = by_term_.find(term_id);
  if (it == by_term_.end()) return std::nullopt;
  return it->second;
}

SymbolId Places::own_symbol(unsigned thread, const Slot& slot, const Value& like) {
  const flow::Number& n = like.number;
  auto [it, fresh] =
      own_symbols_.try_emplace({thread, slot, like.kind, n.width, n.is_signed}, static_cast<SymbolId>(symbols_.size()));
  if (!fresh) return it->second;
  std::string name = "t" + std::to_string(thread) + "_" + std::to_string(static_cast<int>(slot.kind)) + "_" +
                     std::to_string(slot.owner) + "_" + std::to_string(slot.at) + "_" + std::to_string(slot.width) +
                     (n.is_signed ? "s" : "u") + std::to_string(n.width) + std::to_string(like.kind);
  z3::Term now = c_.integer_variable(name);
  z3::Term range =
      like.kind == Value::Number ? numbers_.in_range(now, like.number.width, like.number.is_signed) : c_.truth(true);
  by_term_.emplace(now.id(), it->second);
  symbols_.push_back({name, now, range, c_.integer(0), slot, thread, like.kind == Value::Number ? n.width : 0});
  return it->second;
}

PlaceId Places::place(Place p) {
  auto [it, fresh] = ids_.try_emplace(std::move(p), static_cast<PlaceId>(places_.size()));
  if (!fresh) return it->second;
  if (places_.size() >= kMostPlaces) throw TooLarge("the threads can be in very many places");
  places_.push_back(&it->first);
  made_.emplace_back().edges.resize(it->first.threads.size());
  return it->second;
}

bool Places::is_last(PlaceId p, unsigned thread) const { return flow_.rests[at(p).threads[thread].at].spot.is_last(); }

Places::Binding Places::bind(const Place& p, unsigned thread) {
  Binding b;
  for (size_t k = 0; k < constants_.size(); ++k) {
    b.from.push_back(flow_.shared[constants_[k]].now);
    b.to.push_back(c_.integer(p.constants[k]));
  }
  const Thread& t = p.threads[thread];
  for (const auto& [slot, v] : flow_.rests[t.at].mine) {
    if (v.number.n.op() != z3::Op::Variable || shared_by_term_.count(v.number.n.id())) continue;
    b.from.push_back(v.number.n);
    auto known = t.knows.find(slot);
    b.to.push_back(known != t.knows.end() ? c_.integer(known->second) : symbols_[own_symbol(thread, slot, v)].now);
  }
  return b;
}

// What a thread has when it arrives at a rest.
void Places::bring(Place& to, unsigned thread, RestId rest, const std::map<Slot, Value>& with, const Binding& names,
                   Edge& edge) {
  Thread& t = to.threads[thread];
  t.at = rest;
  t.knows.clear();
  for (const auto& [slot, wanted] : flow_.rests[rest].mine) {
    if (wanted.number.n.op() != z3::Op::Variable || shared_by_term_.count(wanted.number.n.id())) continue;
    const Value& brought = with.at(slot);
    HEDDLE_CHECK(brought.kind == wanted.kind) << "a thread arrives with another kind of value";
    z3::Term n =
        wanted.kind == Value::Address ? brought.number.n : numbers_.as(brought.number, wanted.number.is_signed).n;
    n = n.substitute(names.from, names.to).simplify();
    if (own_constants_.count(slot)) {
      int64_t value = 0;
      if (!n.is_numeral(value)) throw Varies{slot};
      t.knows.emplace(slot, value);
      continue;
    }
    SymbolId s = own_symbol(thread, slot, wanted);
    if (!z3::identical(n, symbols_[s].now)) edge.updates.push_back({s, n});
  }
}

// Handles go with the words that hold them. False: the step does not exist here, since the thread that it joins has not
// ended, or is another one.
bool Places::move_handles(Place& to, unsigned thread, const std::vector<flow::HandleAct>& acts,
                          const std::vector<RestId>& joins, const std::vector<unsigned>& begun) const {
  using Act = flow::HandleAct;
  size_t next = 0;
  for (const Act& a : acts) {
    const std::pair<unsigned, Slot> word{a.own ? thread : kNone, a.word}, from{a.from_own ? thread : kNone, a.from};
    auto named = to.handles.find(a.kind == Act::Moves ? from : word);
    const std::optional<unsigned> who = named == to.handles.end() ? std::nullopt : std::optional(named->second);
    switch (a.kind) {
      case Act::Starts:
        to.handles.erase(word);
        if (a.start < begun.size()) to.handles.emplace(word, begun[a.start]);  // not of a fault
        break;
      case Act::Goes: to.handles.erase(word); break;
      case Act::Moves:
        to.handles.erase(word);
        if (who) to.handles.emplace(word, *who);
        break;
      case Act::IsSelf:
        if (who != thread) return false;
        break;
      case Act::Joins: {
        const RestId end = joins.at(next++);
        // The word's number says that it names a thread of this role, so it does; or the step is not possible.
        if (!who || flow_.roles[to.threads[*who].role].end != end) return false;
        Thread& t = to.threads[*who];
        if (t.at != end || t.joined) return false;
        t.joined = true;
        to.handles.erase(word);
        break;
      }
    }
  }
  return true;
}

bool Places::joins_before(const Place& p, unsigned thread, const flow::Fault& f) const {
  Place behind = p;
  return f.handles.empty() || move_handles(behind, thread, f.handles, f.joins, {});
}

// Whom the step waits for, if it joins somebody: that is the first thing it does that others notice.
std::optional<unsigned> Places::joined_by(const Place& p, unsigned thread, const Step& s) const {
  using Act = flow::HandleAct;
  std::map<std::pair<unsigned, Slot>, unsigned> handles = p.handles;
  for (const Act& a : s.handles) {
    const std::pair<unsigned, Slot> word{a.own ? thread : kNone, a.word}, from{a.from_own ? thread : kNone, a.from};
    auto named = handles.find(a.kind == Act::Moves ? from : word);
    if (a.kind == Act::Joins) return named == handles.end() ? std::nullopt : std::optional(named->second);
    if (a.kind == Act::IsSelf) continue;
    const std::optional<unsigned> who =
        a.kind == Act::Moves && named != handles.end() ? std::optional(named->second) : std::nullopt;
    handles.erase(word);
    if (who) handles.emplace(word, *who);
  }
  return std::nullopt;
}

void Places::note_inputs(Edge& e) {
  std::vector<z3::Term> stack{e.guard};
  for (const auto& [s, t] : e.updates) stack.push_back(t);
  for (const z3::Term& t : e.seen) stack.push_back(t);
  std::set<unsigned> seen;
  while (!stack.empty()) {
    z3::Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id()).second) continue;
    if (t.op() == z3::Op::Variable && !by_term_.count(t.id())) e.inputs.push_back(t);
    for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
  }
}

std::optional<Edge> Places::edge(PlaceId id, unsigned thread, const Step& s, const Binding& names) {
  const Place from = at(id);
  Edge e{thread, &s, s.when.substitute(names.from, names.to).simplify(), {}, {}, {}, kNone, -1};
  if (e.guard.is_false()) return std::nullopt;
  Place to = from;
  const bool single = flow_.roles[from.threads[thread].role].single;
  for (uint32_t k = 0, c = 0; k < flow_.shared.size(); ++k) {
    const flow::Variable& v = flow_.shared[k];
    const Value* made = flow::changed(s, single, v);
    if (is_constant_[k]) ++c;
    if (!made) continue;
    z3::Term n = numbers_.as(made->number, v.is_signed).n.substitute(names.from, names.to).simplify();
    if (!is_constant_[k]) {
      if (!z3::identical(n, v.now)) e.updates.push_back({symbol_of_shared_[k], n});
      continue;
    }
    int64_t value = 0;
    if (!n.is_numeral(value)) throw Varies{v.slot};
    if (v.slot.kind == Slot::Semaphore && value > kLargestSemaphore) throw Varies{v.slot};
    to.constants[c - 1] = value;
  }
  bring(to, thread, s.to, s.mine, names, e);
  // A new thread has the number of one that was joined, if there is one: so there is an end of threads that are started
  // and joined in a loop.
  for (const Start& t : s.starts) {
    auto old = std::find_if(to.threads.begin(), to.threads.end(),
                            [&](const Thread& u) { return u.joined && wanted_.renumber; });
    unsigned fresh = static_cast<unsigned>(old - to.threads.begin());
    if (old == to.threads.end()) to.threads.emplace_back();
    if (to.threads.size() > kMostThreads) throw TooLarge("threads are started without end, or very many");
    to.threads[fresh] = {t.role, t.rest, false, {}};
    bring(to, fresh, t.rest, t.with, names, e);
    e.begun.push_back(fresh);
  }
  if (e.begun.size() == 1) e.starts = static_cast<int>(e.begun[0]);
  if (!move_handles(to, thread, s.handles, s.joins, e.begun)) return std::nullopt;
  // Nobody asks again for the words of a thread that goes no further, or that it does not have any more.
  std::erase_if(to.handles, [&](const auto& entry) {
    const auto& [whose, slot] = entry.first;
    return whose == thread && (flow_.rests[s.to].spot.is_last() || !s.mine.count(slot));
  });
  for (const z3::Term& t : s.seen.inputs) e.seen.push_back(t.substitute(names.from, names.to).simplify());
  note_inputs(e);
  e.to = place(std::move(to));
  return e;
}

const std::vector<Edge>& Places::edges(PlaceId p, unsigned thread) {
  if (!made_[p].edges[thread]) {
    std::vector<Edge> found;
    const Binding names = bind(at(p), thread);
    for (const Step& s : flow_.rests[at(p).threads[thread].at].steps)
      if (std::optional<Edge> e = edge(p, thread, s, names)) found.push_back(std::move(*e));
    made_[p].edges[thread] = std::move(found);
  }
  return *made_[p].edges[thread];
}

z3::Term Places::possible(const Edge& e) const { return e.inputs.empty() ? e.guard : z3::eliminate(e.inputs, e.guard); }

const z3::Term& Places::can_go(PlaceId p, unsigned thread) {
  made_[p].can_go.resize(at(p).threads.size());
  if (!made_[p].can_go[thread]) {
    const RestId r = at(p).threads[thread].at;
    std::vector<z3::Term> some;
    if (flow_.rests[r].may_wait) {
      for (const Edge& e : edges(p, thread))
        if (!e.step->guesses) some.push_back(possible(e));
      const Binding names = bind(at(p), thread);
      for (const flow::Fault& f : flow_.rests[r].faults)
        if (joins_before(at(p), thread, f)) some.push_back(f.when.substitute(names.from, names.to));
    } else {
      some.push_back(c_.truth(true));
    }
    made_[p].can_go[thread] = z3::disjunction(some, c_).simplify();
  }
  return *made_[p].can_go[thread];
}

const std::vector<SymbolId>& Places::live(PlaceId p) {
  if (!made_[p].live) {
    std::vector<SymbolId> all;
    for (SymbolId s : symbol_of_shared_)
      if (s != kNone) all.push_back(s);
    for (unsigned t = 0; t < at(p).threads.size(); ++t) {
      const Thread thread = at(p).threads[t];
      for (const auto& [slot, v] : flow_.rests[thread.at].mine)
        if (v.number.n.op() == z3::Op::Variable && !shared_by_term_.count(v.number.n.id()) && !thread.knows.count(slot))
          all.push_back(own_symbol(t, slot, v));
    }
    made_[p].live = std::move(all);
  }
  return *made_[p].live;
}

const z3::Term& Places::ranges(PlaceId p) {
  if (!made_[p].ranges) {
    std::vector<z3::Term> all;
    for (SymbolId s : live(p)) all.push_back(symbols_[s].range);
    made_[p].ranges = z3::conjunction(all, c_);
  }
  return *made_[p].ranges;
}

const std::vector<Trouble>& Places::troubles(PlaceId p) {
  if (made_[p].troubles) return *made_[p].troubles;
  std::vector<Trouble> found;
  for (unsigned t = 0; t < at(p).threads.size(); ++t) {
    const Binding names = bind(at(p), t);
    for (const flow::Fault& f : flow_.rests[at(p).threads[t].at].faults) {
      z3::Term when = f.when.substitute(names.from, names.to).simplify();
      if (when.is_false()) continue;
      if (!joins_before(at(p), t, f)) continue;
      found.push_back({f.failure ? Trouble::Failure : Trouble::Undefined, t, 0, when, &f, nullptr, nullptr, {}, false});
      for (const z3::Term& in : f.seen.inputs)
        found.back().seen.push_back(in.substitute(names.from, names.to).simplify());
    }
  }
  if (wanted_.races) look_for_races(at(p), found);
  if (wanted_.deadlocks) {
    look_for_ring(p, found);
    look_for_deadlock(p, found);
  }
  made_[p].troubles = std::move(found);
  return *made_[p].troubles;
}

void Places::look_for_races(const Place& p, std::vector<Trouble>& into) {
  for (unsigned t = 0; t < p.threads.size(); ++t)
    for (unsigned u = t + 1; u < p.threads.size(); ++u) {
      const auto &mine = flow_.rests[p.threads[t].at].accesses, &others = flow_.rests[p.threads[u].at].accesses;
      if (mine.empty() || others.empty()) continue;
      const Binding a = bind(p, t), b = bind(p, u);
      for (const Access& x : mine)
        for (const Access& y : others) {
          if (x.object != y.object || (!x.write && !y.write) || (x.atomic && y.atomic)) continue;
          z3::Term at_x = x.offset.substitute(a.from, a.to), at_y = y.offset.substitute(b.from, b.to);
          z3::Term when = x.when.substitute(a.from, a.to) && y.when.substitute(b.from, b.to) &&
                          at_x < at_y + c_.integer(y.bytes) && at_y < at_x + c_.integer(x.bytes);
          when = when.simplify();
          if (!when.is_false()) into.push_back({Trouble::Race, t, u, when, nullptr, &x, &y, {}, false});
        }
    }
}

// What main holds may be among the shared variables.
int64_t Places::holds(const Place& p, unsigned thread, const Slot& slot) {
  const auto& mine = flow_.rests[p.threads[thread].at].mine;
  auto it = mine.find(slot);
  if (it == mine.end()) return 0;
  const Binding names = bind(p, thread);
  int64_t n = 0;
  return it->second.number.n.substitute(names.from, names.to).simplify().is_numeral(n) ? n : 1;  // perhaps
}

// Who must do something so that a thread which has no edge here gets one: those who hold what it takes, or whose end it
// waits for.
std::set<unsigned> Places::waits_for(PlaceId id, unsigned thread) {
  std::set<unsigned> who;
  const RestId rest = at(id).threads[thread].at;
  if (!flow_.rests[rest].may_wait || can_go(id, thread).is_true()) return who;
  const Place p = at(id);
  for (const Step& s : flow_.rests[rest].steps) {
    for (const auto& [slot, v] : s.shared) {
      if (slot.kind != Slot::Lock && slot.kind != Slot::Readers) continue;
      for (Slot::Kind kind : {Slot::Held, Slot::HeldReads}) {
        if (slot.kind == Slot::Readers && kind == Slot::HeldReads) continue;  // readers let others read
        Slot held{kind, slot.owner, slot.at, 0};
        for (unsigned u = 0; u < p.threads.size(); ++u)
          if (!is_last(id, u) && holds(p, u, held) > 0) who.insert(u);
      }
    }
    if (std::optional<unsigned> u = joined_by(p, thread, s); u && !is_last(id, *u)) who.insert(*u);
  }
  return who;
}

// Each needs all of those it waits for, so any ring of them waits for ever.
void Places::look_for_ring(PlaceId id, std::vector<Trouble>& into) {
  const unsigned threads = static_cast<unsigned>(at(id).threads.size());
  std::vector<std::set<unsigned>> next;
  for (unsigned t = 0; t < threads; ++t) next.push_back(is_last(id, t) ? std::set<unsigned>{} : waits_for(id, t));
  for (unsigned t = 0; t < threads; ++t) {
    std::set<unsigned> seen;
    std::vector<unsigned> stack(next[t].begin(), next[t].end());
    while (!stack.empty()) {
      unsigned u = stack.back();
      stack.pop_back();
      if (!seen.insert(u).second) continue;
      stack.insert(stack.end(), next[u].begin(), next[u].end());
    }
    if (!seen.count(t)) continue;
    z3::Term all = c_.truth(true);
    for (unsigned u : seen)
      if (!next[u].empty()) all = all && !can_go(id, u);
    all = all.simplify();
    if (all.is_false()) continue;
    into.push_back({Trouble::Deadlock, t, t, all, nullptr, nullptr, nullptr, {}, true});
  }
}

// Nobody can go on, and somebody wants to. A sleeper may wake without reason, but nobody may rely on that.
void Places::look_for_deadlock(PlaceId id, std::vector<Trouble>& into) {
  std::vector<z3::Term> nobody;
  unsigned first = kNone;
  for (unsigned t = 0; t < at(id).threads.size(); ++t) {
    const RestId r = at(id).threads[t].at;
    if (flow_.rests[r].spot.is_last()) {
      if (flow_.rests[r].spot.phase == flow::Spot::Stuck) return;  // the program may have ended, or goes no further
      continue;
    }
    if (!flow_.rests[r].may_wait) return;
    if (first == kNone) first = t;
    if (is_asleep(r)) continue;
    nobody.push_back(!can_go(id, t));
  }
  if (first == kNone) return;
  z3::Term when = z3::conjunction(nobody, c_).simplify();
  if (!when.is_false()) into.push_back({Trouble::Deadlock, first, first, when, nullptr, nullptr, nullptr, {}, false});
}

}  // namespace heddle::impact
