// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/walk.h"

#include <algorithm>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/live_locals.h"
#include "model/operands.h"

namespace heddle::invariants {

using model::Builtin;
using model::ExprId;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;
using model::ProcId;

namespace {

constexpr size_t kMostSituations = 48;  // at one place; more are merged
constexpr unsigned kVisitsBeforeWidening = 5;
constexpr unsigned kMostRounds = 60;

}  // namespace

Walk::Walk(const analysis::Analyses& analyses, base::Budget& budget, Uninitialised reads)
    : p_(analyses.program()),
      analyses_(analyses),
      points_to_(analyses.points_to_if_modelled()),
      budget_(budget),
      uninitialised_(reads),
      threads_(p_.entry),
      orders_(p_.procedures.size()) {
  for (const model::Procedure& f : p_.procedures) {
    std::vector<ExprId> definition(f.locals.size());
    std::vector<unsigned> times(f.locals.size());
    for (const Instr& i : f.code) {
      model::each_assigned(i, [&](LocalId l) { ++times[l]; });
      for (const model::Assignment& a : i.assignments) definition[a.local] = a.value;
      if (i.dst != model::kNoLocal) definition[i.dst] = 0;
      if (i.dst2 != model::kNoLocal) definition[i.dst2] = 0;
    }
    for (LocalId l = 0; l < f.locals.size(); ++l)
      if (times[l] != 1 || l < f.params) definition[l] = 0;
    definition_.push_back(std::move(definition));
  }
  look_at_calls();
  look_at_counters();
  look_at_statics();
  look_at_guards();
  look_at_waits();
  look_at_sites();
}

// A static object that no thread but the first one ever touches is followed like a fresh one.
void Walk::look_at_statics() {
  const auto& effects = analyses_.effects();
  std::vector<ProcId> ahead;
  std::vector<bool> by_others(p_.procedures.size());
  auto reach = [&](ProcId f) {
    if (!by_others[f]) by_others[f] = true, ahead.push_back(f);
  };
  for (const auto& of_procedure : effects)
    for (const analysis::Effects& e : of_procedure)
      for (ProcId f : e.starts) reach(f);
  if (p_.thread_exit != model::kNone) reach(p_.thread_exit);
  base::BitSet touched(p_.objects.size() + p_.sites.size());
  while (!ahead.empty()) {
    const ProcId f = ahead.back();
    ahead.pop_back();
    for (const analysis::Effects& e : effects[f]) {
      touched.add_all(e.touches.reads);
      touched.add_all(e.touches.writes);
      for (ProcId g : e.calls) reach(g);
    }
  }
  only_main_.assign(p_.objects.size(), false);
  for (model::ObjectId o = 0; o < p_.objects.size(); ++o) {
    const model::Object& object = p_.objects[o];
    only_main_[o] = !object.constant && !object.thread_local_ && !object.external && !touched.has(o);
  }
}

void Walk::pay() {
  if (++steps_ % 256 == 0) analysis::Patience(&budget_).ask();
}

void Walk::run() {
  for (;;) {
    changed_ = threads_.changed = false;
    if (++round_ > kMostRounds) throw GivesUp{"what the threads write keeps changing"};
    accesses_.clear();
    waits_.clear();
    other_waits_.clear();
    rests_.clear();
    writes_.clear();
    before_.clear();
    waiters_.emplace();
    failures_.clear();
    doubt_.reset();
    hands_over_weakly_.reset();
    reads_uninitialised_.reset();
    without_value_.reset();
    const size_t before = threads_.size();
    for (ThreadId t = 0; t < threads_.size(); ++t) walk_thread(t);
    look_for_flags();
    if (changed_ || threads_.changed || threads_.size() != before) {
      recording_ = false;
      continue;
    }
    if (recording_) return;
    recording_ = true;
  }
}

model::Position Walk::position(const Body& b, const Instr& i) const { return b.code.library ? b.from : i.pos; }

void Walk::walk_thread(ThreadId t) {
  const Thread thread = threads_[t];
  if (!thread.over_at_start) return;
  State s;
  s.thread = t;
  s.at.over = *thread.over_at_start;
  for (model::ObjectId o = 0; o < p_.objects.size(); ++o)
    if (p_.objects[o].thread_local_ && !points_to_.may_be_shared(o))
      s.mine.insert_or_assign({Thing::ThreadLocal, o, t, 0, true}, Content(Content::Begins::Initialised));
  if (t == 0)
    for (model::ObjectId o = 0; o < p_.objects.size(); ++o)
      if (only_main_[o])
        s.mine.insert_or_assign(static_thing(o), Content(Content::Begins::Initialised));
      else if (may_be_guarded_[o])
        s.guarded.insert_or_assign(o, Content(Content::Begins::Initialised));
  const model::Procedure& f = p_.procedures[thread.begins_with];
  s.locals.resize(f.locals.size());
  if (f.params > 0) s.locals[0] = thread.argument;
  if (f.params > 0 && thread.gets_its_own)
    for (auto& [thing, offset] : s.locals[0].addresses) thing.own = thing.kind == Thing::Made;
  if (const Share& argument = thread.team.argument;
      f.params > 0 && argument.scale && thread.team.goes.count(argument.of))
    s.shares[0] = {kOwn, argument.scale, argument.distance};
  for (const auto& [at, exit] : Exits(enter(t, thread.begins_with, s, f.pos)))
    end_thread(t, exit.state, exit.result, f.pos);
}

void Walk::end_thread(ThreadId t, State s, const Value& result, model::Position from) {
  if (!s.at.held.empty() && recording_ && other_waits_.empty()) other_waits_ = "a thread that may end with a lock";
  // What destructors of thread-specific values lock, write and notify comes after the rest that is noted below.
  if (p_.thread_exit != model::kNone && recording_ && other_waits_.empty())
    other_waits_ = "destructors at the end of a thread";
  for (const auto& [thing, offset] : result.addresses)
    if (thing.fresh) escape(s, thing);
  if (result.any) escape_all(s);
  release_all(s);
  rest(s, {Rest::End, t, {}, {}, {}, {}, from, {}, {}});
  std::vector<Threads> over{s.at.over};
  if (p_.thread_exit != model::kNone) {
    over.clear();
    s.locals.assign(p_.procedures[p_.thread_exit].locals.size(), {});
    s.where.clear();
    s.defined.clear();
    std::erase_if(s.at.held, [](const Held& h) { return h.lock.named; });
    for (const auto& [at, exit] : Exits(enter(t, p_.thread_exit, s, from))) {
      State end = exit.state;
      release_all(end);
      over.push_back(at.over);
    }
  }
  for (Threads& o : over) {
    o.insert(t);
    std::optional<Threads>& end = threads_[t].over_at_end;
    if (!end) {
      end = o, changed_ = true;
      continue;
    }
    if (std::erase_if(*end, [&](ThreadId other) { return !o.count(other); })) changed_ = true;
  }
}

void Walk::walk_body(Body& b, const State& entry) {
  if (!orders_[b.proc]) orders_[b.proc].emplace(b.code);
  follow(b, 0, entry);
  while (!b.due.empty()) {
    const Pc pc = b.due.begin()->second;
    b.due.erase(b.due.begin());
    std::vector<State> states;
    for (auto& [at, point] : b.points[pc])
      if (std::exchange(point.due, false)) states.push_back(point.state);
    for (State& s : states) follow(b, pc, std::move(s));
  }
}

// Ways meet here, or a loop begins (also one that begins where the procedure does).
bool Walk::meet_at(const Body& b, Pc pc) const {
  const model::LoopOrder::Place& place = (*orders_[b.proc])[pc];
  return place.joins || (!place.heads.empty() && place.heads.back() == pc);
}

// From a place on, to the next places where ways meet.
void Walk::follow(Body& b, Pc pc, State s) {
  std::vector<Next> ahead, next;
  ahead.push_back({pc, std::move(s)});
  bool first = true;
  while (!ahead.empty()) {
    Next n = std::move(ahead.back());
    ahead.pop_back();
    if (!std::exchange(first, false) && meet_at(b, n.pc)) {
      arrive(b, n.pc, std::move(n.state));
      continue;
    }
    pay();
    next.clear();
    step(b, n.pc, n.state, next);
    for (Next& m : next) ahead.push_back(std::move(m));
  }
}

const std::vector<LocalId>& Walk::live(const Body& b, Pc pc) {
  live_.resize(p_.procedures.size());
  if (live_[b.proc].empty()) live_[b.proc] = model::live_locals(p_, b.code);
  return live_[b.proc][pc];
}

Walk::Conditions Walk::conditions(const Body& b, Pc pc, const State& s) {
  Conditions known;
  for (LocalId l : live(b, pc))
    if (b.code.locals[l].width == 1 && !definition_[b.proc][l])
      if (std::optional<int64_t> c = s.locals[l].constant()) known.push_back({l, *c != 0});
  return known;
}

void Walk::arrive(Body& b, Pc pc, State s) {
  auto& there = b.points[pc];
  const uint32_t position = (*orders_[b.proc])[pc].position;
  const bool coarse = b.coarse.count(pc);
  PointKey key{s.at, coarse ? Conditions{} : conditions(b, pc, s)};
  auto it = there.find(key);
  if (it == there.end() && there.size() < kMostSituations && !coarse) {
    there.emplace(std::move(key), Point{std::move(s), 1, true});
    b.due.insert({position, pc});
    return;
  }
  if (it != there.end() && !coarse) {
    Point& p = it->second;
    if (!join_states(p.state, s, b.code, ++p.visits > kVisitsBeforeWidening)) return;
    if (p.state.at != it->first.first) {  // an object that got known took a lock's identity with it
      State moved = std::move(p.state);
      there.erase(it);
      return arrive(b, pc, std::move(moved));
    }
    p.due = true;
    b.due.insert({position, pc});
    return;
  }
  // Too many situations: what all of them have in common.
  b.coarse.insert(pc);
  Point all{std::move(s), 0, true};
  for (auto& [at, p] : there) {
    if (p.state.at.sections != all.state.at.sections)
      throw GivesUp{"an atomic section that is open on some paths only"};
    Situation& mine = all.state.at;
    const Situation& other = p.state.at;
    if (mine.held != other.held || other.lost) lose_lock(all.state);
    std::erase_if(mine.held,
                  [&](const Held& h) { return !std::binary_search(other.held.begin(), other.held.end(), h); });
    mine.guessed |= other.guessed || mine.started != other.started;
    mine.started.insert(other.started.begin(), other.started.end());
    std::erase_if(mine.set, [&](const Word& w) { return !other.set.count(w); });
    // Others may count on the end of a team that is not known here any more: if it may go on, it is never over.
    auto end_is_lost = [&](const Threads& over, const Threads& known) {
      for (ThreadId t : over)
        if (!known.count(t) && !threads_[t].unique && !threads_[t].again) threads_[t].again = changed_ = true;
    };
    end_is_lost(mine.over, other.over), end_is_lost(other.over, mine.over);
    std::erase_if(mine.over, [&](ThreadId t) { return !other.over.count(t); });
    all.visits = std::max(all.visits, p.visits);
    join_states(all.state, p.state, b.code, p.visits > kVisitsBeforeWidening);
  }
  settle(all.state);
  if (there.size() == 1 && there.begin()->second.state.at == all.state.at) {
    Point& p = there.begin()->second;
    State again = all.state;
    if (!join_states(p.state, again, b.code, ++p.visits > kVisitsBeforeWidening)) return;
    p.due = true;
  } else {
    ++all.visits;
    there.clear();
    PointKey common{all.state.at, {}};
    there.emplace(std::move(common), std::move(all));
  }
  b.due.insert({position, pc});
}

bool Walk::join_memory(State& into, State& from) {
  bool grew = false;
  std::vector<Thing> known;
  for (const auto& [t, content] : into.mine)
    if (!from.mine.count(t) && from.made.count(shared(t))) known.push_back(t);
  for (const Thing& t : known) escape(into, t), grew = true;
  known.clear();
  for (const auto& [t, content] : from.mine)
    if (!into.mine.count(t) && into.made.count(shared(t))) known.push_back(t);
  for (const Thing& t : known) escape(from, t);
  for (const auto& [t, content] : from.mine) {
    auto [it, is_new] = into.mine.try_emplace(t, content);
    grew |= is_new || it->second.join(content);
  }
  grew |= join_guarded(into, from);
  grew |= join_notices(into, from);
  grew |= into.rounds.join(from.rounds);
  const size_t before = into.made.size();
  into.made.insert(from.made.begin(), from.made.end());
  return grew || into.made.size() != before;
}

bool Walk::join_states(State& into, State& from, const model::Procedure& code, bool widening) {
  HEDDLE_CHECK(into.thread == from.thread) << "states of two threads meet";
  HEDDLE_CHECK(into.locals.size() == code.locals.size() && from.locals.size() == code.locals.size())
      << "states of two procedures meet in " << code.name;
  bool grew = join_memory(into, from);
  grew |= join_seen(into, from, widening);
  grew |= join_shares(into, from, widening);
  for (LocalId l = 0; l < into.locals.size(); ++l) {
    grew |= join_into(into.locals[l], from.locals[l], code.locals[l].width, widening);
    if (into.names[l] != from.names[l] && into.names[l] != Name{l, 0}) into.names[l] = {l, 0}, grew = true;
  }
  for (auto& [l, v] : from.where) grew |= join_into(into.where[l], v, 64);
  grew |= std::erase_if(into.defined, [&](const auto& d) {
            auto it = from.defined.find(d.first);
            return it == from.defined.end() || it->second != d.second;
          }) > 0;
  return grew;
}

void Walk::step(Body& b, Pc pc, State& s, std::vector<Next>& next) {
  const Instr& i = b.code.code[pc];
  auto go_on = [&] { next.push_back({pc + 1, std::move(s)}); };
  doubt_operands(b, s, pc);
  doubt_values(b, s, i);
  now_ = &i;
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<std::pair<Value, Name>> values;
      std::vector<std::optional<Share>> shares;
      for (const model::Assignment& a : i.assignments) {
        values.push_back({evaluate(b, s, a.value), name_of(s, a.value)});
        shares.push_back(share_of(b, s, a.value));
      }
      for (auto& [v, n] : values)
        if (std::any_of(i.assignments.begin(), i.assignments.end(), [&, &n = n](const model::Assignment& a) {
              return a.local == n.root ||
                     (Name::is_expression(n.root) && mentions(static_cast<ExprId>(n.root), a.local));
            }))
          n = {};
      for (size_t k = 0; k < values.size(); ++k)
        assign(s, i.assignments[k].local, std::move(values[k].first), values[k].second);
      assign_shares(b, pc, s, i, shares);
      if (const model::Assignment& a = i.assignments[0]; i.assignments.size() == 1 &&
                                                         b.code.locals[a.local].width == 1 &&
                                                         !definition_[b.proc][a.local] && !mentions(a.value, a.local))
        s.defined[a.local] = a.value;
      return go_on();
    }
    case InstrKind::Jump: next.push_back({i.target, std::move(s)}); return;
    case InstrKind::Branch: {
      State other = s;
      for (auto& [to, holds, target] : {std::tuple(&s, true, i.target), std::tuple(&other, false, i.target2)}) {
        if (!refine(b, *to, i.a, holds)) continue;
        learn_of_counters(b, *to, i.a, holds);
        next.push_back({target, std::move(*to)});
      }
      return;
    }
    case InstrKind::Switch: {
      const Value v = evaluate(b, s, i.a);
      const unsigned width = p_.exprs[i.a].width;
      bool decided = false;
      for (const auto& [bits, target] : i.cases) {
        const Numbers n = Numbers::of_bits(bits, width);
        if (v.only_number() && !v.number->has(n.lo)) continue;
        State taken = s;
        if (restrict(b, taken, i.a, n, 0)) next.push_back({target, std::move(taken)});
        decided |= v.constant() == n.lo;
      }
      if (!decided) next.push_back({i.target, std::move(s)});
      return;
    }
    case InstrKind::Call: return call(b, pc, s, i, i.callee, next);
    case InstrKind::CallPointer: {
      const Value v = evaluate(b, s, i.a);
      know_where(b, i, i.a, v);
      std::vector<ProcId> targets;
      if (v.any || v.number || v.addresses.empty() || !v.handles.empty()) doubt(b, i);
      if (v.any) {
        targets = points_to_.targets(b.proc, i.a);
      } else {
        for (const auto& [t, offset] : v.addresses)
          if (t.kind == Thing::Procedure) targets.push_back(t.id);
      }
      if (targets.empty()) return lead_nowhere(b, i, v);
      for (ProcId g : targets) {
        State one = s;
        call(b, pc, one, i, g, next);
      }
      return;
    }
    case InstrKind::Return: return come_back(b, s, i);
    case InstrKind::Load: {
      const Value address = evaluate(b, s, i.a);
      const Things at = things(b, s, i.a, address);
      know_where(b, i, i.a, address);
      doubt_access(b, s, i, address, i.width / 8, false);
      doubt_content(b, s, i, address, i.width / 8);
      if (at.empty()) return lead_nowhere(b, i, address);
      reads_memory(b, s, i, at, i.width / 8);
      record(b, s, i, at, name_of(s, i.a), i.width / 8, false, i.atomic(), share_of(b, s, i.a));
      Value v = address.any ? Value::anything() : load(s, at, i.width / 8);
      look_at_order(b, i, v);
      if (i.dst != model::kNoLocal && b.code.locals[i.dst].width != i.width && v.number)
        v.number = truncate(*v.number, b.code.locals[i.dst].width);
      const auto row = i.width == p_.pointer_width ? row_of(b, s, i.a, at) : std::nullopt;
      assign(s, i.dst, std::move(v), {});
      if (!address.any && i.dst != model::kNoLocal && b.code.locals[i.dst].width == i.width) {
        saw(s, i.dst, at, i.width / 8);
        if (b.thread == 0 && i.width == p_.pointer_width) fetch(s, i.dst, at, row);
      }
      return go_on();
    }
    case InstrKind::Store: {
      const Value address = evaluate(b, s, i.a);
      const Things at = things(b, s, i.a, address);
      know_where(b, i, i.a, address);
      doubt_access(b, s, i, address, i.width / 8, true);
      if (at.empty()) return lead_nowhere(b, i, address);
      record(b, s, i, at, name_of(s, i.a), i.width / 8, true, i.atomic(), share_of(b, s, i.a));
      look_at_order(b, i, evaluate(b, s, i.b));
      const std::map<Root, Round> before = s.newest.empty() ? std::map<Root, Round>() : s.rounds.all;
      store(b, s, at, true, i.width / 8, i.b, evaluate(b, s, i.b));
      if (!address.any && i.width == p_.pointer_width) keep(b, s, i, at, before);
      return go_on();
    }
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: {
      const Value address = evaluate(b, s, i.a);
      const Things at = things(b, s, i.a, address);
      know_where(b, i, i.a, address);
      doubt_access(b, s, i, address, i.width / 8, true);
      doubt_content(b, s, i, address, i.width / 8);
      if (at.empty()) return lead_nowhere(b, i, address);
      reads_memory(b, s, i, at, i.width / 8);
      record(b, s, i, at, name_of(s, i.a), i.width / 8, true, i.atomic(), share_of(b, s, i.a));
      Value old = address.any ? Value::anything() : load(s, at, i.width / 8);
      const ExprId operand = i.kind == InstrKind::Rmw ? i.b : i.c;
      Value v = evaluate(b, s, operand);
      const bool plain = v.only_number() && (old.only_number() || old.nothing());
      if (i.kind == InstrKind::Rmw && i.rmw == model::RmwOp::Add && plain && old.number && at.size() == 1 &&
          (at[0].first.fresh || guarded(s, at[0].first)))
        v = Value::of(add(*old.number, *v.number, i.width));
      else if (i.kind == InstrKind::Rmw && i.rmw != model::RmwOp::Xchg)
        v = plain ? Value::of(Numbers::all(i.width)) : Value::anything();
      look_at_order(b, i, old);
      look_at_order(b, i, v);
      store(b, s, at, i.kind == InstrKind::Rmw, i.width / 8, operand, std::move(v));
      assign(s, i.dst, std::move(old), {});
      assign(s, i.dst2, Value::of(Numbers::all(1)), {});
      return go_on();
    }
    case InstrKind::Fence: return go_on();
    case InstrKind::Copy: {
      const Value to = evaluate(b, s, i.a), from = evaluate(b, s, i.b), size = evaluate(b, s, i.c);
      if (size.constant() == 0) return go_on();
      know_where(b, i, i.a, to);
      know_where(b, i, i.b, from);
      const Things at_to = things(b, s, i.a, to), at_from = things(b, s, i.b, from);
      doubt(b, i);
      if (at_to.empty()) return lead_nowhere(b, i, to);
      if (at_from.empty()) return lead_nowhere(b, i, from);
      reads_memory(b, s, i, at_from, std::nullopt);
      const uint64_t bytes =
          size.only_number() && size.number->hi >= 0 ? static_cast<uint64_t>(size.number->hi) : ~0ull >> 8;
      record(b, s, i, at_from, name_of(s, i.b), bytes, false, false, share_of(b, s, i.b));
      record(b, s, i, at_to, name_of(s, i.a), bytes, true, false, share_of(b, s, i.a));
      copy(b, s, at_to, at_from);
      if (auto block = s.mine.find(at_to[0].first); at_to.size() == 1 && block != s.mine.end())
        block->second.fill(at_to[0].second, size.constant().value_or(0));
      return go_on();
    }
    case InstrKind::Fill: {
      const Value to = evaluate(b, s, i.a), byte = evaluate(b, s, i.b), size = evaluate(b, s, i.c);
      if (size.constant() == 0) return go_on();
      know_where(b, i, i.a, to);
      const Things at = things(b, s, i.a, to);
      doubt(b, i);
      if (at.empty()) return lead_nowhere(b, i, to);
      const uint64_t bytes =
          size.only_number() && size.number->hi >= 0 ? static_cast<uint64_t>(size.number->hi) : ~0ull >> 8;
      record(b, s, i, at, name_of(s, i.a), bytes, true, false, share_of(b, s, i.a));
      blur(b, s, at);
      return go_on();
    }
    case InstrKind::Alloca: {
      Value v = make(b, s, i, Content::Begins::Undefined, evaluate(b, s, i.a).constant());
      assign(s, i.dst, std::move(v), {});
      return go_on();
    }
    case InstrKind::ScopeEnd:
      for (ExprId e : i.args) {
        const Value v = evaluate(b, s, e);
        if (v.any || v.addresses.size() != 1) continue;
        const Thing t = v.addresses[0].first;
        if (t.kind != Thing::Made) continue;
        if (recording_ && still_known(b, pc, s, t)) doubt(b, i);
        if (t.nth > kInstances) continue;
        if (s.mine.erase(t)) s.made.erase(shared(t));  // what others knew keeps its name: the next one is another lock
      }
      return go_on();
    case InstrKind::Builtin: return builtin(b, pc, s, i, next);
    case InstrKind::Unreachable: return doubt(b, i);
  }
}

}  // namespace heddle::invariants
