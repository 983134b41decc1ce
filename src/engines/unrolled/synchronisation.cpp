// SPDX-License-Identifier: GPL-3.0-or-later
// What synchronises has a state of its own beside the object's bytes (its shadow): a lock is the number of its owner, a
// semaphore its value. An operation that would block does not happen, and its thread's path ends there (S2 of seed
// 004). A wait on a condition variable may end at any time (spurious wake-ups are part of the model), so it is a
// release of the mutex and, later, a lock.
#include <algorithm>

#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kBusy = 16, kDeadlock = 35, kTimedOut = 110;
constexpr uint32_t kWriter = 0x10000;  // read-write locks: below it the number of readers, above it the writer
constexpr uint32_t kSpin = 0x40;       // a spin lock, beside its owner: zeros are none

bool is_spin(Builtin b) {
  return b == Builtin::SpinInit || b == Builtin::SpinDestroy || b == Builtin::SpinLock || b == Builtin::SpinTryLock ||
         b == Builtin::SpinUnlock;
}
uint32_t free_lock(const Instr& i) { return is_spin(i.builtin) ? kSpin : 0; }
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

// Mutexes that know their owner are made so by their initialiser, too.
void Stepper::refuse_other_kinds(const Instr& i, const Target& at) const {
  bool mutex = i.builtin == Builtin::MutexLock || i.builtin == Builtin::MutexTryLock ||
               i.builtin == Builtin::MutexTimedLock || i.builtin == Builtin::MutexUnlock;
  if (!mutex || memory[at.object].abstract >= p_.objects.size()) return;
  const std::vector<uint8_t>& init = p_.objects[memory[at.object].abstract].init;
  size_t kind = p_.pointer_width == 64 ? 16 : 12;
  if (Circuit::is_constant(at.offset)) {
    size_t from = Circuit::constant_value(at.offset) + kind;
    for (size_t k = from; k < std::min(init.size(), from + 4); ++k)
      if (init[k] != 0) throw Unsupported("a recursive or error-checking mutex");
    return;
  }
  for (uint8_t byte : init)
    if (byte != 0) throw Unsupported("one of several mutexes in an object with contents");
}

std::vector<Target> Stepper::cells(State& s, const Instr& i, size_t argument) {
  std::vector<Target> out;
  for (const Target& at : places(s, eval(s, i.args[argument]), i.args[argument], 4)) {
    if (!Circuit::is_constant(at.offset)) flag(s, c_.and_(at.match, c_.or_(at.offset[0], at.offset[1])));
    refuse_other_kinds(i, at);
    if (Circuit::is_constant(at.offset)) {
      uint64_t offset = Circuit::constant_value(at.offset);
      if (offset % 4 != 0) throw Unsupported("a lock or semaphore that is not aligned");
      cells_[at.object].insert(offset);
      if (plain_[at.object].count(offset)) throw Unsupported("a lock or semaphore that is also accessed as memory");
    }
    out.push_back({shadow(at.object), at.match, at.offset});
  }
  return out;
}

// Reads the state of what synchronises, and writes `next` of it where it says so.
Value Stepper::exchange(State& s, const std::vector<Target>& cells,
                        const std::function<Bits(const Bits& old, Lit& writes)>& next, bool reads) {
  Value old{Circuit::constant(0, 32), kFalse};
  if (reads) {
    old = load(s, cells, 4);
    use(s, old);  // never initialised, or destroyed
  }
  Lit writes = kTrue;
  Bits after = next(old.bits, writes);
  for (const Target& cell : cells) put(s, cell, {after, kFalse}, writes);
  return old;
}

// Locksets: only locks at known places.
void Stepper::hold(State& s, const std::vector<Target>& cells, bool held) {
  for (const Target& cell : cells) {
    if (held) {
      if (is_known(cells)) s.locks.insert(lock_word(cell));
      continue;
    }
    std::erase_if(s.locks, [&](const LockWord& c) {
      return c.object == cell.object &&
             (!Circuit::is_constant(cell.offset) || Circuit::constant_value(cell.offset) == c.offset);
    });
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

Value Stepper::lock_state(State& s, const Instr& i, const std::vector<Target>& cells) {
  Value state = load(s, cells, 4);
  use(s, state);
  if (is_spin(i.builtin)) flag(s, c_.ult(state.bits, Circuit::constant(kSpin, 32)));
  return state;
}

bool Stepper::lock(State& s, const Instr& i, size_t argument, bool attempt, uint32_t busy) {
  std::vector<Target> at = cells(s, i, argument);
  Lit free = c_.eq(lock_state(s, i, at).bits, Circuit::constant(free_lock(i), 32));
  if (!attempt) s.guard = c_.and_(s.guard, free);
  if (s.guard == kFalse) return false;
  exchange(
      s, at,
      [&](const Bits&, Lit& writes) {
        if (attempt) writes = free;
        return Circuit::constant(free_lock(i) + thread_ + 1, 32);
      },
      false);
  if (attempt)
    assign(s, i.dst, {c_.ite(free, Circuit::constant(0, 32), Circuit::constant(busy, 32)), kFalse});
  else
    hold(s, at, true);
  return s.guard != kFalse;
}

void Stepper::unlock(State& s, const Instr& i, size_t argument) {
  std::vector<Target> at = cells(s, i, argument);
  flag(s, ~c_.eq(lock_state(s, i, at).bits, Circuit::constant(free_lock(i) + thread_ + 1, 32)));
  exchange(s, at, [&](const Bits&, Lit&) { return Circuit::constant(free_lock(i), 32); }, false);
  hold(s, at, false);
}

// Null when it is not known which lock it is.
int* Stepper::reads_of(State& s, const std::vector<Target>& cells) {
  return is_known(cells) ? &s.reads.try_emplace(lock_word(cells[0]), 0).first->second : nullptr;
}

void Stepper::rw_lock(State& s, const Instr& i, bool write, bool attempt, uint32_t busy) {
  std::vector<Target> at = cells(s, i, 0);
  int* held = reads_of(s, at);
  if (!held) s.other_reads = true;
  bool may_be_mine = busy != kBusy && (!held || *held < 0 || s.other_reads);  // a try says busy all the same
  Value old = load(s, at, 4);
  use(s, old);
  Lit ok = write ? c_.eq(old.bits, Circuit::constant(0, 32)) : c_.ult(old.bits, Circuit::constant(kWriter, 32));
  Lit mine = may_be_mine ? c_.eq(old.bits, Circuit::constant(kWriter + thread_, 32)) : kFalse;
  if (!attempt) s.guard = c_.and_(s.guard, c_.or_(ok, mine));
  if (held) *held = attempt || may_be_mine ? State::kNotKnown : write ? State::kWriting : *held + 1;
  Bits after = write ? Circuit::constant(kWriter + thread_, 32) : c_.add(old.bits, Circuit::constant(1, 32));
  exchange(
      s, at,
      [&](const Bits&, Lit& writes) {
        writes = ok;
        return after;
      },
      false);
  if (write && !attempt && !may_be_mine) hold(s, at, true);
  Bits failure = c_.ite(mine, Circuit::constant(kDeadlock, 32), Circuit::constant(busy, 32));
  assign(s, i.dst, {c_.ite(ok, Circuit::constant(0, 32), failure), kFalse});
}

void Stepper::rw_unlock(State& s, const Instr& i) {
  std::vector<Target> at = cells(s, i, 0);
  int* reads = reads_of(s, at);
  bool reading = reads && *reads > 0;
  if (reading)
    --*reads;
  else if (reads && *reads == State::kWriting)
    *reads = 0;
  Value old = load(s, at, 4);
  use(s, old);
  Lit writer = ~c_.ult(old.bits, Circuit::constant(kWriter, 32)),
      mine = c_.eq(old.bits, Circuit::constant(kWriter + thread_, 32));
  flag(s, ~c_.ite(writer, mine, reading ? kTrue : kFalse));
  Bits after = c_.ite(writer, Circuit::constant(0, 32), c_.sub(old.bits, Circuit::constant(1, 32)));
  exchange(s, at, [&](const Bits&, Lit&) { return after; }, false);
  hold(s, at, false);
}

bool Stepper::take(State& s, const Instr& i, bool attempt) {
  std::vector<Target> at = cells(s, i, 0);
  Value old = load(s, at, 4);
  use(s, old);
  Lit some = ~c_.eq(old.bits, Circuit::constant(0, 32));
  if (!attempt) s.guard = c_.and_(s.guard, some);
  exchange(
      s, at,
      [&](const Bits&, Lit& writes) {
        writes = some;
        return c_.sub(old.bits, Circuit::constant(1, 32));
      },
      false);
  if (attempt) assign(s, i.dst, {c_.ite(some, Circuit::constant(0, 32), Circuit::constant(~0u, 32)), kFalse});
  return s.guard != kFalse;
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
    unlock(s, i, 1);
    if (i.act) add_act(s, a);
    s.micro = 1;
    return s.guard != kFalse;
  }
  if (!lock(s, i, 1, false, 0)) return false;
  Act wake;
  wake.kind = Done::Wake;
  wake.choice = i.builtin == Builtin::CondWait ? kFalse : c_.solver().new_literal();
  if (i.act) {
    add_act(s, wake);
    add_act(s, a);
  }
  s.micro = 0;
  assign(s, i.dst, {c_.ite(wake.choice, Circuit::constant(kTimedOut, 32), Circuit::constant(0, 32)), kFalse});
  return s.guard != kFalse;
}

bool Stepper::synchronise(State& s, const Instr& i) {
  auto done = [&](uint32_t result) {
    assign(s, i.dst, symbolic::constant(result, 32));
    return s.guard != kFalse;
  };
  auto set = [&](const Value& v) { reset(s, cells(s, i, 0), v); };
  bool plain = false;  // it does not synchronise: two of them at once race
  switch (i.builtin) {
    case Builtin::MutexInit:
    case Builtin::MutexDestroy:
    case Builtin::RwInit:
    case Builtin::RwDestroy:
    case Builtin::SpinInit:
    case Builtin::SpinDestroy:
    case Builtin::CondInit:
    case Builtin::CondDestroy:
    case Builtin::SemInit:
    case Builtin::SemDestroy: plain = true; break;
    default: break;
  }
  bool waits = i.builtin == Builtin::CondWait || i.builtin == Builtin::CondTimedWait;
  std::vector<Target> where;
  if (!waits) where = places(s, eval(s, i.args[0]), i.args[0], 4);
  bool goes_on = true;
  switch (i.builtin) {
    case Builtin::MutexInit:
      if (constant(s, i.args[1], "the kind of a mutex") != 0) throw Unsupported("a recursive or error-checking mutex");
      set(symbolic::constant(0, 32));
      done(0);
      break;
    case Builtin::RwInit: {  // its readers count how often they hold it
      Value old = load(s, cells(s, i, 0), 4);
      flag(s, c_.and_(~old.undef, ~c_.eq(old.bits, Circuit::constant(0, 32))));
      set(symbolic::constant(0, 32));
      done(0);
      break;
    }
    case Builtin::SpinInit:
      set(symbolic::constant(kSpin, 32));
      done(0);
      break;
    case Builtin::CondInit:
      set(symbolic::constant(0, 32));
      done(0);
      break;
    case Builtin::SemInit:
      set({number(s, i.args[1]), kFalse});
      done(0);
      break;
    case Builtin::MutexDestroy: {
      std::vector<Target> at = cells(s, i, 0);
      Value old = load(s, at, 4);
      use(s, old);
      Lit held = ~c_.eq(old.bits, Circuit::constant(0, 32));
      for (const Target& cell : at) put(s, cell, {Circuit::constant(0, 32), kTrue}, ~held);
      assign(s, i.dst, {c_.ite(held, Circuit::constant(kBusy, 32), Circuit::constant(0, 32)), kFalse});
      break;
    }
    case Builtin::RwDestroy:
    case Builtin::SpinDestroy:
    case Builtin::CondDestroy:
    case Builtin::SemDestroy:
      lock_state(s, i, cells(s, i, 0));
      set({Circuit::constant(0, 32), kTrue});
      done(0);
      break;
    case Builtin::CondSignal:
    case Builtin::CondBroadcast:
      lock_state(s, i, cells(s, i, 0));
      done(0);
      break;
    case Builtin::MutexLock:
    case Builtin::SpinLock: goes_on = lock(s, i, 0, false, 0) && done(0); break;
    case Builtin::MutexTryLock:
    case Builtin::SpinTryLock: goes_on = lock(s, i, 0, true, kBusy); break;
    case Builtin::MutexTimedLock: goes_on = lock(s, i, 0, true, kTimedOut); break;
    case Builtin::MutexUnlock:
    case Builtin::SpinUnlock:
      unlock(s, i, 0);
      done(0);
      break;
    case Builtin::RwReadLock: rw_lock(s, i, false, false, 0); break;
    case Builtin::RwWriteLock: rw_lock(s, i, true, false, 0); break;
    case Builtin::RwTryReadLock: rw_lock(s, i, false, true, kBusy); break;
    case Builtin::RwTryWriteLock: rw_lock(s, i, true, true, kBusy); break;
    case Builtin::RwTimedReadLock: rw_lock(s, i, false, true, kTimedOut); break;
    case Builtin::RwTimedWriteLock: rw_lock(s, i, true, true, kTimedOut); break;
    case Builtin::RwUnlock:
      rw_unlock(s, i);
      done(0);
      break;
    case Builtin::CondWait:
    case Builtin::CondTimedWait: return wait_on_condition(s, i);
    case Builtin::SemWait: goes_on = take(s, i, false) && done(0); break;
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait: goes_on = take(s, i, true); break;
    case Builtin::SemPost: {
      std::vector<Target> at = cells(s, i, 0);
      Value old = load(s, at, 4);
      use(s, old);
      Lit full = c_.eq(old.bits, Circuit::constant(0x7fffffff, 32));
      exchange(
          s, at,
          [&](const Bits&, Lit& writes) {
            writes = ~full;
            return c_.add(old.bits, Circuit::constant(1, 32));
          },
          false);
      assign(s, i.dst, {c_.ite(full, Circuit::constant(~0u, 32), Circuit::constant(0, 32)), kFalse});
      break;
    }
    default: throw Unsupported(std::string("the operation ") + model::name(i.builtin));
  }
  if (s.guard == kFalse || !goes_on) return false;
  reached_ = kFalse;  // only if it succeeds
  touch(s, i, std::move(where), 4, kTrue, !plain);
  return true;
}

}  // namespace heddle::unrolled
