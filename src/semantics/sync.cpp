// SPDX-License-Identifier: GPL-3.0-or-later
// Synchronisation operations. The state of a lock lives in the bytes of the user's own object, so that static
// initialisers, arrays, structs and heap copies need nothing special:
//   mutex      owner (slot + 1) in bytes 0-1, count in 2-3, kind where glibc keeps it (byte 16, or 12 on 32 bits)
//   rwlock     writer (slot + 1) in bytes 0-1, number of readers in 2-3, from byte 8 on how often each slot's thread
//   reads
//   spin lock  owner (slot + 1) in bytes 0-1, 1 in bytes 2-3: zeros are none, on x86 they would be one that is held
//   barrier    number needed in bytes 0-1, arrived in 2-3
//   semaphore  value in bytes 0-3
//   condition  bytes 0-3 are initialised; who sleeps on it is in the threads
#include <cstring>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/sizes.h"
#include "semantics/lock_tags.h"
#include "semantics/machine.h"
#include "semantics/numbers.h"

namespace heddle::semantics {

using model::Builtin;
using model::EventKind;
using model::Instr;

namespace {
constexpr uint32_t kMaxCount = 0xfff0;
constexpr uint32_t kFreeSpinLock = 0x10000;

using Lock = meaning::LockState<Numbers>;
using RwLock = meaning::RwState<Numbers>;
using Barrier = meaning::BarrierState<Numbers>;

// While a lock is held all of its bytes are the library's, and behind the state they are not known. What was never
// initialised stays so.
void mark_rest(uint8_t* tags, uint32_t bytes, bool held) {
  for (uint32_t k = 4; k < bytes; ++k)
    if (tags[k] == (held ? kByteData : kByteLock)) tags[k] = held ? kByteLock : kByteData;
}

Numbers words{32};  // the templates want a domain that could change
}  // namespace

// What a case says, apart from the new state.
Machine::Flow Machine::follow(const meaning::Ending& e, const Value& m, int& result) {
  switch (e.end) {
    case meaning::Ending::Done:
    case meaning::Ending::Ends: result = e.result; return Flow::Next;
    case meaning::Ending::Waits: return Flow::Blocked;
    case meaning::Ending::Undefined: undefined(e.kind, e.message, m.obj, static_cast<uint32_t>(m.bits)); break;
    case meaning::Ending::Unsupported: unsupported(e.message); break;
  }
  return Flow::Stop;
}

bool Machine::sync_address(const Instr& i, size_t arg, Value& out) {
  out = pointer(i.args[arg]);
  if (faulted_) return false;
  return check_access(out, model::size_of(model::synchronises(i.builtin, arg), p_.pointer_width), true);
}

uint32_t Machine::mutex_kind(const Value& m) {
  uint32_t at = model::mutex_kind_offset(p_.pointer_width);
  on_lock_ = true;
  Value v = load(ptr_value(m.obj, static_cast<int64_t>(m.bits) + at), 32);
  on_lock_ = false;
  if (!v.plain()) {
    undefined("uninitialised-synchronisation", "a mutex is used while it is not initialised", m.obj,
              static_cast<uint32_t>(m.bits));
    return model::kNormalMutex;
  }
  return v.bits & 3;
}

// The owner in bytes 0-1, how often it holds the mutex in 2-3.
Lock Machine::mutex_state(const Value& m) {
  uint32_t at = static_cast<uint32_t>(m.bits);
  uint64_t owner = read_word(m.obj, at, 2), count = read_word(m.obj, at + 2, 2);
  return {owner, count ? count - 1 : 0};
}

Machine::Flow Machine::set_mutex(const Value& m, const Lock& before, const Lock& after) {
  uint32_t at = static_cast<uint32_t>(m.bits);
  if (after.again >= kMaxCount) {
    unsupported("a recursive mutex locked more than 65,000 times");
    return Flow::Stop;
  }
  if (before.owner != after.owner) {
    write_owner(m.obj, at, after.owner);
    count_held(after.owner != 0);
  }
  write_word(m.obj, at + 2, 2, after.owner ? static_cast<uint32_t>(after.again) + 1 : 0);
  const uint32_t size = header(m.obj).size;
  if (header(m.obj).tags)
    mark_rest(writable(m.obj, true) + kHeader + size + at,
              std::min(size - at, model::size_of(model::Synchronises::Mutex, p_.pointer_width)), after.owner != 0);
  return Flow::Next;
}

// Locks that this thread owns.
void Machine::count_held(bool more) {
  if (more)
    ++thread_->held;
  else if (thread_->held)
    --thread_->held;
}

Machine::Flow Machine::mutex_lock(const Value& m, int failure, int& result) {
  const Lock before = mutex_state(m);
  const uint64_t kind = mutex_kind(m);
  if (faulted_) return Flow::Stop;
  FirstCase<Lock> now;
  meaning::lock(words, before, kind, uint64_t{self_} + 1, failure, now);
  Flow flow = follow(now.outcome, m, result);
  return flow == Flow::Next && result == 0 ? set_mutex(m, before, now.outcome.after) : flow;
}

Machine::Flow Machine::mutex_unlock(const Value& m, int& result) {
  const Lock before = mutex_state(m);
  const uint64_t kind = mutex_kind(m);
  if (faulted_) return Flow::Stop;
  FirstCase<Lock> now;
  meaning::unlock_mutex(words, before, kind, uint64_t{self_} + 1, now);
  Flow flow = follow(now.outcome, m, result);
  return flow == Flow::Next && result == 0 ? set_mutex(m, before, now.outcome.after) : flow;
}

// From now on the object is as good as never initialised.
void Machine::forget_state(const Value& m) {
  on_lock_ = true;
  store(m, 32, undef_value(32));
  on_lock_ = false;
}

// Faults when there is no spin lock.
uint32_t Machine::spin_owner(const Value& m) {
  uint32_t word = read_word(m.obj, static_cast<uint32_t>(m.bits), 4);
  if (!faulted_ && (word & kFreeSpinLock) == 0)
    undefined("uninitialised-synchronisation", "a spin lock is used while it is not initialised", m.obj,
              static_cast<uint32_t>(m.bits));
  return word & 0xffff;
}

bool Machine::count_reader(const Value& m, int by) {
  uint32_t at = static_cast<uint32_t>(m.bits) + kReaders + self_, size = model::rwlock_size(p_.pointer_width);
  if (kReaders + self_ >= size || at >= header(m.obj).size) {
    unsupported("a read-write lock used by more than " + std::to_string(size - kReaders) + " threads at once");
    return false;
  }
  uint32_t n = read_word(m.obj, at, 1);
  if (faulted_ || (by < 0 && n == 0)) return false;
  if (n == 255 && by > 0) {
    unsupported("a thread that holds a read-write lock more than 255 times");
    return false;
  }
  write_word(m.obj, at, 1, n + static_cast<uint32_t>(by));
  count_held(by > 0);
  return true;
}

// The writer in bytes 0-1, the number of readers in 2-3.
Machine::Flow Machine::rwlock(Builtin b, const Value& m, int& result) {
  uint32_t at = static_cast<uint32_t>(m.bits);
  const RwLock before{read_word(m.obj, at, 2), read_word(m.obj, at + 2, 2)};
  if (faulted_) return Flow::Stop;
  const bool writes = b == Builtin::RwWriteLock || b == Builtin::RwTryWriteLock || b == Builtin::RwTimedWriteLock;
  FirstCase<RwLock> now;
  meaning::rw_lock(words, before, uint64_t{self_} + 1, writes, model::failure_code(b), now);
  Flow flow = follow(now.outcome, m, result);
  if (flow != Flow::Next || result != 0) return flow;
  if (writes) {
    write_owner(m.obj, at, now.outcome.after.writer);
    count_held(true);
  } else {
    if (!count_reader(m, 1)) return Flow::Stop;
    write_word(m.obj, at + 2, 2, static_cast<uint32_t>(now.outcome.after.readers));
  }
  const uint32_t size = header(m.obj).size;
  const bool held = now.outcome.after.writer != 0 || now.outcome.after.readers != 0;
  if (header(m.obj).tags)
    mark_rest(writable(m.obj, true) + kHeader + size + at, std::min(size - at, model::rwlock_size(p_.pointer_width)),
              held);
  return Flow::Next;
}

Machine::Flow Machine::rwunlock(const Value& m, int& result) {
  uint32_t at = static_cast<uint32_t>(m.bits);
  const RwLock before{read_word(m.obj, at, 2), read_word(m.obj, at + 2, 2)};
  if (faulted_) return Flow::Stop;
  const bool reads = before.writer == 0 && before.readers != 0 && count_reader(m, -1);
  if (faulted_) return Flow::Stop;
  FirstCase<RwLock> now;
  meaning::rw_unlock(words, before, uint64_t{self_} + 1, reads, now);
  Flow flow = follow(now.outcome, m, result);
  if (flow != Flow::Next) return flow;
  if (before.writer != now.outcome.after.writer) {
    write_owner(m.obj, at, now.outcome.after.writer);
    count_held(false);
  } else {
    write_word(m.obj, at + 2, 2, static_cast<uint32_t>(now.outcome.after.readers));
  }
  const uint32_t size = header(m.obj).size;
  const bool held = now.outcome.after.writer != 0 || now.outcome.after.readers != 0;
  if (header(m.obj).tags)
    mark_rest(writable(m.obj, true) + kHeader + size + at, std::min(size - at, model::rwlock_size(p_.pointer_width)),
              held);
  return Flow::Next;
}

Machine::Flow Machine::spin(Builtin b, const Value& m, int& result) {
  const Lock before{spin_owner(m), 0};
  if (faulted_) return Flow::Stop;
  FirstCase<Lock> now;
  if (b == Builtin::SpinUnlock)
    meaning::unlock_spin(words, before, uint64_t{self_} + 1, now);
  else
    meaning::lock(words, before, uint64_t{model::kNormalMutex}, uint64_t{self_} + 1, model::failure_code(b), now);
  Flow flow = follow(now.outcome, m, result);
  if (flow != Flow::Next || result != 0) return flow;
  write_owner(m.obj, static_cast<uint32_t>(m.bits), now.outcome.after.owner);
  count_held(now.outcome.after.owner != 0);
  return Flow::Next;
}

Machine::Flow Machine::semaphore(Builtin b, const Value& m, int& result) {
  const uint64_t before = read_word(m.obj, static_cast<uint32_t>(m.bits), 4);
  if (faulted_) return Flow::Stop;
  if (b == Builtin::SemCancelWait && gives_up(before != 0)) {
    result = model::kWasCancelled;
    return Flow::Next;
  }
  FirstCase<uint64_t> now;
  if (b == Builtin::SemPost)
    meaning::post(words, before, now);
  else
    meaning::take(words, before, model::failure_code(b), now);
  Flow flow = follow(now.outcome, m, result);
  if (flow == Flow::Next && result == 0)
    write_word(m.obj, static_cast<uint32_t>(m.bits), 4, static_cast<uint32_t>(now.outcome.after));
  return flow;
}

Machine::Flow Machine::execute_sync(const Instr& i) {
  Value m;
  if (!sync_address(i, 0, m)) return Flow::Stop;
  uint32_t at = static_cast<uint32_t>(m.bits);
  int result = 0;
  Flow flow = Flow::Next;
  const auto kind = model::synchronises(i.builtin);
  // What it was initialised as; nullptr: there is no room for saying it.
  auto made = [&](const Value& v, bool write) -> uint8_t* {
    const ObjectHeader h = header(v.obj);
    if (v.bits + kMadeAt >= h.size) return nullptr;
    uint8_t* d = write ? writable(v.obj, true) : object(slot_of(v.obj)).data;
    return write || h.tags ? d + kHeader + h.size + v.bits + kMadeAt : nullptr;
  };
  auto word_at = [&](const Value& v) {
    uint32_t word = 0;
    std::memcpy(&word, object(slot_of(v.obj)).data + kHeader + v.bits, 4);
    return word;
  };
  auto check_kind = [&](const Value& v, model::Synchronises wanted) {
    const uint8_t* tag = made(v, false);
    auto found = tag && is_made_tag(*tag) ? static_cast<model::Synchronises>(*tag - kByteMade) : wanted;
    // No mutex, condition variable or barrier has such a word, nor a semaphore that was not initialised as one.
    const bool may_be_spin = wanted != model::Synchronises::SpinLock && wanted != model::Synchronises::RwLock;
    if (found == wanted && may_be_spin && !(tag && is_made_tag(*tag)) && word_at(v) == kFreeSpinLock)
      found = model::Synchronises::SpinLock;
    if (found == wanted) return;
    undefined("mismatched-synchronisation", std::string(in_words(found)) + " is used as " + in_words(wanted), v.obj,
              static_cast<uint32_t>(v.bits));
  };
  if (!model::initialises(i.builtin)) check_kind(m, kind);
  if (Value mutex; model::waits_on_condition(i.builtin) && sync_address(i, 1, mutex))
    check_kind(mutex, model::Synchronises::Mutex);
  if (faulted_) return Flow::Stop;
  reached(m.obj, at, model::size_of(kind, p_.pointer_width), true);
  switch (i.builtin) {
    case Builtin::MutexInit: {
      uint32_t kind = static_cast<uint32_t>(number(i.args[1]));
      write_word(m.obj, at, 4, 0);
      uint32_t kind_at = at + model::mutex_kind_offset(p_.pointer_width);
      on_lock_ = true;
      store(ptr_value(m.obj, kind_at), 32, int_value(kind));
      on_lock_ = false;
      break;
    }
    case Builtin::MutexDestroy: {
      FirstCase<Lock> now;
      meaning::destroy_mutex(words, Lock{read_word(m.obj, at, 2), 0}, now);
      if (faulted_) return Flow::Stop;
      flow = follow(now.outcome, m, result);
      if (now.outcome.end == meaning::Ending::Ends) forget_state(m);
      break;
    }
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock: flow = mutex_lock(m, model::failure_code(i.builtin), result); break;
    case Builtin::MutexUnlock: flow = mutex_unlock(m, result); break;
    case Builtin::RwInit: {
      uint32_t end = std::min(at + model::rwlock_size(p_.pointer_width), header(m.obj).size);
      for (uint32_t k = at; k + 4 <= end; k += 4) write_word(m.obj, k, 4, 0);
      break;
    }
    case Builtin::SpinInit: write_word(m.obj, at, 4, kFreeSpinLock); break;
    case Builtin::CondInit: write_word(m.obj, at, 4, 0); break;
    case Builtin::SpinDestroy: spin_owner(m); [[fallthrough]];
    case Builtin::RwDestroy:
    case Builtin::BarrierDestroy:
    case Builtin::CondDestroy:
    case Builtin::SemDestroy:
      read_word(m.obj, at, 4);
      if (!faulted_) forget_state(m);
      break;
    case Builtin::RwReadLock:
    case Builtin::RwWriteLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedReadLock:
    case Builtin::RwTimedWriteLock: flow = rwlock(i.builtin, m, result); break;
    case Builtin::RwUnlock: flow = rwunlock(m, result); break;
    case Builtin::SpinLock:
    case Builtin::SpinTryLock:
    case Builtin::SpinUnlock: flow = spin(i.builtin, m, result); break;
    case Builtin::CondWait:
    case Builtin::CondTimedWait:
    case Builtin::CondCancelWait:
    case Builtin::CondCancelTimedWait: return cond_wait(i);
    case Builtin::CondSignal: {
      read_word(m.obj, at, 4);
      if (faulted_) return Flow::Stop;
      std::vector<unsigned> sleepers;
      for (unsigned u = 0; u < thread_count_; ++u) {
        Thread& th = thread(u);
        if (th.status == ThreadStatus::CondWaiting && th.cond == m.obj && th.cond_offset == at) sleepers.push_back(u);
      }
      int woken = -1;
      if (!sleepers.empty()) {
        woken = static_cast<int>(sleepers[choices_->pick(static_cast<uint32_t>(sleepers.size()))]);
        Thread& th = thread(static_cast<unsigned>(woken));
        th.status = ThreadStatus::CondWoken;
        th.only_sleeper = sleepers.size() == 1 && model::waits_cancellably(next_of(th).builtin);
        th.wake_result = 0;
        th.dirty = true;
      }
      if (happenings_) happens_sync(i.builtin, m.obj, at, true);
      if (events_) event(EventKind::Signal, &i, m.obj, at, 4, woken < 0 ? "nobody waits" : "", woken);
      assign(i.dst, int_value(0));
      return straight(i);
    }
    case Builtin::CondBroadcast:
      read_word(m.obj, at, 4);
      if (faulted_) return Flow::Stop;
      for (unsigned u = 0; u < thread_count_; ++u) {
        Thread& th = thread(u);
        if (th.status != ThreadStatus::CondWaiting || th.cond != m.obj || th.cond_offset != at) continue;
        th.status = ThreadStatus::CondWoken;
        th.only_sleeper = model::waits_cancellably(next_of(th).builtin);
        th.wake_result = 0;
        th.dirty = true;
      }
      break;
    case Builtin::BarrierInit: {
      uint32_t n = static_cast<uint32_t>(number(i.args[1]));
      if (faulted_) return Flow::Stop;
      if (n == 0) {
        result = model::kInvalid;
        break;
      }
      write_word(m.obj, at, 2, n);
      write_word(m.obj, at + 2, 2, 0);
      break;
    }
    case Builtin::BarrierWait: return barrier_wait(i);
    case Builtin::SemInit: write_word(m.obj, at, 4, static_cast<uint32_t>(number(i.args[1]))); break;
    case Builtin::SemWait:
    case Builtin::SemCancelWait:
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
    case Builtin::SemPost: flow = semaphore(i.builtin, m, result); break;
    case Builtin::SemGetValue: {
      Value out = pointer(i.args[1]);
      uint32_t v = read_word(m.obj, at, 4);
      if (!faulted_) store(out, 32, int_value(v));
      if (!faulted_ && happenings_) happens_access(out.obj, static_cast<uint32_t>(out.bits), 4, true);
      break;
    }
#define HEDDLE_BUILTIN(name, ...) case Builtin::name:
#define HEDDLE_SYNCHRONISES(name, ...)
#include "model/builtins.def"
      HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " does not synchronise";
  }
  if (faulted_) return Flow::Stop;
  if (flow != Flow::Next) return flow;
  const bool begins = model::initialises(i.builtin) && kind != model::Synchronises::SpinLock && result == 0;
  if (begins || model::destroys(i.builtin))
    if (uint8_t* tag = made(m, begins); tag && (begins || is_made_tag(*tag))) {
      tag = made(m, true);
      *tag = begins ? static_cast<uint8_t>(kByteMade + static_cast<uint8_t>(kind)) : kByteUndef;
      *(tag - header(m.obj).size) = 0;
    }
  if (happenings_) happens_sync(i.builtin, m.obj, at, result == 0);
  if (events_) {
    std::string text;
    if (result == model::kBusy) text = "busy";
    if (result == model::kTimedOut) text = "timed out";
    if (result != 0 && text.empty()) text = "fails (" + std::to_string(result) + ")";
    if (result == model::kWasCancelled)
      event(EventKind::Cancelled, &i, 0, 0, 0);
    else
      event(model::event_kind(i.builtin), &i, m.obj, at, 4, text);
  }
  assign(i.dst, int_value(static_cast<uint32_t>(result)));
  return straight(i);
}

// First part of a wait: release the mutex and fall asleep.
Machine::Flow Machine::cond_wait(const Instr& i) {
  Value c, m;
  if (!sync_address(i, 0, c) || !sync_address(i, 1, m)) return Flow::Stop;
  if (atomic_depth_) {
    unsupported("waiting on a condition variable inside an atomic section");
    return Flow::Stop;
  }
  uint32_t at = static_cast<uint32_t>(m.bits);
  read_word(c.obj, static_cast<uint32_t>(c.bits), 4);
  if (faulted_) return Flow::Stop;
  const Lock before = mutex_state(m);
  if (faulted_) return Flow::Stop;
  FirstCase<Lock> released;
  meaning::release_to_sleep(words, before, uint64_t{self_} + 1, released);
  int result = 0;
  if (follow(released.outcome, m, result) != Flow::Next || set_mutex(m, before, released.outcome.after) != Flow::Next)
    return Flow::Stop;
  thread_->status = ThreadStatus::CondWaiting;
  thread_->cond = c.obj;
  thread_->cond_offset = static_cast<uint32_t>(c.bits);
  thread_->mutex = m.obj;
  thread_->mutex_offset = at;
  thread_->timed = i.builtin == Builtin::CondTimedWait || i.builtin == Builtin::CondCancelTimedWait;
  thread_->wake_result = 0;
  if (happenings_) {
    happens_sync(i.builtin, c.obj, thread_->cond_offset, true);
    happens_sync(i.builtin, m.obj, at, true, 1);
  }
  if (events_) event(EventKind::Wait, &i, c.obj, thread_->cond_offset, 4);
  return Flow::Stop;
}

// Wake without a signal: because the thread is cancelled, by time-out, or spuriously. The latter two come before the
// request or not at all.
Machine::Flow Machine::wake(bool& spurious) {
  const Instr& i = next_of(*thread_);
  int result = 0;
  if (model::waits_cancellably(i.builtin) && is_cancelled())
    result = model::kWasCancelled;
  else if (thread_->timed && choices_->pick(2) == 0)
    result = model::kTimedOut;
  spurious = result == 0;
  thread_->status = ThreadStatus::CondWoken;
  thread_->wake_result = result;
  if (acts_) add_act(self_, i.event, trace::ActKind::Wake, static_cast<uint64_t>(result));
  if (events_)
    event(EventKind::Wake, nullptr, thread_->cond, thread_->cond_offset, 4,
          result == 0                  ? "spurious wake-up"
          : result == model::kTimedOut ? "timed out"
                                       : "cancelled");
  return Flow::Stop;
}

Machine::Flow Machine::relock() {
  const Instr& i = next_of(*thread_);
  int result = 0;
  Value m = ptr_value(thread_->mutex, thread_->mutex_offset);
  if (!check_access(m, model::size_of(model::Synchronises::Mutex, p_.pointer_width), true)) return Flow::Stop;
  if (read_word(m.obj, thread_->mutex_offset, 2) != 0 && !faulted_) return Flow::Blocked;
  Flow flow = mutex_lock(m, 0, result);
  if (flow != Flow::Next) return flow;
  // A signal that nobody else misses, and a request: POSIX (2.9.5.2) leaves open which of them ends the wait.
  if (thread_->only_sleeper && gives_up(true)) thread_->wake_result = model::kWasCancelled;
  thread_->only_sleeper = false;
  if (happenings_) happens_sync(Builtin::MutexLock, m.obj, thread_->mutex_offset, true);
  if (acts_) add_act(self_, i.event, trace::ActKind::Relock, static_cast<uint64_t>(thread_->wake_result));
  if (events_) event(EventKind::Lock, &i, m.obj, thread_->mutex_offset, 4, "again after waiting");
  if (events_ && thread_->wake_result == model::kWasCancelled) event(EventKind::Cancelled, &i, 0, 0, 0);
  thread_->status = ThreadStatus::Ready;
  thread_->timed = false;
  assign(i.dst, int_value(static_cast<uint32_t>(thread_->wake_result)));
  return straight(i);
}

Machine::Flow Machine::barrier_wait(const Instr& i) {
  Value b;
  if (!sync_address(i, 0, b)) return Flow::Stop;
  if (atomic_depth_) {
    unsupported("waiting at a barrier inside an atomic section");
    return Flow::Stop;
  }
  uint32_t at = static_cast<uint32_t>(b.bits);
  const Barrier before{read_word(b.obj, at, 2), read_word(b.obj, at + 2, 2)};
  if (faulted_) return Flow::Stop;
  FirstCase<Barrier> now;
  meaning::arrive(words, before, now);
  int result = 0;
  Flow flow = follow(now.outcome, b, result);
  if (flow == Flow::Stop) return flow;
  if (happenings_) happens_sync(i.builtin, b.obj, at, true);
  if (events_)
    event(EventKind::Barrier, &i, b.obj, at, 4,
          std::to_string(before.arrived + 1) + " of " + std::to_string(before.needed) + " arrived");
  write_word(b.obj, at + 2, 2, static_cast<uint32_t>(now.outcome.after.arrived));
  if (flow == Flow::Blocked) {
    thread_->status = ThreadStatus::BarrierWaiting;
    thread_->cond = b.obj;
    thread_->cond_offset = at;
    return Flow::Stop;
  }
  // Everybody goes on; any one of the participants is told to be the serial thread.
  std::vector<unsigned> participants{self_};
  for (unsigned u = 0; u < thread_count_; ++u) {
    Thread& th = thread(u);
    if (u != self_ && th.status == ThreadStatus::BarrierWaiting && th.cond == b.obj && th.cond_offset == at)
      participants.push_back(u);
  }
  uint32_t serial = choices_->pick(static_cast<uint32_t>(participants.size()));
  unsigned last = self_;
  for (size_t k = 0; k < participants.size(); ++k) {
    self_ = participants[k];
    thread_ = &threads_[self_];
    const Frame& f = thread_->frames.back();
    const Instr& wait = p_.procedures[f.proc].code[f.pc];
    thread_->status = ThreadStatus::Ready;
    thread_->dirty = true;
    // The barrier may be destroyed as soon as one of them goes on, so this is no access.
    if (happenings_ && self_ != last)
      happens_sync(i.builtin, b.obj, at, true), happenings_->back().kind = Happening::Learn;
    assign(wait.dst, int_value(k == serial ? static_cast<uint32_t>(model::kSerialThread) : 0));
    if (acts_) add_act(self_, wait.event, trace::ActKind::Released, k == serial ? 0xffffffffu : 0);
    straight(wait);
    if (self_ != last) thread_->settle = true;
  }
  self_ = last;
  thread_ = &threads_[self_];
  return Flow::Next;
}

}  // namespace heddle::semantics
