// SPDX-License-Identifier: GPL-3.0-or-later
// Control: a state runs to the end of its block and becomes one or more states of the next depth. While main is alone
// nobody can tell how long it takes, so that it runs on as long as its branches are decided: what it sets up costs no
// depth.
#include "engines/unrolled/stepper.h"

#include <algorithm>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/live_locals.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr size_t kMostFrames = 200;
constexpr unsigned kMostInstructions = 200000;  // in one step, while main is alone
constexpr unsigned kSiteBits = 16;
}  // namespace

Stepper::Stepper(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, Circuit& circuit,
                 const Settings& settings, const Plan& plan)
    : memory(p, circuit),
      p_(p),
      points_to_(points_to),
      control_(control),
      c_(circuit),
      evaluator_(p, points_to, circuit, memory.layout()),
      settings_(settings),
      plan_(plan),
      learnt_(plan) {
  if (p.thread_exit != model::kNone) throw Unsupported("thread-specific keys");
  for (model::ObjectId o = 0; o < p.objects.size(); ++o)
    if (!p.objects[o].thread_local_) instances_[o].push_back(o + 1);
  for (model::ObjectId o = 0; o < p.objects.size(); ++o)
    for (uint64_t word : symbolic::wide_words(p, o, layout())) plan_.wide.insert({o, word});
  find_variables_of_blocks();
  for (ProcId f = 0; f < p.procedures.size(); ++f)
    for (const Instr& i : p.procedures[f].code) {
      if (i.kind != InstrKind::Builtin) continue;
      destroys_are_possible_ |= model::destroys(i.builtin);
      frees_are_possible_ |= i.builtin == Builtin::Free || i.builtin == Builtin::Realloc;
      const model::Synchronises what = model::synchronises(i.builtin);
      if (what == model::Synchronises::RwLock || what == model::Synchronises::Semaphore ||
          what == model::Synchronises::Barrier)
        wide_.add_all(points_to.objects(f, i.args[0]));
    }
  Thread main;
  main.entry = p.entry;
  threads.push_back(std::move(main));
  for (const Plan::Started& t : plan.started) thread_for(t.creator, t.number, t.entry);
  for (const Plan::Made& m : plan.made) object_for(m);
}

State Stepper::initial(unsigned thread) {
  State s;
  s.alone = thread == 0;
  s.phase = thread == 0 ? Phase::Run : Phase::ReadSync;
  s.micro = thread == 0 ? 0 : model::kNone;  // not started yet
  auto f = std::make_shared<Frame>();
  f->proc = threads[thread].entry;
  f->locals.resize(p_.procedures[f->proc].locals.size());
  f->from = Circuit::constant(0, kSiteBits);
  s.top = settings_.context ? 0 : f->proc;
  s.frames.resize(s.top + 1);
  s.frames[s.top] = std::move(f);
  return s;
}

const std::vector<std::vector<model::LocalId>>& Stepper::live(ProcId f) {
  auto it = live_.find(f);
  return it != live_.end() ? it->second : live_.emplace(f, model::live_locals(p_, p_.procedures[f])).first->second;
}

Frame& Stepper::top(State& s) {
  std::shared_ptr<Frame>& f = s.frames[s.top];
  if (f.use_count() > 1) f = std::make_shared<Frame>(*f);
  return *f;
}

Stepper::Key Stepper::key(const State& s) const {
  Key k{static_cast<uint32_t>(s.phase),
        s.delay,
        s.micro,
        s.section,
        s.section_began,
        s.creations,
        s.ended,
        s.holds_token,
        s.moves};
  if (s.ended) return k;
  if (!settings_.context) {
    k.push_back(top(s).proc);
    k.push_back(top(s).pc);
    return k;
  }
  for (const auto& f : s.frames) {
    k.push_back(f->proc);
    k.push_back(f->pc);
  }
  return k;
}

void Stepper::park(States& states, State&& s) {
  if (s.guard == kFalse) return;
  auto [it, fresh] = states.try_emplace(key(s));
  if (fresh)
    it->second = std::move(s);
  else
    merge(it->second, std::move(s));
}

void Stepper::merge(State& into, State&& from) {
  const Lit second = from.guard;
  auto both = [&](const ValuePtr& x, const ValuePtr& y) -> ValuePtr {
    if (x == y || !y) return x;
    if (!x) return y;
    if (x->bits == y->bits && x->undef == y->undef && x->handle == y->handle && x->wide == y->wide) return x;
    return std::make_shared<Value>(choose(c_, second, *y, *x));
  };
  into.alone &= from.alone;
  into.ghost &= from.ghost;
  into.took = c_.ite(second, from.took, into.took);
  into.only_reads &= from.only_reads;
  into.holds_token &= from.holds_token;
  into.result = both(into.result, from.result);
  into.generation = both(into.generation, from.generation);
  if (into.frames.size() < from.frames.size()) into.frames.resize(from.frames.size());
  for (size_t k = 0; k < from.frames.size(); ++k) {
    if (!from.frames[k] || into.frames[k] == from.frames[k]) continue;
    if (!into.frames[k]) {
      into.frames[k] = from.frames[k];
      continue;
    }
    const Frame &x = *into.frames[k], &y = *from.frames[k];
    HEDDLE_CHECK(x.proc == y.proc && x.locals.size() == y.locals.size()) << "states of two procedures meet";
    auto merged = std::make_shared<Frame>();
    merged->proc = x.proc;
    merged->pc = x.pc;
    merged->variables = x.variables;
    merged->from = x.from == y.from ? x.from : c_.ite(second, y.from, x.from);
    merged->locals.resize(x.locals.size());
    auto keep = [&](const std::vector<model::LocalId>& wanted) {
      for (model::LocalId l : wanted) merged->locals[l] = both(x.locals[l], y.locals[l]);
    };
    bool running = k == into.top;
    size_t last = live(x.proc).size() - 1;
    keep(live(x.proc)[running ? x.pc : std::min<size_t>(x.pc + 1, last)]);
    if (!running && y.pc != x.pc) keep(live(x.proc)[std::min<size_t>(y.pc + 1, last)]);
    for (uint32_t o : y.variables)
      if (std::find(merged->variables.begin(), merged->variables.end(), o) == merged->variables.end())
        merged->variables.push_back(o);
    into.frames[k] = std::move(merged);
  }
  for (auto& [o, content] : from.memory) {
    auto [it, fresh] = into.memory.try_emplace(o, content);
    if (!fresh)
      it->second = memory.choice(second, content, it->second);
    else
      it->second = memory.choice(second, content, memory.initial(o));
  }
  for (auto& [o, content] : into.memory)
    if (!from.memory.count(o)) content = memory.choice(second, memory.initial(o), content);
  into.gone.insert(from.gone.begin(), from.gone.end());
  into.leaves.insert(from.leaves.begin(), from.leaves.end());
  std::erase_if(into.locks, [&](const LockWord& c) { return !from.locks.count(c); });
  std::erase_if(into.shares, [&](const LockWord& c) { return !from.shares.count(c); });
  into.created |= from.created;
  into.joined &= from.joined;
  for (auto& [site, n] : from.made) {
    unsigned& mine = into.made[site];
    mine = std::max(mine, n);
  }
  into.other_reads |= from.other_reads;
  for (auto& [cell, times] : from.reads) into.reads.try_emplace(cell, 0);
  for (auto& [cell, times] : into.reads) {
    auto other = from.reads.find(cell);
    if (times != (other == from.reads.end() ? 0 : other->second)) times = State::kNotKnown;
  }
  into.gave.insert(from.gave.begin(), from.gave.end());
  for (uint32_t t : from.touches)
    if (std::find(into.touches.begin(), into.touches.end(), t) == into.touches.end()) into.touches.push_back(t);
  into.guard = c_.or_(into.guard, second);
}

void Stepper::begin(unsigned thread, unsigned depth, Lit token, const Contents& now, Contents& next) {
  thread_ = thread;
  depth_ = depth;
  token_ = token;
  now_ = &now;
  next_ = &next;
  arrived.clear();
  Thread& t = threads[thread];
  if (t.begun.size() <= depth) t.begun.resize(depth + 1), t.behind.resize(depth + 1);
}

bool Stepper::is_visible(const State& s) const { return control_.visible(top(s).proc, top(s).pc) && s.section == 0; }

bool Stepper::is_local(const State& s) const {
  return !s.ended && !s.alone && s.micro == 0 && s.section == 0 && !is_visible(s);
}

const Instr* Stepper::next(const State& s) const {
  if (s.ended || s.micro == model::kNone) return nullptr;
  return &p_.procedures[top(s).proc].code[top(s).pc];
}

void Stepper::depart(State&& s, unsigned delay) {
  if (s.guard == kFalse) return;
  s.delay = delay;
  s.phase = is_visible(s) && !s.alone ? Phase::ReadSync : Phase::Run;
  arrived.push_back(std::move(s));
}

void Stepper::pass_sync(State s) {
  if (s.delay > 0) {
    --s.delay;
    arrived.push_back(std::move(s));
  } else if (s.phase == Phase::ReadSync) {
    s.phase = Phase::Run;
    arrived.push_back(std::move(s));
  } else if (!s.ended) {  // WriteSync
    s.touches.clear();
    s.holds_token = false;
    depart(std::move(s), 0);
  }
}

void Stepper::step(State s) {
  if (s.ended) return finish(std::move(s));
  if (s.micro == model::kNone) {
    s.micro = 0;
    return start(std::move(s));
  }
  written_.clear();
  for (instructions_ = 0;; ++instructions_) {
    if (poll && ++work_ % 64 == 0) poll();
    if (instructions_ > kMostInstructions) throw Unsupported("main computes for very long before it starts a thread");
    Frame& f = top(s);
    const ProcId proc = f.proc;
    const Pc here = f.pc;
    const Instr& i = p_.procedures[proc].code[here];
    const bool visible = is_visible(s), alone = s.alone, in_section = s.section > 0;
    operates_ = visible && !alone;
    if (operates_ && i.kind != InstrKind::Load) s.guard = c_.and_(s.guard, token_);  // S3
    bool makes = i.kind == InstrKind::Alloca;
    if (i.kind == InstrKind::Builtin)
      makes = model::event_kind(i.builtin) == model::EventKind::Create ||
              model::event_kind(i.builtin) == model::EventKind::Alloc;
    if (s.guard == kFalse || (s.ghost && makes)) return;
    if (i.kind == InstrKind::Builtin && model::never_continues(i.builtin) && i.builtin != Builtin::ThreadExit)
      note_act(s, i, in_section);
    reached_ = kFalse;
    try {
      if (execute(s, i) == Flow::Stop || s.guard == kFalse) return;
    } catch (const Unsupported& e) {
      if (s.ghost) return;  // it does not happen
      model::Position pos = user_position(s);
      throw Unsupported(e.what() + (pos.line ? " at " + model::position_text(p_, pos) : ""));
    }
    bool control = i.kind == InstrKind::Call || i.kind == InstrKind::Return;
    if (!control && !(i.kind == InstrKind::Copy || i.kind == InstrKind::Fill)) note_act(s, i, operates_ || in_section);
    bool ends_section = in_section && s.section == 0 && !s.alone;
    bool begins_section = !in_section && s.section > 0;
    const Frame& now = top(s);
    if ((operates_ && !begins_section) || ends_section || alone != s.alone) {
      s.phase = Phase::WriteSync;
      s.only_reads = i.kind == InstrKind::Load;
      s.delay = now.proc == proc && !control ? control_.padding(proc, here, now.pc) : 0;
      arrived.push_back(std::move(s));
      return;
    }
    if (s.alone) continue;
    if (i.kind == InstrKind::Call) return depart(std::move(s), 0);
    if (control_.joins(now.proc, now.pc) || is_visible(s))
      return depart(std::move(s), control_.padding(proc, here, now.pc));
  }
}

void Stepper::go_on_if(State& s, Lit holds) {
  if (s.section > 0 && holds != kTrue) waits_in_section.push_back(c_.and_(s.guard, ~holds));
  s.guard = c_.and_(s.guard, holds);
}

void Stepper::flag(State& s, Lit condition) {
  if (condition == kFalse || s.guard == kFalse) return;
  Lit happens = c_.and_(s.guard, condition);
  if (happens == kFalse) return;
  undefined.push_back(happens);
  s.guard = c_.and_(s.guard, ~condition);
}

Lit Stepper::opaque(Lit l) {
  if (!l.is_constant()) return l;
  Lit hidden = c_.solver().new_literal();
  c_.solver().add({l == kTrue ? hidden : ~hidden});
  return hidden;
}

void Stepper::add_act(const State& s, Act a) {
  a.guard = s.guard;
  a.depth = depth_;
  threads[thread_].acts.push_back(a);
}

// What the interpreter will count as an act of this thread, too.
void Stepper::note_act(const State& s, const Instr& i, bool ordered) {
  if (!i.act) return;
  if (i.kind == InstrKind::Builtin) {
    if (i.builtin == Builtin::Assume || i.builtin == Builtin::ThreadCreate) return;
    if (model::waits_on_condition(i.builtin) || i.builtin == Builtin::BarrierWait) return;  // noted where it happens
  }
  Act a;
  a.ordered = ordered;
  add_act(s, a);
}

model::Position Stepper::user_position(const State& s) const {
  if (!settings_.context) return p_.procedures[top(s).proc].code[top(s).pc].pos;
  for (size_t k = s.frames.size(); k-- > 0;) {
    const model::Procedure& f = p_.procedures[s.frames[k]->proc];
    if (!f.library) return f.code[s.frames[k]->pc].pos;
  }
  return {};
}

void Stepper::touch(State& s, const Instr& i, std::vector<Target> places, unsigned bytes, Lit write, bool atomic) {
  std::erase_if(places, [&](const Target& at) { return !memory[at.object].shared || memory[at.object].constant; });
  const Lit guard = reached_ == kFalse ? s.guard : reached_;
  if (s.alone || s.moves || guard == kFalse || places.empty() || !(operates_ || s.section > 0)) return;
  Thread& t = threads[thread_];
  Touch made;
  made.guard = guard;
  made.places = std::move(places);
  made.bytes = bytes;
  made.write = write;
  made.atomic = atomic || s.section > 0;
  made.in_section = s.section > 0;
  made.began = s.section > 0 ? s.section_began : depth_;
  made.pos = user_position(s);
  made.instr = &i;
  uint32_t index = static_cast<uint32_t>(t.touches.size());
  t.begun[made.began].push_back(index);
  t.behind[s.synced].push_back(index);
  s.touches.push_back(index);
  t.touches.push_back(std::move(made));
}

Lit Stepper::overlap(const Touch& a, const Touch& b) {
  smt::Clause any;
  const unsigned low = layout().offset_bits();
  for (const Target& x : a.places)
    for (const Target& y : b.places) {
      if (x.object != y.object) continue;
      auto before = [&](const Target& p, const Target& q, unsigned bytes) {  // p begins before the end of q
        if (bytes == 0) return kTrue;
        return c_.ult(p.offset, c_.add(q.offset, Circuit::constant(bytes, low)));
      };
      Lit meets = c_.and_(before(x, y, b.bytes), before(y, x, a.bytes));
      if (a.bytes == 0 || b.bytes == 0) meets = kTrue;
      any.push_back(c_.all({x.match, y.match, meets}));
    }
  return c_.any(any);
}

void Stepper::assign(State& s, model::LocalId l, Value v) {
  if (l != model::kNoLocal) top(s).locals[l] = std::make_shared<Value>(std::move(v));
}

Stepper::Flow Stepper::move(State& s, Pc target) {
  top(s).pc = target;
  return Flow::Next;
}

Stepper::Flow Stepper::execute(State& s, const Instr& i) {
  const Pc here = top(s).pc, next = here + 1;
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<Value> values;
      for (const auto& a : i.assignments) values.push_back(eval(s, a.value));
      for (size_t k = 0; k < values.size(); ++k) assign(s, i.assignments[k].local, std::move(values[k]));
      return move(s, next);
    }
    case InstrKind::Jump: return move(s, i.target);
    case InstrKind::Branch: {
      Lit condition = truth(s, i.a);
      if (!settings_.folding && !s.alone) condition = opaque(condition);
      if (condition.is_constant() && s.alone) return move(s, condition == kTrue ? i.target : i.target2);
      branch(s, {{condition, i.target}, {~condition, i.target2}});
      return Flow::Stop;
    }
    case InstrKind::Switch: {
      Bits v = number(s, i.a);
      std::vector<std::pair<Lit, Pc>> ways;
      Lit rest = kTrue;
      for (const auto& [value, target] : i.cases) {
        Lit match = c_.eq(v, Circuit::constant(value, static_cast<unsigned>(v.size())));
        ways.emplace_back(c_.and_(rest, match), target);
        rest = c_.and_(rest, ~match);
      }
      ways.emplace_back(rest, i.target);
      if (s.alone)
        for (auto [condition, target] : ways)
          if (condition == kTrue) return move(s, target);
      branch(s, ways);
      return Flow::Stop;
    }
    case InstrKind::Call: return call(s, i, i.callee);
    case InstrKind::CallPointer: return call_pointer(s, i);
    case InstrKind::Return: return leave(s, i);
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: access(s, i); return move(s, next);
    case InstrKind::Fence: return move(s, next);
    case InstrKind::Copy:
    case InstrKind::Fill: return copy(s, i) ? move(s, next) : Flow::Next;
    case InstrKind::Alloca: allocate(s, i); return move(s, next);
    case InstrKind::ScopeEnd: end_scope(s, i); return move(s, next);
    case InstrKind::Builtin: {
      if (builtin(s, i) == Flow::Stop) return Flow::Stop;
      return s.micro ? Flow::Next : move(s, next);
    }
    case InstrKind::Unreachable: flag(s, kTrue); return Flow::Stop;
  }
  return Flow::Stop;
}

void Stepper::branch(State& s, const std::vector<std::pair<Lit, Pc>>& ways) {
  const Pc here = top(s).pc;
  for (auto [condition, target] : ways) {
    Lit guard = c_.and_(s.guard, condition);
    if (guard == kFalse) continue;
    State one = s;
    one.guard = guard;
    move(one, target);
    unsigned delay = one.alone ? 0 : control_.padding(top(one).proc, here, target);
    depart(std::move(one), delay);
  }
}

Stepper::Flow Stepper::call(State& s, const Instr& i, ProcId callee) {
  const model::Procedure& to = p_.procedures[callee];
  if (to.code.empty()) throw Unsupported("a call of `" + to.name + "`, which has no definition here");
  if (!settings_.context && control_.recursive(callee))
    throw Unsupported("recursion, without call stacks in the key (--lazy-context)");
  unsigned times = 0;
  if (settings_.context)
    for (const auto& f : s.frames) times += f->proc == callee;
  if (times > settings_.recursion || s.frames.size() >= std::max(kMostFrames, p_.procedures.size() + 1)) {
    cut(s);
    return Flow::Stop;
  }
  auto f = std::make_shared<Frame>();
  f->proc = callee;
  f->locals.resize(to.locals.size());
  for (uint32_t k = 0; k < to.params; ++k) {
    unsigned width = to.locals[k].width;
    Value v = k < i.args.size() ? eval(s, i.args[k]) : Value{Circuit::constant(0, width), kTrue};
    v.bits = v.bits.size() > width ? Circuit::cut(v.bits, width) : c_.extend(v.bits, width, false);
    f->locals[k] = std::make_shared<Value>(std::move(v));
  }
  if (settings_.context) {
    s.frames.push_back(std::move(f));
    s.top = s.frames.size() - 1;
    return Flow::Next;
  }
  f->from = Circuit::constant(control_.call_site(top(s).proc, top(s).pc) + 1, kSiteBits);
  if (s.frames.size() <= callee) s.frames.resize(callee + 1);
  s.frames[callee] = std::move(f);
  s.top = callee;
  return Flow::Next;
}

Stepper::Flow Stepper::call_pointer(State& s, const Instr& i) {
  Value target = eval(s, i.a);
  use(s, target);
  Lit covered = kFalse;
  for (ProcId callee : points_to_.targets(top(s).proc, i.a)) {
    Lit match = c_.eq(target.bits, Circuit::constant(layout().function_address(callee), p_.pointer_width));
    if (s.alone && match == kTrue) return call(s, i, callee);
    State one = s;
    one.guard = c_.and_(s.guard, match);
    covered = c_.or_(covered, match);
    if (one.guard != kFalse && call(one, i, callee) == Flow::Next) depart(std::move(one), 0);
  }
  flag(s, ~covered);
  return Flow::Stop;
}

Stepper::Flow Stepper::leave(State& s, const Instr& i) {
  Value v = i.a ? eval(s, i.a) : symbolic::constant(0, p_.pointer_width);
  if (s.guard == kFalse) return Flow::Stop;
  const bool has_value = i.a != 0;
  const ProcId proc = top(s).proc;
  const Pc here = top(s).pc;
  const unsigned delay = s.alone ? 0 : control_.padding_of_return(proc, here);
  end_variables(s, top(s));
  note_act(s, i, operates_ || s.section > 0);
  if (settings_.context) {
    s.frames.pop_back();
    if (s.frames.empty()) {
      end_thread(std::move(s), v);
      return Flow::Stop;
    }
    s.top = s.frames.size() - 1;
    return come_back(s, top(s).pc, std::move(v), has_value, delay);
  }
  const Bits from = top(s).from;
  Lit last = c_.eq(from, Circuit::constant(0, kSiteBits));
  for (uint32_t site : control_.calls_of(proc)) {
    Lit match = c_.eq(from, Circuit::constant(site + 1, kSiteBits));
    State one = s;
    one.ghost |= match == kFalse;
    if (!s.alone) match = opaque(match);  // reachability ignores who called: the false loops of section 7
    one.guard = c_.and_(s.guard, match);
    if (one.guard == kFalse) continue;
    const Control::CallSite& at = control_.call_sites()[site];
    one.frames[proc] = nullptr;
    one.top = at.caller;
    if (one.frames.size() <= one.top) one.frames.resize(one.top + 1);
    if (!one.frames[one.top]) {
      auto f = std::make_shared<Frame>();
      f->proc = at.caller;
      f->locals.resize(p_.procedures[at.caller].locals.size());
      f->from = Circuit::constant(~uint64_t{0}, kSiteBits);  // no call at all
      one.frames[one.top] = std::move(f);
    }
    top(one).pc = at.pc;
    if (come_back(one, at.pc, v, has_value, delay) == Flow::Stop) continue;
    s = std::move(one);  // alone: there is no other way
    return Flow::Next;
  }
  s.guard = c_.and_(s.guard, last);
  s.frames[proc] = nullptr;
  if (s.guard != kFalse) end_thread(std::move(s), v);
  return Flow::Stop;
}

// Behind the call. Next: main is alone and just goes on.
Stepper::Flow Stepper::come_back(State& s, Pc call, Value v, bool has_value, unsigned delay) {
  const ProcId proc = top(s).proc;
  const Instr& caller = p_.procedures[proc].code[call];
  if (caller.dst != model::kNoLocal) {
    unsigned width = p_.procedures[proc].locals[caller.dst].width;
    if (!has_value) v = {Circuit::constant(0, width), kTrue};
    v.bits = v.bits.size() > width ? Circuit::cut(v.bits, width) : c_.extend(v.bits, width, false);
    assign(s, caller.dst, std::move(v));
  }
  move(s, call + 1);
  if (s.alone) return Flow::Next;
  delay += control_.padding(proc, call, call + 1);
  if (!operates_) {
    depart(std::move(s), delay);
    return Flow::Stop;
  }
  s.phase = Phase::WriteSync;
  s.only_reads = false;
  s.delay = delay;
  arrived.push_back(std::move(s));
  return Flow::Stop;
}

void Stepper::end_variables(State& s, Frame& f) {
  for (uint32_t o : f.variables) set_gone(s, o, kTrue);
  f.variables.clear();
}

void Stepper::end_scope(State& s, const Instr& i) {
  for (model::ExprId e : i.args) {
    const Value address = eval(s, e);
    std::vector<uint32_t> left;
    for (uint32_t o : top(s).variables) {
      Lit match = layout().names(address.bits, o);
      if (match != kTrue) left.push_back(o);
      if (match == kFalse) continue;
      if (!memory[o].shared && match != kTrue) throw Unsupported("a variable whose block may have been left or not");
      set_gone(s, o, match);
    }
    top(s).variables = std::move(left);
  }
}

}  // namespace heddle::unrolled
