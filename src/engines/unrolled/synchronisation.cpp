// SPDX-License-Identifier: GPL-3.0-or-later
// What synchronises has a state of its own beside the object's bytes (its shadow): one word, as
// symbolic/bits/synchronisation.h describes it. An operation that would block does not happen, and its thread's path
// ends there (S2 of Ganai and Gupta). A wait on a condition variable may end at any time (spurious wake-ups are part of
// the model), so it is a release of the mutex and, later, a lock.
#include <algorithm>

#include "base/check.h"
#include "engines/unrolled/stepper.h"
#include "model/sizes.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr unsigned kSpinBit = 6;  // of a spin lock, above its owner: zeros are none
constexpr uint32_t kFreeSpinLock = 1u << kSpinBit;

bool is_spin(const Instr& i) { return model::synchronises(i.builtin) == model::Synchronises::SpinLock; }
}  // namespace

uint32_t Stepper::shadow(uint32_t object) {
  auto [it, fresh] = shadows_.try_emplace(object, 0);
  if (!fresh) return it->second;
  const Object& of = memory[object];
  Object o;
  o.size = of.size;
  o.shared = true;
  o.shadow_of = object;
  o.defined = of.abstract < p_.objects.size() || of.defined;
  o.name = of.name;
  uint32_t made = memory.add(std::move(o));
  return shadows_[object] = made;
}

// Of which kind a mutex is that was never initialised by a call is in its initialiser.
void Stepper::note_kinds(const Instr& i, const Target& at) {
  const bool mutex = model::synchronises(i.builtin) == model::Synchronises::Mutex;
  const uint32_t abstract = memory[at.object].abstract;
  if (!mutex || model::is_plain_write(i.builtin) || abstract >= p_.objects.size()) return;
  const std::vector<uint8_t>& init = p_.objects[abstract].init;
  size_t from = 0, to = init.size();
  if (Circuit::is_constant(at.offset)) {
    from = std::min<size_t>(to, Circuit::constant_value(at.offset) + model::mutex_kind_offset(p_.pointer_width));
    to = std::min(to, from + 4);
  }
  for (size_t k = from; k < to; ++k)
    if (init[k] != 0) learn_kinds(abstract);
}

void Stepper::learn_kinds(uint32_t abstract) {
  if (plan_.kinds.count(abstract)) return;
  learnt_.kinds.insert(abstract);
  enough_ = false;
}

// What lies so many bytes behind the first word of something that synchronises, and belongs to it.
std::vector<Target> Stepper::behind(State& s, const std::vector<Target>& cells, uint64_t bytes) {
  std::vector<Target> out;
  for (const Target& cell : cells) {
    const uint64_t size = memory[cell.object].size;
    const Lit inside = size < bytes + 4 ? kFalse : c_.ule(cell.offset, layout().offset_constant(size - bytes - 4));
    flag(s, c_.and_(cell.match, ~inside));
    out.push_back({cell.object, cell.match, c_.add(cell.offset, layout().offset_constant(bytes))});
  }
  return out;
}

// Only of mutexes that may be other than normal.
std::vector<Target> Stepper::kinds_at(State& s, const std::vector<Target>& cells) {
  std::vector<Target> some;
  for (const Target& cell : cells)
    if (plan_.kinds.count(memory[memory[cell.object].shadow_of].abstract)) some.push_back(cell);
  return behind(s, some, model::mutex_kind_offset(p_.pointer_width));
}

Bits Stepper::kind_of(State& s, const Instr& i, const std::vector<Target>& cells) {
  Bits kind = Circuit::constant(model::kNormalMutex, 2);
  if (is_spin(i)) return kind;
  for (const Target& at : kinds_at(s, cells)) {
    const Value v = load(s, {at}, 4);
    flag(s, c_.and_(at.match, v.undef));
    kind = c_.ite(at.match, Circuit::cut(v.bits, 2), kind);
  }
  return kind;
}

std::vector<Target> Stepper::cells(State& s, const Instr& i, size_t argument) {
  std::vector<Target> out;
  const model::Synchronises kind = model::synchronises(i.builtin, argument);
  const uint32_t bytes = model::size_of(kind, p_.pointer_width);
  for (const Target& at : places(s, eval(s, i.args[argument]), i.args[argument], bytes)) {
    if (!Circuit::is_constant(at.offset)) flag(s, c_.and_(at.match, c_.or_(at.offset[0], at.offset[1])));
    note_kinds(i, at);
    if (Circuit::is_constant(at.offset)) {
      uint64_t offset = Circuit::constant_value(at.offset);
      if (offset % 4 != 0) throw Unsupported("a lock or semaphore that is not aligned");
      cells_[at.object].insert(offset);
      if (used_as_.try_emplace({at.object, offset}, kind).first->second != kind)
        throw Unsupported("one object used as locks of two kinds");
      if (plain_[at.object].count(offset)) throw Unsupported("a lock or semaphore that is also accessed as memory");
    }
    out.push_back({shadow(at.object), at.match, at.offset});
  }
  return out;
}

// Locksets: only locks at known places.
void Stepper::hold(State& s, const std::vector<Target>& cells, bool held) {
  for (const Target& cell : cells) {
    if (held) {
      if (is_known(cells)) s.locks.insert(lock_word(cell));
      continue;
    }
    auto may_be_it = [&](const LockWord& c) {
      return c.object == cell.object &&
             (!Circuit::is_constant(cell.offset) || Circuit::constant_value(cell.offset) == c.offset);
    };
    std::erase_if(s.locks, may_be_it);
    std::erase_if(s.shares, may_be_it);
  }
}

// Whoever holds it does not hold it any more, and does not know.
void Stepper::reset(State& s, const std::vector<Target>& cells, const Value& v) {
  for (const Target& cell : cells) {
    put(s, cell, v, kTrue);
    const uint32_t abstract = memory[memory[cell.object].shadow_of].abstract;
    if (s.alone || plan_.reset.count(abstract)) continue;
    learnt_.reset.insert(abstract);
    enough_ = false;
  }
  hold(s, cells, false);
}

// Of what must be initialised.
Bits Stepper::state_of(State& s, const Instr& i, const std::vector<Target>& cells) {
  Value state = load(s, cells, 4);
  use(s, state);
  if (!is_spin(i)) return state.bits;
  HEDDLE_CHECK(threads.size() < kFreeSpinLock) << threads.size() << " threads";
  flag(s, ~state.bits[kSpinBit]);
  state.bits[kSpinBit] = kFalse;
  return state.bits;
}

// The path goes on only where the operation is done.
bool Stepper::operate(State& s, const Instr& i, const std::vector<Target>& cells, symbolic::Operation op) {
  flag(s, op.undefined);
  go_on_if(s, ~op.waits);
  if (s.guard == kFalse) return false;
  if (is_spin(i)) op.after[kSpinBit] = kTrue;
  for (const Target& cell : cells) put(s, cell, {op.after, kFalse}, ~op.keeps);
  assign(s, i.dst, {op.result, kFalse});
  return true;
}

// `failure`: what the call returns where it would have to wait, 0 if it waits.
bool Stepper::lock(State& s, const Instr& i, size_t argument, int failure) {
  std::vector<Target> at = cells(s, i, argument);
  const Bits state = state_of(s, i, at), kind = kind_of(s, i, at);
  if (!operate(s, i, at, symbolic::lock(c_, state, kind, thread_, failure))) return false;
  if (failure == 0) hold(s, at, true);
  return true;
}

bool Stepper::unlock(State& s, const Instr& i, size_t argument) {
  std::vector<Target> at = cells(s, i, argument);
  const Bits state = state_of(s, i, at), kind = kind_of(s, i, at);
  auto meaning = [&] {
    if (is_spin(i)) return symbolic::unlock_spin(c_, state, thread_);
    if (model::waits_on_condition(i.builtin)) return symbolic::release_to_sleep(c_, state, kind, thread_);
    return symbolic::unlock_mutex(c_, state, kind, thread_);
  };
  const bool done = operate(s, i, at, meaning());
  hold(s, at, false);  // a recursive mutex may still be held: only certain locks are kept
  return done;
}

// Null when it is not known which lock it is.
int* Stepper::reads_of(State& s, const std::vector<Target>& cells) {
  return is_known(cells) ? &s.reads.try_emplace(lock_word(cells[0]), 0).first->second : nullptr;
}

bool Stepper::rw_lock(State& s, const Instr& i, bool write) {
  const int failure = model::failure_code(i.builtin);
  std::vector<Target> at = cells(s, i, 0);
  int* held = reads_of(s, at);
  if (!held) s.other_reads = true;
  const bool may_own = failure != model::kBusy && (!held || *held < 0 || s.other_reads);
  const Bits state = state_of(s, i, at);
  if (held) *held = failure != 0 || may_own ? State::kNotKnown : write ? State::kWriting : *held + 1;
  if (!operate(s, i, at, symbolic::rw_lock(c_, state, thread_, write, failure, may_own))) return false;
  if (failure != 0 || may_own) return true;
  if (write)
    hold(s, at, true);
  else if (is_known(at))
    s.shares.insert(lock_word(at[0]));
  return true;
}

bool Stepper::rw_unlock(State& s, const Instr& i) {
  std::vector<Target> at = cells(s, i, 0);
  int* held = reads_of(s, at);
  const bool reads = held && *held > 0;
  if (reads)
    --*held;
  else if (held && *held == State::kWriting)
    *held = 0;
  const Bits state = state_of(s, i, at);
  const bool done = operate(s, i, at, symbolic::rw_unlock(c_, state, thread_, reads ? kTrue : kFalse));
  hold(s, at, false);
  return done;
}

// Two operations of one instruction; State::micro says which. False: the second is to come, or cannot be done.
bool Stepper::wait_on_condition(State& s, const Instr& i) {
  if (s.section > 0) throw Unsupported("waiting on a condition variable inside an atomic section");
  if (s.alone) throw Unsupported("waiting on a condition variable while there is no other thread");
  using Done = semantics::Execution::Act;
  Act a;
  a.ordered = true;
  if (s.micro == 0) {
    use(s, load(s, cells(s, i, 0), 4));
    touch(s, i, places(s, eval(s, i.args[0]), i.args[0], 4), 4, kTrue, true);
    if (!unlock(s, i, 1)) return false;
    if (i.act) add_act(s, a);
    s.micro = 1;
    return true;
  }
  if (!lock(s, i, 1, 0)) return false;
  Act wake;
  wake.kind = Done::Wake;
  wake.choice = model::may_give_up(i.builtin) ? c_.solver().new_literal() : kFalse;
  if (i.act) {
    add_act(s, wake);
    add_act(s, a);
  }
  s.micro = 0;
  assign(s, i.dst, {c_.ite(wake.choice, Circuit::constant(model::kTimedOut, 32), Circuit::constant(0, 32)), kFalse});
  return s.guard != kFalse;
}

[[noreturn]] void Stepper::refuse(const Instr& i) {
  throw Unsupported(std::string("the operation ") + model::name(i.builtin));
}

bool Stepper::synchronise(State& s, const Instr& i) {
  if (model::waits_on_condition(i.builtin)) {
    if (model::waits_cancellably(i.builtin)) refuse(i);
    return wait_on_condition(s, i);
  }
  if (i.builtin == Builtin::BarrierWait) return pass_barrier(s, i);
  std::vector<Target> where = places(s, eval(s, i.args[0]), i.args[0], 4);
  note_other_use(s, i, where);
  if (!change_state(s, i) || s.guard == kFalse) return false;
  reached_ = kFalse;  // only if it succeeds
  touch(s, i, std::move(where), 4, kTrue, !model::is_plain_write(i.builtin));
  return true;
}

// False: the operation cannot be done.
bool Stepper::change_state(State& s, const Instr& i) {
  auto set = [&](const Value& v) {
    reset(s, cells(s, i, 0), v);
    assign(s, i.dst, symbolic::constant(0, 32));
    return true;
  };
  switch (i.builtin) {
    case Builtin::MutexInit: {
      const Bits kind = Circuit::cut(number(s, i.args[1]), 2);
      const std::vector<Target> at = cells(s, i, 0);
      for (const Target& cell : at)
        if (kind != Circuit::constant(model::kNormalMutex, 2))
          learn_kinds(memory[memory[cell.object].shadow_of].abstract);
      for (const Target& cell : kinds_at(s, at)) put(s, cell, {c_.extend(kind, 32, false), kFalse}, kTrue);
      return set(symbolic::constant(0, 32));
    }
    case Builtin::RwInit: {  // its readers count how often they hold it
      Value old = load(s, cells(s, i, 0), 4);
      flag(s, c_.and_(~old.undef, ~c_.eq(old.bits, Circuit::constant(0, 32))));
      return set(symbolic::constant(0, 32));
    }
    case Builtin::SpinInit: return set(symbolic::constant(kFreeSpinLock, 32));
    case Builtin::CondInit: return set(symbolic::constant(0, 32));
    case Builtin::SemInit: return set({number(s, i.args[1]), kFalse});
    case Builtin::MutexDestroy: {
      std::vector<Target> at = cells(s, i, 0);
      const symbolic::Operation op = symbolic::destroy_mutex(c_, state_of(s, i, at));
      for (const Target& cell : at) put(s, cell, {Circuit::constant(0, 32), kTrue}, op.ends);
      assign(s, i.dst, {op.result, kFalse});
      return true;
    }
    case Builtin::RwDestroy:
    case Builtin::SpinDestroy:
    case Builtin::CondDestroy:
    case Builtin::SemDestroy: state_of(s, i, cells(s, i, 0)); return set({Circuit::constant(0, 32), kTrue});
    case Builtin::CondSignal:
    case Builtin::CondBroadcast:
      state_of(s, i, cells(s, i, 0));
      assign(s, i.dst, symbolic::constant(0, 32));
      return true;
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock: return lock(s, i, 0, model::failure_code(i.builtin));
    case Builtin::MutexUnlock:
    case Builtin::SpinUnlock: return unlock(s, i, 0);
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock: return rw_lock(s, i, false);
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock: return rw_lock(s, i, true);
    case Builtin::RwUnlock: return rw_unlock(s, i);
    case Builtin::SemWait:
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
    case Builtin::SemPost: {
      std::vector<Target> at = cells(s, i, 0);
      const Bits state = state_of(s, i, at);
      return operate(s, i, at,
                     i.builtin == Builtin::SemPost ? symbolic::post(c_, state)
                                                   : symbolic::take(c_, state, model::failure_code(i.builtin)));
    }
    case Builtin::BarrierInit: initialise_barrier(s, i); return true;
    case Builtin::BarrierDestroy: destroy_barrier(s, i); return true;
    case Builtin::SemGetValue:
    case Builtin::SemCancelWait: refuse(i);
    case Builtin::CondWait:
    case Builtin::CondTimedWait:
    case Builtin::CondCancelWait:
    case Builtin::CondCancelTimedWait:
    case Builtin::BarrierWait: break;  // of several steps
#define HEDDLE_BUILTIN(name, ...) case Builtin::name:
#define HEDDLE_SYNCHRONISES(name, ...)
#include "model/builtins.def"
      break;
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " is none that changes a state in one step";
  return false;
}

}  // namespace heddle::unrolled
