// SPDX-License-Identifier: GPL-3.0-or-later
// Builtins. What synchronises has a state of its own beside the object's bytes (its shadow): one word, as
// symbolic/bits/synchronisation.h describes it. An operation reads and writes it in one
// event; one that would block does not happen, and its thread ends there. A wait on a condition variable may end at any
// time (spurious wake-ups are part of the model), so it is a release of the mutex and, later, a lock.
#include <algorithm>

#include "engines/order/unwinding.h"
#include "model/sizes.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
[[noreturn]] void refuse(const Instr& i) { throw Unsupported(std::string("the operation ") + model::name(i.builtin)); }
}  // namespace

Value Unwinding::input(State& s, const Instr& i, unsigned width, uint64_t lo, uint64_t hi) {
  Value v{c_.fresh(width), kFalse};
  v.wide = layout_.number_as_wide(v);
  uint64_t all = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  if (lo != 0) c_.solver().add({c_.ule(Circuit::constant(lo, width), v.bits)});
  if (hi != all) c_.solver().add({c_.ule(v.bits, Circuit::constant(hi, width))});
  threads[thread_].inputs.push_back({s.guard, v, &i});
  return v;
}

bool Unwinding::proceed(State& s, Lit ok) {
  s.guard = c_.and_(s.guard, ok);
  return s.guard != kFalse;
}

bool Unwinding::builtin(State& s, const Instr& i) {
  switch (i.builtin) {
    case Builtin::Nondet:
      assign(s, i.dst, input(s, i, i.width, p_.exprs[i.args[0]].bits, p_.exprs[i.args[1]].bits));
      return true;
    case Builtin::Assume: {
      const Lit holds = truth(s, i.args[0]);
      may_wait(s, ~holds);
      return proceed(s, holds);
    }
    case Builtin::Error:
    case Builtin::AssertFail:
      failures.push_back({s.guard, thread_, &i, calls(s)});
      end_section(s, s.guard);
      return false;
    case Builtin::Abort:
    case Builtin::Exit:
      consume(s, i);
      end_section(s, s.guard);
      return false;
    case Builtin::Unmodelled:  // what comes after it is not known
      unmodelled.insert(i.text);
      give_up(s);
      return false;
    case Builtin::Output:
      consume(s, i);
      if (i.dst != model::kNoLocal) assign(s, i.dst, input(s, i, 32, 0, 0x7fffffff));
      return true;
    case Builtin::Yield:
      consume(s, i);
      assign(s, i.dst, symbolic::constant(0, 32));
      return true;
    case Builtin::AtomicBegin: {
      if (s.depth++ > 0) return true;
      AtomicSection section;
      section.entered = c_.solver().new_literal();
      section.stop = stops.size();
      Stop stop;
      stop.kind = Stop::Section;
      stop.thread = thread_;
      stop.here = s.guard;
      stop.goes = section.entered;
      add_stop(s, std::move(stop));
      s.guard = c_.and_(s.guard, section.entered);
      c_.solver().add({~section.entered, s.guard});
      s.section = static_cast<int>(sections.size());
      section.begin = add_event(s, &i);
      sections.push_back(section);
      return true;
    }
    case Builtin::AtomicEnd: {
      if (s.depth == 0) return true;
      if (--s.depth > 0) return true;
      end_section(s, s.guard);
      s.section = -1;
      return true;
    }
    case Builtin::Malloc:
    case Builtin::Calloc: allocate(s, i); return true;
    case Builtin::Free: free_block(s, i); return true;
    case Builtin::Realloc: reallocate(s, i); return true;
    case Builtin::Apart: {
      Value a = eval(s, i.args[0]), b = eval(s, i.args[2]);
      use(s, a);
      use(s, b);
      Bits a_size = number(s, i.args[1]), b_size = number(s, i.args[3]);
      Lit overlap = c_.or_(c_.ult(c_.sub(b.bits, a.bits), a_size), c_.ult(c_.sub(a.bits, b.bits), b_size));
      flag(s, c_.and_(layout_.same_object(a.bits, b.bits), overlap));
      return true;
    }
    case Builtin::ThreadCreate: create_thread(s, i); return true;
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin: return join_thread(s, i);
    case Builtin::ThreadDetach: detach_thread(s, i); return true;
    case Builtin::ThreadExit: {
      consume(s, i);
      Value v = eval(s, i.args[0]);
      for (const Frame& f : s.frames) end_variables(s, f, i);
      if (end_thread(s, v)) park(std::move(s));
      return false;
    }
    case Builtin::ThreadSelf: assign(s, i.dst, layout_.handle(thread_)); return true;
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin: refuse(i);
    case Builtin::None: break;
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      return synchronise(s, i);
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " has no meaning";
  return false;
}

// The kind of a mutex that was never initialised by a call is in its initialiser.
uint32_t Unwinding::shadow(uint32_t object, bool second) {
  auto [it, fresh] = (second ? second_shadows_ : shadows_).try_emplace(object, 0);
  if (!fresh) return it->second;
  Instance o;
  o.abstract = ~0u;
  o.held_as = ~(2 * objects[object].abstract + (second ? 1 : 0));
  o.size = objects[object].size;
  o.shared = o.synchronisation = true;
  bool is_static = objects[object].abstract < p_.objects.size();
  bool defined = is_static || (objects[object].content && !objects[object].content->empty() &&
                               (*objects[object].content)[0].undef == kFalse);
  auto bytes = std::make_shared<std::vector<Byte>>(o.size, symbolic::constant_byte(0, defined ? kFalse : kTrue));
  if (second && is_static) {
    const std::vector<uint8_t>& init = p_.objects[objects[object].abstract].init;
    const size_t kind = model::mutex_kind_offset(p_.pointer_width);
    for (size_t k = 0; k + kind < init.size(); ++k) (*bytes)[k] = symbolic::constant_byte(init[k + kind]);
  }
  o.content = std::move(bytes);
  o.name = objects[object].name;
  objects.push_back(std::move(o));
  return it->second = static_cast<uint32_t>(objects.size() - 1);
}

void Unwinding::note_kind(const Instr& i, const Target& t) {
  const bool mutex = model::synchronises(i.builtin) == model::Synchronises::Mutex;
  if (!mutex || model::is_plain_write(i.builtin) || objects[t.object].abstract >= p_.objects.size()) return;
  const std::vector<uint8_t>& init = p_.objects[objects[t.object].abstract].init;
  size_t from = 0, to = init.size();
  if (Circuit::is_constant(t.offset)) {
    from =
        std::min<size_t>(init.size(), Circuit::constant_value(t.offset) + model::mutex_kind_offset(p_.pointer_width));
    to = std::min(init.size(), from + 4);
  }
  for (size_t k = from; k < to; ++k) learnt_.kinds |= init[k] != 0;
}

// What main has written into a lock while it was alone counts, unless a call has initialised the lock since: the state
// here begins as the program's initialiser says.
void Unwinding::look_for_early_writes(State& s, const Instr& i, const Target& t, uint32_t bytes) {
  if (model::initialises(i.builtin) || objects[t.object].size == 0) return;
  if (Circuit::is_constant(t.offset) && s.initialised.count({shadow(t.object), Circuit::constant_value(t.offset)}))
    return;
  const Content before = content(State(), t.object);
  const bool once = !learnt_.several_starts && !plan_.several_starts;
  const Content now = s.alone ? content(s, t.object) : settled_ && once ? content(*settled_, t.object) : before;
  if (!s.alone && settled_ && !once && settled_->memory.count(t.object)) return flag(s, t.match);
  if (now == before) return;
  auto check = [&](uint64_t at) {
    if (s.initialised.count({shadow(t.object), at})) return;
    const uint64_t end = std::min<uint64_t>(at + bytes, before->size());
    for (uint64_t k = at; k < end; ++k)
      if (!((*before)[k] == (*now)[k])) return flag(s, c_.and_(t.match, c_.eq(t.offset, layout_.offset_constant(at))));
  };
  each_position(t.offset, 4, objects[t.object].size, check);
}

std::vector<Target> Unwinding::cells(State& s, const Instr& i, size_t argument) {
  std::vector<Target> out;
  const uint32_t bytes = model::size_of(model::synchronises(i.builtin, argument), p_.pointer_width);
  for (const Target& t : targets(s, eval(s, i.args[argument]), i.args[argument], bytes)) {
    flag(s, c_.and_(t.match, Circuit::is_constant(t.offset) ? kFalse : c_.or_(t.offset[0], t.offset[1])));
    note_kind(i, t);
    look_for_early_writes(s, i, t, bytes);
    std::vector<Synchronised>& known = cells_[t.object];
    bool certain = Circuit::is_constant(t.offset);
    auto same = [&](const Synchronised& c) {
      return c.bytes == bytes && c.at.offset == t.offset && (certain || c.at.match == c_.and_(s.guard, t.match));
    };
    // Of each kind another number of bytes, apart from semaphores and barriers.
    auto other_kind = [&](const Synchronised& c) { return c.bytes != bytes && certain && c.at.offset == t.offset; };
    if (std::any_of(known.begin(), known.end(), other_kind)) throw Unsupported("one object used as locks of two kinds");
    if (std::none_of(known.begin(), known.end(), same))
      known.push_back({{t.object, certain ? kTrue : c_.and_(s.guard, t.match), t.offset}, bytes});
    out.push_back({shadow(t.object), t.match, t.offset});
    if (model::synchronises(i.builtin) == model::Synchronises::SpinLock) begin_undefined(out.back().object, t.offset);
  }
  return out;
}

// One event: reads the state of what synchronises, and writes `next` of it where it says so.
Value Unwinding::exchange(State& s, const Instr& i, size_t argument,
                          const std::function<Bits(const Bits& old, Lit& writes)>& next, Look look) {
  const bool reads = look != Look::Not;
  std::vector<Target> all = cells(s, i, argument);
  needs_state(all);
  const uint64_t version = s.version;
  change(s);
  uint32_t event = add_event(s, &i);
  Value old = reads ? unknown_in(all, 4) : symbolic::constant(0, 32);
  if (look == Look::AtState) use(s, old);  // never initialised
  Lit writes = kTrue;
  Bits after = next(old.bits, writes);
  s.soft = std::make_shared<Soft>(Soft{s.version, {{~writes, version, s.soft}}});
  for (const Target& cell : all) {
    Access a;
    a.event = event;
    a.guard = c_.and_(s.guard, cell.match);
    a.object = cell.object;
    a.offset = cell.offset;
    a.bytes = 4;
    a.value = old;
    a.atomic = !model::is_plain_write(i.builtin);
    if (reads) accesses.push_back(a);
    if (writes == kFalse) continue;
    a.guard = c_.and_(a.guard, writes);
    a.write = true;
    a.value = {after, kFalse};
    accesses.push_back(a);
  }
  return old;
}

// A spin lock has no static initialiser: what is there before pthread_spin_init is none.
void Unwinding::begin_undefined(uint32_t shadow, const Bits& offset) {
  auto bytes = std::make_shared<std::vector<Byte>>(*objects[shadow].content);
  each_position(offset, 4, objects[shadow].size, [&](uint64_t at) {
    for (unsigned k = 0; k < 4; ++k) (*bytes)[at + k].undef = kTrue;
  });
  objects[shadow].content = std::move(bytes);
}

// Signals and waits. The state is asked for only where the condition variable may not be initialised.
void Unwinding::use_condition(State& s, const Instr& i) {
  std::vector<Target> all = cells(s, i, 0);
  if (std::all_of(all.begin(), all.end(),
                  [&](const Target& c) { return Circuit::is_constant(c.offset) && initialised(s, c); }))
    return touch(s, i, 0, false);
  exchange(s, i, 0, [](const Bits& old, Lit&) { return old; });
}

// An operation on a condition variable, or an attempt at one that may never succeed: what it is made on must be there.
void Unwinding::touch(State& s, const Instr& i, size_t argument, bool attempt) {
  uint32_t event = add_event(s, attempt ? nullptr : &i);
  for (const Target& cell : cells(s, i, argument)) {
    Access a;
    a.event = event;
    a.guard = c_.and_(s.guard, cell.match);
    a.object = cell.object;
    a.offset = cell.offset;
    a.bytes = 4;
    a.attempt = a.write = true;
    a.touches = !attempt;
    a.atomic = !model::is_plain_write(i.builtin);
    accesses.push_back(a);
  }
}

// From here on only if the operation succeeds. Where such objects are destroyed, the attempt is an event of its own.
Stop& Unwinding::try_to(State& s, const Instr& i, size_t argument, Stop::Kind kind) {
  if (ends_are_possible_) touch(s, i, argument, true);
  Stop stop;
  stop.kind = kind;
  stop.thread = thread_;
  stop.here = s.guard;
  stop.goes = c_.solver().new_literal();
  stop.cells = cells(s, i, argument);
  may_wait(s, ~stop.goes);
  s.guard = c_.and_(s.guard, stop.goes);
  add_stop(s, std::move(stop));
  return stops.back();
}

void Unwinding::add_stop(const State& s, Stop&& stop) {
  for (const State::Holds& h : s.reads)
    if (h.times.empty() || !Circuit::is_constant(h.times) || Circuit::constant_value(h.times) != 0)
      for (const Target& cell : h.cells)
        if (Circuit::is_constant(cell.offset)) stop.reads.insert(lock_word(cell));  // elsewhere other_reads says it
  stop.other_reads = s.other_reads;
  stop.at = calls(s).front();
  stops.push_back(std::move(stop));
}

// What is destroyed may not be used afterwards. A mutex that is held stays.
void Unwinding::destroy(State& s, const Instr& i) {
  HEDDLE_CHECK(model::destroys(i.builtin)) << model::name(i.builtin);
  const model::Synchronises what = model::synchronises(i.builtin);
  const bool mutex = what == model::Synchronises::Mutex,
             lock = mutex || what == model::Synchronises::RwLock || what == model::Synchronises::SpinLock;
  Lit held = kFalse;
  if (!lock || !destroy_lock(s, i, held)) {
    Value old = exchange(s, i, 0, [](const Bits& before, Lit& writes) {
      writes = kFalse;
      return before;
    });
    if (mutex) held = ~symbolic::destroy_mutex(c_, old.bits).ends;
  }
  if (!mutex) held = kFalse;
  assign(s, i.dst, {c_.ite(held, Circuit::constant(model::kBusy, 32), Circuit::constant(0, 32)), kFalse});
  uint32_t event = static_cast<uint32_t>(events.size() - 1);
  for (const Target& cell : cells(s, i, 0)) {
    free_of.push_back({static_cast<uint32_t>(frees.size()), cell.object, cell.offset});
    frees.emplace_back(c_.all({s.guard, cell.match, ~held}), event);
  }
}

// A lock with a state that may be initialised again.
void Unwinding::forget_held(State& s) {
  std::erase_if(s.held, [](const auto& h) { return h.second.empty(); });
}

bool Unwinding::synchronise(State& s, const Instr& i) {
  auto done = [&](uint32_t result) {
    if (model::initialises(i.builtin) && s.alone)
      if (std::vector<Target> all = cells(s, i, 0); is_known(all)) s.initialised.insert(lock_word(all[0]));
    assign(s, i.dst, symbolic::constant(result, 32));
    return s.guard != kFalse;
  };
  auto set = [&](const Bits& v) { exchange(s, i, 0, [&](const Bits&, Lit&) { return v; }, Look::Not); };
  switch (i.builtin) {
    case Builtin::MutexInit: {
      Value kind{c_.extend(number(s, i.args[1]), 32, false), kFalse};
      learnt_.kinds |= kind.bits != Circuit::constant(0, 32);
      if (initialise_lock(s, i)) return done(0);
      learnt_.late_inits |= !s.alone;
      forget_held(s);
      set(Circuit::constant(0, 32));
      access_kind(s, i, 0, kind, true);
      return done(0);
    }
    case Builtin::RwInit: {  // its readers count how often they hold it
      if (initialise_lock(s, i)) return done(0);
      forget_held(s);
      Value old = exchange(s, i, 0, [](const Bits&, Lit&) { return Circuit::constant(0, 32); }, Look::AtAnything);
      flag(s, c_.and_(~old.undef, ~c_.eq(old.bits, Circuit::constant(0, 32))));
      return done(0);
    }
    case Builtin::SpinInit:
      if (initialise_lock(s, i)) return done(0);
      learnt_.late_inits |= !s.alone;
      forget_held(s);
      set(Circuit::constant(0, 32));
      return done(0);
    case Builtin::BarrierInit: {
      Value size{c_.extend(number(s, i.args[1]), 32, false), kFalse};
      // 0 fails
      flag(s, ~c_.ult(c_.sub(size.bits, Circuit::constant(1, 32)), Circuit::constant(0xffff, 32)));
      for (const Target& cell : cells(s, i, 0))
        if (!Circuit::is_constant(cell.offset) ||
            !barriers_.insert({cell.object, Circuit::constant_value(cell.offset)}).second)
          throw Unsupported("a barrier that may be initialised again");
      set(Circuit::constant(0, 32));
      access_second(s, i, 0, size, true);
      return done(0);
    }
    case Builtin::BarrierWait: return pass_barrier(s, i);
    case Builtin::SemGetValue: {
      Value now = exchange(s, i, 0, [](const Bits& old, Lit& writes) {
        writes = kFalse;
        return old;
      });
      part_of_ = static_cast<int>(events.size() - 1);
      store(s, i.args[1], 32, now, nullptr, false);
      part_of_ = -1;
      return done(0);
    }
    case Builtin::SemInit: set(number(s, i.args[1])); return done(0);
    case Builtin::MutexDestroy:
    case Builtin::RwDestroy:
    case Builtin::SpinDestroy:
    case Builtin::BarrierDestroy:
    case Builtin::CondDestroy:
    case Builtin::SemDestroy: destroy(s, i); return true;
    case Builtin::CondInit: {
      set(Circuit::constant(0, 32));
      std::vector<Target> all = cells(s, i, 0);
      if (s.alone && all.size() == 1 && Circuit::is_constant(all[0].offset)) s.initialised.insert(lock_word(all[0]));
      return done(0);
    }
    case Builtin::CondSignal:
    case Builtin::CondBroadcast:
      use_condition(s, i);
      note_signal(s, i);
      return done(0);
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock: return lock(s, i, 0, model::failure_code(i.builtin)) && s.guard != kFalse;
    case Builtin::MutexUnlock:
    case Builtin::SpinUnlock: unlock(s, i, 0); return true;
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock: return rw_lock(s, i, false);
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock: return rw_lock(s, i, true);
    case Builtin::RwUnlock: rw_unlock(s, i); return done(0);
    case Builtin::CondWait:
    case Builtin::CondTimedWait: {
      if (s.section >= 0) throw Unsupported("waiting on a condition variable inside an atomic section");
      uint64_t before = s.version;
      note_sleep(s, i);
      use_condition(s, i);
      unlock(s, i, 1);
      using Act = semantics::Execution::Act;
      auto note = [&](int event, Lit choice = kFalse, Act::Kind kind = Act::Plain) {
        if (i.act) threads[thread_].acts.push_back({s.guard, event, choice, kind});
      };
      note(static_cast<int>(events.size() - 1));
      const bool timed = model::may_give_up(i.builtin);
      Lit timeout = timed ? c_.solver().new_literal() : kFalse;
      uint32_t asleep = static_cast<uint32_t>(events.size() - 1);
      size_t place = stops.size();
      std::vector<Target> condition = cells(s, i, 0);
      lock(s, i, 1, 0);
      Stop& sleep = stops[place];
      sleep.kind = Stop::Sleep;
      sleep.condition = std::move(condition);
      sleep.asleep = asleep;
      sleep.awake = static_cast<uint32_t>(events.size() - 1);
      sleep.timed = timed;
      events.back().choice = timeout;
      note(-1, timeout, Act::Wake);
      note(static_cast<int>(events.size() - 1));
      if (!others_try(cells(s, i, 1))) s.version = before;
      s.waits = ++versions_;
      if (!timed) return done(0);
      timeouts_[timeout.code] = {&i, s.waits};
      assign(s, i.dst, {c_.ite(timeout, Circuit::constant(model::kTimedOut, 32), Circuit::constant(0, 32)), kFalse});
      return true;
    }
    case Builtin::SemWait:
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait: return take(s, i);
    case Builtin::SemPost: {
      Operation op;
      operate(s, i, 0, [&](const Bits& state) { return symbolic::post(c_, state); }, op);
      assign(s, i.dst, {op.result, kFalse});
      return true;
    }
    case Builtin::CondCancelWait:
    case Builtin::CondCancelTimedWait:
    case Builtin::SemCancelWait: refuse(i);
#define HEDDLE_BUILTIN(name, ...) case Builtin::name:
#define HEDDLE_SYNCHRONISES(name, ...)
#include "model/builtins.def"
      break;
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " does not synchronise";
  return false;
}

}  // namespace heddle::order
