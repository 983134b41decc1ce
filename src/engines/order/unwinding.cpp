// SPDX-License-Identifier: GPL-3.0-or-later
// Control: states are parked where paths meet and taken up again in weak topological order, callees before what follows
// the call.
#include "engines/order/unwinding.h"

#include <algorithm>

#include "base/check.h"
#include "engines/order/contents.h"
#include "model/control_flow.h"
#include "model/live_locals.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr size_t kMostEvents = 60000, kMostFrames = 200, kMostRounds = 5000;

bool gives_back(const Instr& i) {
  return i.kind == InstrKind::Builtin && (i.builtin == Builtin::Free || i.builtin == Builtin::Realloc);
}
}  // namespace

Unwinding::Unwinding(const model::Program& p, const analysis::PointsTo& points_to, smt::Circuit& circuit, Bound bound,
                     const Plan& plan)
    : p_(p),
      points_to_(points_to),
      c_(circuit),
      layout_(p, circuit),
      evaluator_(p, points_to, circuit, layout_),
      bound_(bound),
      plan_(plan) {
  with_state = {plan.kinds, plan.with_state};
  objects.emplace_back();  // nobody: the null pointer
  origin = c_.solver().new_node();
  for (model::ObjectId o = 0; o < p.objects.size(); ++o) {
    const model::Object& from = p.objects[o];
    Instance made;
    made.abstract = made.held_as = o;
    made.size = static_cast<uint32_t>(from.size);
    made.shared = !from.thread_local_;
    made.constant = from.constant;
    made.name = from.name;
    objects.push_back(std::move(made));
    if (!from.thread_local_) instances_[o].push_back(o + 1);
    for (uint64_t word : symbolic::wide_words(p, o, layout_)) learnt_.wide.insert({o, word});
  }
  for (const Plan::Made& m : plan.made) {
    Instance o;
    o.abstract = m.abstract;
    o.size = m.size;
    o.shared = true;
    o.owner = static_cast<int>(m.thread);
    o.content = std::make_shared<std::vector<Byte>>(m.size, symbolic::constant_byte(0, m.zero ? kFalse : kTrue));
    o.name = p.sites[m.abstract - p.objects.size()].name;
    if (m.unknown_extent) o.extent = c_.fresh(layout_.offset_bits());
    new_object(std::move(o));
  }
  taken_.assign(plan.made.size(), false);
  pool_first_ = static_cast<uint32_t>(p.objects.size()) + 1;
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (i.kind == InstrKind::Builtin) ends_are_possible_ |= model::destroys(i.builtin) || gives_back(i);
  for (size_t site = 0; site < p.sites.size(); ++site)
    ends_are_possible_ |= p.sites[site].kind == model::Site::Stack &&
                          points_to.may_be_shared(static_cast<uint32_t>(p.objects.size() + site));
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code) frees_are_possible_ |= gives_back(i);
  ThreadInstance main;
  main.proc = p.entry;
  main.started = kTrue;
  threads.push_back(main);
}

bool Unwinding::complete() const { return !late_object_ && plan_.covers(learnt_); }

bool Unwinding::learns_more() {
  note_held_bits();
  return !complete();
}

Events& Unwinding::run(const std::function<bool()>& stop) {
  stop_ = stop;
  for (unsigned t = 0; t < threads.size(); ++t) run_thread(t);
  // An entered section reaches one of its ends.
  for (const AtomicSection& section : sections) {
    smt::Clause one{~section.entered};
    one.insert(one.end(), section.ends.begin(), section.ends.end());
    c_.solver().add(one);
    stops[section.stop].timed = !section.waits;
  }
  order_joins();
  look_for_old_handles();
  order_locks();
  choose_at_barriers();
  look_for_locks_in_memory();
  // What synchronises ends with the memory it is in.
  for (size_t k = 0, n = free_of.size(); k < n; ++k) {
    auto it = shadows_.find(free_of[k].object);
    if (it != shadows_.end()) free_of.push_back({free_of[k].index, it->second, {}});
  }
  look_for_compared_ends();
  note_held_bits();
  for (const Access& a : accesses) content(State(), a.object);  // makes what was there first
  return *this;
}

const LoopOrder& Unwinding::order(model::ProcId f) {
  auto it = orders_.find(f);
  return it != orders_.end() ? it->second : orders_.emplace(f, LoopOrder(p_.procedures[f])).first->second;
}

const std::vector<std::vector<model::LocalId>>& Unwinding::live(model::ProcId f) {
  auto it = live_.find(f);
  return it != live_.end() ? it->second : live_.emplace(f, model::live_locals(p_, p_.procedures[f])).first->second;
}

void Unwinding::run_thread(unsigned t) {
  thread_ = t;
  ThreadInstance& me = threads[t];
  if (t == 0) {
    me.begin = c_.solver().new_node();
    me.end = c_.solver().new_node();
    me.finished = c_.solver().new_literal();
    me.result = std::make_shared<Value>(Value{c_.fresh(p_.pointer_width), c_.solver().new_literal()});
  }
  c_.solver().fix(origin, me.begin);
  last_ = me.begin;
  ends_.clear();
  State s;
  s.guard = me.started;
  s.alone = t == 0;
  s.initialised = me.initialised;
  Frame f;
  f.proc = me.proc;
  f.locals.resize(p_.procedures[f.proc].locals.size());
  if (p_.procedures[f.proc].params > 0 && me.argument) f.locals[0] = me.argument;
  s.frames.push_back(std::move(f));
  go(s, 0);
  park(std::move(s));
  while (!parked_.empty()) {
    if (stop_ && stop_()) throw Unsupported("out of time");
    State next = std::move(parked_.begin()->second);
    parked_.erase(parked_.begin());
    run_state(std::move(next));
  }
  ThreadInstance& done = threads[t];  // others may have been added
  c_.solver().fix(last_, done.end);
  smt::Clause finished;
  for (auto& [guard, value] : ends_) {
    finished.push_back(guard);
    learnt_.wide_results |= value.wide != kFalse;
  }
  Lit any = c_.any(finished);
  c_.solver().add({~done.finished, any});
  c_.solver().add({done.finished, ~any});
  if (done.result)
    for (auto& [guard, value] : ends_) {
      Value v = value;
      v.bits.resize(done.result->bits.size(), kFalse);
      c_.implies_equal(guard, done.result->bits, v.bits);
      c_.solver().add({~guard, ~v.undef, done.result->undef});
      c_.solver().add({~guard, v.undef, ~done.result->undef});
    }
}

Unwinding::Key Unwinding::key(const State& s) const {
  Key k;
  for (const Frame& f : s.frames) {
    k.push_back(f.proc);
    const LoopOrder::Place& place = const_cast<Unwinding*>(this)->order(f.proc)[f.pc];
    for (size_t i = 0; i < place.heads.size(); ++i) {
      k.push_back(const_cast<Unwinding*>(this)->order(f.proc)[place.heads[i]].position);
      k.push_back(f.rounds[i]);
    }
    k.push_back(place.position);
  }
  return k;
}

void Unwinding::park(State&& s) {
  if (s.guard == kFalse) return;
  auto [it, fresh] = parked_.try_emplace(key(s));
  if (fresh)
    it->second = std::move(s);
  else
    merge(it->second, std::move(s));
}

void Unwinding::merge(State& into, State&& from) {
  HEDDLE_CHECK(into.frames.size() == from.frames.size()) << "paths of two depths of calls meet";
  if (into.alone != from.alone) {
    settle(into);
    settle(from);
  }
  if (into.section != from.section || into.depth != from.depth)
    throw Unsupported("paths that meet inside and outside of an atomic section");
  merge_versions(into, from);
  if (into.waits != from.waits) into.waits = ++versions_;
  for (const auto& sleep : from.sleeps)
    if (std::find(into.sleeps.begin(), into.sleeps.end(), sleep) == into.sleeps.end()) into.sleeps.push_back(sleep);
  Lit second = from.guard;
  for (size_t k = 0; k < into.frames.size(); ++k) {
    Frame &a = into.frames[k], &b = from.frames[k];
    HEDDLE_CHECK(a.proc == b.proc && a.locals.size() == b.locals.size()) << "paths of two procedures meet";
    bool top = k + 1 == into.frames.size();
    const auto& wanted = live(a.proc)[top ? a.pc : std::min<size_t>(a.pc + 1, live(a.proc).size() - 1)];
    std::vector<ValuePtr> kept(a.locals.size());
    for (model::LocalId l : wanted) {
      ValuePtr &x = a.locals[l], &y = b.locals[l];
      if (x == y || !y)
        kept[l] = x;
      else if (!x)
        kept[l] = y;
      else
        kept[l] = std::make_shared<Value>(choose(c_, second, *y, *x));
    }
    a.locals = std::move(kept);
    for (uint32_t o : b.variables)
      if (std::find(a.variables.begin(), a.variables.end(), o) == a.variables.end()) a.variables.push_back(o);
    for (size_t k2 = 0; k2 < a.counted.size() && k2 < b.counted.size(); ++k2) {
      a.counted[k2] = std::max(a.counted[k2], b.counted[k2]);
      a.open[k2] = a.open[k2] || b.open[k2];
    }
    for (size_t m = 0; m < a.marks.size(); ++m)
      if (m >= b.marks.size() || a.marks[m] != b.marks[m]) a.marks[m] = nullptr;
  }
  Memory merged = into.memory;
  auto missing = [&](const Memory& m, uint32_t o) {
    auto it = m.find(o);
    return it == m.end() ? objects[o].content : it->second;
  };
  for (auto& [o, content] : from.memory) merged.try_emplace(o, nullptr);
  for (auto& [o, content] : merged) {
    Content x = missing(into.memory, o), y = missing(from.memory, o);
    if (!x) x = this->content(into, o);
    if (!y) y = this->content(from, o);
    if (x == y) {
      content = x;
      continue;
    }
    content = choose(c_, second, y, x);
  }
  into.memory = std::move(merged);
  into.other_reads |= from.other_reads;
  std::erase_if(into.held, [&](const auto& h) { return !from.held.count(h.first); });
  for (auto& [place, all] : into.held)
    for (uint32_t h : from.held[place])
      if (std::find(all.begin(), all.end(), h) == all.end()) all.push_back(h);
  into.may_hold.insert(from.may_hold.begin(), from.may_hold.end());
  std::erase_if(into.initialised, [&](const LockWord& p) { return !from.initialised.count(p); });
  if (into.result && from.result && into.result != from.result)
    into.result = std::make_shared<Value>(choose(c_, second, *from.result, *into.result));
  for (const State::Holds& h : from.reads) holds(into, h.cells);
  for (State::Holds& mine : into.reads) {
    const State::Holds& other = holds(from, mine.cells);
    mine.times = mine.times.empty() || other.times.empty() ? Bits{} : c_.ite(second, other.times, mine.times);
    mine.may_write |= other.may_write;
  }
  for (auto& [o, l] : from.freed) into.freed.try_emplace(o, kFalse);
  for (auto& [o, l] : into.freed) {
    auto other = from.freed.find(o);
    l = c_.ite(second, other == from.freed.end() ? kFalse : other->second, l);
  }
  into.guard = c_.or_(into.guard, second);
}

bool Unwinding::go(State& s, Pc target) {
  Frame& f = s.frames.back();
  const LoopOrder& places = order(f.proc);
  const std::vector<Pc>& from = places[f.pc].heads;
  const std::vector<Pc>& to = places[target].heads;
  std::vector<uint32_t> rounds(to.size(), 0), counted(to.size(), 0);
  std::vector<bool> open(to.size(), false);
  std::vector<std::shared_ptr<const Frame::Mark>> marks(to.size());
  bool entering = f.rounds.size() != from.size();  // the very first instruction
  for (size_t k = 0; k < to.size() && k < from.size() && !entering && from[k] == to[k]; ++k) {
    rounds[k] = f.rounds[k];
    counted[k] = f.counted[k];
    open[k] = f.open[k];
    marks[k] = f.marks[k];
    if (to[k] != target || k + 1 != to.size()) continue;
    const Round round = end_round(s, f, k);
    if (round == Round::Covered) {
      waits.push_back(s.guard);
      if (s.section >= 0) give_up(s);  // a section that may never end
      return false;
    }
    ++rounds[k];
    counted[k] += round == Round::Other && (open[k] || !bound_.certain_ones_are_free);
    open[k] = false;
  }
  f.pc = target;
  f.rounds = std::move(rounds);
  f.counted = std::move(counted);
  f.open = std::move(open);
  f.marks = std::move(marks);
  size_t most = bound_.rounds;
  for (auto [head, rounds_at_least] : p_.procedures[f.proc].rounds)
    if (!to.empty() && head == to.back()) most = std::max<size_t>(most, rounds_at_least);
  if (!f.rounds.empty() && (f.counted.back() > most || f.rounds.back() > std::max(most, kMostRounds))) {
    cut(s);
    return false;
  }
  return true;
}

// A section that cannot be followed to its end has not waited: it counts as entered.
void Unwinding::cut(State& s) {
  cuts.push_back(s.guard);
  end_section(s, s.guard);
}

void Unwinding::give_up(State& s) { flag(s, kTrue); }

void Unwinding::flag(State& s, Lit condition) {
  if (condition == kFalse) return;
  Lit happens = c_.and_(s.guard, condition);
  if (happens == kFalse) return;
  doubt(happens, place(s));
  end_section(s, happens);
}

// In the user's code.
const Instr* Unwinding::place(const State& s) const {
  for (size_t k = s.frames.size(); k-- > 0;)
    if (const model::Procedure& f = p_.procedures[s.frames[k].proc]; !f.library) return &f.code[s.frames[k].pc];
  return nullptr;
}

std::vector<model::EventId> Unwinding::calls(const State& s) const {
  std::vector<model::EventId> all;
  for (size_t k = s.frames.size(); k-- > 0;) all.push_back(p_.procedures[s.frames[k].proc].code[s.frames[k].pc].event);
  return all;
}

void Unwinding::end_section(State& s, Lit guard) {
  if (s.section >= 0) sections[static_cast<size_t>(s.section)].ends.push_back(guard);
}

void Unwinding::may_wait(State& s, Lit waits) {
  if (s.section < 0) return;
  sections[static_cast<size_t>(s.section)].waits = true;
  if (!ends_are_possible_ && compared_handles_.empty()) return;
  if (sections_look == kFalse) sections_look = c_.solver().new_literal();
  end_section(s, c_.all({s.guard, waits, sections_look}));
}

void Unwinding::run_state(State&& s) {
  for (bool first = true;; first = false) {
    const Frame& f = s.frames.back();
    const LoopOrder::Place& place = order(f.proc)[f.pc];
    bool head = !place.heads.empty() && place.heads.back() == f.pc;
    if (!first && (place.joins || head)) return park(std::move(s));
    if (head) begin_round(s);
    if (events.size() > kMostEvents) throw Unsupported("more than " + std::to_string(kMostEvents) + " events");
    const Instr& i = p_.procedures[f.proc].code[f.pc];
    size_t before = events.size();
    if (i.kind == InstrKind::Builtin && model::never_continues(i.builtin)) note_act(s, i, before);
    ++visits_;
    reached_ = s.guard;
    const Instr* at = this->place(s);
    try {
      if (!execute(s)) return;
    } catch (const Unsupported& e) {
      throw Unsupported(e.what() + (at && at->pos.line ? " at " + model::position_text(p_, at->pos) : ""));
    }
    note_act(s, i, before);
  }
}

// What the interpreter will count as an act of this thread, too.
void Unwinding::note_act(const State& s, const Instr& i, size_t events_before) {
  if (!i.act) return;
  bool builtin = i.kind == InstrKind::Builtin;
  if (builtin && i.builtin == Builtin::Assume) return;
  // noted where it happens
  if (builtin && (model::waits_on_condition(i.builtin) || i.builtin == Builtin::BarrierWait)) return;
  std::vector<ThreadInstance::Done>& acts = threads[thread_].acts;
  if (i.kind == InstrKind::Copy || i.kind == InstrKind::Fill) {
    bool in_pieces = events.size() > events_before;
    for (size_t k = 0; k < pieces_.size(); ++k)
      acts.push_back({s.guard, in_pieces ? static_cast<int>(events_before + k) : -1, kFalse,
                      semantics::Execution::Act::Plain, pieces_[k]});
    return;
  }
  acts.push_back({s.guard, events.size() > events_before ? static_cast<int>(events.size() - 1) : -1});
}

// It is not certain whether the loops go on that are left this way.
void Unwinding::may_leave(Frame& f, Pc target) {
  const LoopOrder& places = order(f.proc);
  const std::vector<Pc>&from = places[f.pc].heads, &to = places[target].heads;
  for (size_t k = 0; k < from.size() && k < f.open.size(); ++k)
    if (k >= to.size() || to[k] != from[k]) f.open[k] = true;
}

void Unwinding::branch(State& s, Lit condition, Pc then, Pc otherwise) {
  may_leave(s.frames.back(), then);
  may_leave(s.frames.back(), otherwise);
  State other = s;
  other.guard = c_.and_(s.guard, ~condition);
  s.guard = c_.and_(s.guard, condition);
  learn(s, condition);
  learn(other, ~condition);
  if (s.guard != kFalse && go(s, then)) park(std::move(s));
  if (other.guard != kFalse && go(other, otherwise)) park(std::move(other));
}

void Unwinding::assign(State& s, model::LocalId l, Value v) {
  if (l != model::kNoLocal) s.frames.back().locals[l] = std::make_shared<Value>(std::move(v));
}

uint32_t Unwinding::add_event(State& s, const Instr* i) {
  Event e;
  e.thread = thread_;
  e.before = last_;
  e.guard = s.guard;
  e.instr = i;
  e.section = s.section;
  e.visit = visits_;
  e.reached = reached_;
  bool inside = s.section >= 0 && static_cast<size_t>(s.section) < sections.size();
  if (inside) {  // all of an atomic section happens at once
    e.node = events[sections[static_cast<size_t>(s.section)].begin].node;
    e.before = e.node;
  } else {
    e.node = c_.solver().new_node();
    c_.solver().fix(last_, e.node);
    last_ = e.node;
  }
  for (const auto& [place, all] : s.held)
    if (all.size() == 1) e.holdings.push_back(all[0]);
  events.push_back(e);
  return static_cast<uint32_t>(events.size() - 1);
}

bool Unwinding::execute(State& s) {
  Frame& f = s.frames.back();
  const Instr& i = p_.procedures[f.proc].code[f.pc];
  Pc next = f.pc + 1;
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<Value> values;
      for (const auto& a : i.assignments) values.push_back(eval(s, a.value));
      for (size_t k = 0; k < values.size(); ++k) assign(s, i.assignments[k].local, std::move(values[k]));
      return go(s, next);
    }
    case InstrKind::Jump: return go(s, i.target);
    case InstrKind::Branch: {
      Lit condition = truth(s, i.a);
      if (condition == kTrue || i.target == i.target2) return go(s, i.target);
      if (condition == kFalse) return go(s, i.target2);
      branch(s, condition, i.target, i.target2);
      return false;
    }
    case InstrKind::Switch: {
      Bits v = number(s, i.a);
      if (!smt::Circuit::is_constant(v)) {
        may_leave(f, i.target);
        for (const auto& [value, target] : i.cases) may_leave(f, target);
      }
      State rest = s;
      for (const auto& [value, target] : i.cases) {
        Lit match = c_.eq(v, smt::Circuit::constant(value, static_cast<unsigned>(v.size())));
        State one = rest;
        one.guard = c_.and_(rest.guard, match);
        learn(one, match);
        rest.guard = c_.and_(rest.guard, ~match);
        if (one.guard != kFalse && go(one, target)) park(std::move(one));
      }
      if (rest.guard != kFalse && go(rest, i.target)) park(std::move(rest));
      return false;
    }
    case InstrKind::Call: return call(s, i, i.callee);
    case InstrKind::CallPointer: return call_pointer(s, i);
    case InstrKind::Return: return leave(s, i);
    case InstrKind::Load: assign(s, i.dst, load(s, i.a, i.width, &i)); return go(s, next);
    case InstrKind::Store: {
      Value v = eval(s, i.b);
      v.bits = c_.extend(v.bits, i.width, false);
      store(s, i.a, i.width, v, &i, evaluator_.holds_address(s.frames.back().proc, i.b));
      return go(s, next);
    }
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: update(s, i); return go(s, next);
    case InstrKind::Fence: return go(s, next);
    case InstrKind::Copy:
    case InstrKind::Fill: copy(s, i); return go(s, next);
    case InstrKind::Alloca: allocate(s, i); return go(s, next);
    case InstrKind::ScopeEnd: end_scope(s, i); return go(s, next);
    case InstrKind::Builtin: return builtin(s, i) && go(s, next);
    case InstrKind::Unreachable: give_up(s); return false;
  }
  return false;
}

bool Unwinding::call(State& s, const Instr& i, model::ProcId callee) {
  const model::Procedure& to = p_.procedures[callee];
  if (to.code.empty()) throw Unsupported("a call of `" + to.name + "`, which has no definition here");
  if (s.frames.size() >= kMostFrames) {
    cut(s);
    return false;
  }
  unsigned times = 0;
  for (const Frame& f : s.frames) times += f.proc == callee;
  if (times > bound_.rounds) {
    cut(s);
    return false;
  }
  Frame f;
  f.proc = callee;
  f.locals.resize(to.locals.size());
  for (uint32_t k = 0; k < to.params; ++k) {
    unsigned width = to.locals[k].width;
    Value v = k < i.args.size() ? eval(s, i.args[k]) : Value{smt::Circuit::constant(0, width), kTrue};
    v.bits = v.bits.size() > width ? smt::Circuit::cut(v.bits, width) : c_.extend(v.bits, width, false);
    f.locals[k] = std::make_shared<Value>(std::move(v));
  }
  s.frames.push_back(std::move(f));
  return go(s, 0);
}

bool Unwinding::call_pointer(State& s, const Instr& i) {
  Frame& f = s.frames.back();
  Value target = eval(s, i.a);
  use(s, target);
  Lit covered = kFalse;
  for (model::ProcId callee : points_to_.targets(f.proc, i.a)) {
    State one = s;
    Lit match = c_.eq(target.bits, smt::Circuit::constant(layout_.function_address(callee), p_.pointer_width));
    one.guard = c_.and_(s.guard, match);
    covered = c_.or_(covered, match);
    if (one.guard != kFalse && call(one, i, callee)) park(std::move(one));
  }
  s.guard = c_.and_(s.guard, ~covered);
  give_up(s);
  return false;
}

bool Unwinding::leave(State& s, const Instr& i) {
  Value v = i.a ? eval(s, i.a) : symbolic::constant(0, p_.pointer_width);
  bool has_value = i.a != 0;
  size_t before = events.size();
  end_variables(s, s.frames.back(), i);
  note_act(s, i, before);
  s.frames.pop_back();
  if (s.frames.empty()) {
    if (end_thread(s, v)) park(std::move(s));
    return false;
  }
  Frame& f = s.frames.back();
  const Instr& caller = p_.procedures[f.proc].code[f.pc];
  if (caller.dst != model::kNoLocal) {
    unsigned width = p_.procedures[f.proc].locals[caller.dst].width;
    if (!has_value) v = {smt::Circuit::constant(0, width), kTrue};
    v.bits = v.bits.size() > width ? smt::Circuit::cut(v.bits, width) : c_.extend(v.bits, width, false);
    assign(s, caller.dst, std::move(v));
  }
  if (go(s, f.pc + 1)) park(std::move(s));
  return false;
}

void Unwinding::end_variables(State& s, const Frame& f, const Instr& i) {
  int event = -1;
  for (uint32_t o : f.variables) end_variable(s, o, kTrue, i, event);
}

// What ended before is passed over.
void Unwinding::end_variable(State& s, uint32_t o, Lit when, const Instr& i, int& event) {
  Lit& ended = s.freed.try_emplace(o, kFalse).first->second;
  when = c_.and_(when, ~ended);
  ended = c_.or_(ended, when);
  if (direct(s, o) || when == kFalse) return;
  if (event < 0) event = static_cast<int>(add_event(s, &i));
  learnt_.written.insert(objects[o].abstract);
  free_of.push_back({static_cast<uint32_t>(frees.size()), o, {}});
  frees.emplace_back(c_.and_(s.guard, when), static_cast<uint32_t>(event));
}

void Unwinding::end_scope(State& s, const Instr& i) {
  int event = -1;
  const Frame& f = s.frames.back();
  for (model::ExprId e : i.args) {
    Value address = eval(s, e);
    for (uint32_t o : f.variables)
      end_variable(s, o, layout_.same_object(address.bits, layout_.address_of(o).bits), i, event);
  }
  if (event >= 0) change(s);
}

}  // namespace heddle::order
