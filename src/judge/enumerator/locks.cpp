// SPDX-License-Identifier: GPL-3.0-or-later
// Mutexes, spin locks and read-write locks. Their state lives in their own bytes:
//   mutex      owner (slot + 1, 16 bits) at 0, count (16 bits) at 2, kind (32 bits) at 16 or 12
//   spin lock  owner (slot + 1, 16 bits) at 0, 1 (16 bits) at 2: zeros are no spin lock
//   rwlock     writer (slot + 1, 16 bits) at 0, number of readers (16 bits) at 2, from 8 on how often each slot reads
#include <algorithm>

#include "judge/enumerator/machine.h"
#include "model/sizes.h"

namespace heddle::oracle {

using model::Builtin;
using model::Instr;

namespace {
constexpr uint64_t kPerm = 1, kBusy = 16, kDeadlock = 35, kTimedOut = 110;
constexpr unsigned kRecursive = 1, kErrorCheck = 2;
}  // namespace

// All its bytes are the library's.
Address Machine::sync_object(model::ExprId e, model::Synchronises what, bool plain_write) {
  const uint64_t length = model::size_of(what, p_.pointer_width);
  Address a = resolve(eval(e), length);
  touch(a, length, true, !plain_write);
  return a;
}

// A call that fails or a look at a semaphore synchronises with nobody, in an atomic section neither.
void Machine::finish_unordered(const Instr& in, const Address& lock, uint64_t result) {
  auto last = std::find_if(accesses.rbegin(), accesses.rend(),
                           [&](const Access& a) { return a.object == lock.object && a.offset == lock.offset; });
  if (last != accesses.rend()) last->order = {.acquires = false, .releases = false};
  auto deed = std::find_if(deeds.rbegin(), deeds.rend(), [&](const Deed& d) {
    return d.kind == Deed::Touch && d.access.object == lock.object && d.access.offset == lock.offset;
  });
  if (deed != deeds.rend())
    deed->access.order = {.acquires = false, .releases = false, .fails = true}, deed->access.write = false;
  finish_int(in, result);
}

uint64_t Machine::read_field(const Address& a, uint64_t at, unsigned bytes) {
  Value v = load({a.object, a.offset + at}, bytes * 8);
  if (v.tag != Tag::Int || v.undef) undefined("use of an uninitialised synchronisation object");
  return v.bits;
}

void Machine::write_field(const Address& a, uint64_t at, unsigned bytes, uint64_t v) {
  store({a.object, a.offset + at}, bytes * 8, integer(v));
}

unsigned Machine::mutex_kind(const Address& m) {
  uint64_t at = p_.pointer_width == 64 ? 16 : 12;
  if (m.offset + at + 4 > object(m.object).bytes.size()) return 0;
  return static_cast<unsigned>(read_field(m, at, 4));
}

void Machine::mutex_lock(const Instr& in, const Address& m) {
  uint64_t owner = read_field(m, 0, 2), count = read_field(m, 2, 2);
  unsigned kind = mutex_kind(m);
  bool mine = owner == self();
  if (owner == 0 || (mine && kind == kRecursive)) {
    write_field(m, 0, 2, self());
    write_field(m, 2, 2, count + 1);
    if (!mine) ++thread().held;
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::MutexTryLock) return finish_unordered(in, m, kBusy);
  if (mine && kind == kErrorCheck) return finish_unordered(in, m, kDeadlock);
  if (in.builtin == Builtin::MutexTimedLock) return finish_unordered(in, m, kTimedOut);
  throw Blocked{};
}

uint64_t Machine::mutex_unlock(const Address& m) {
  uint64_t owner = read_field(m, 0, 2), count = read_field(m, 2, 2);
  unsigned kind = mutex_kind(m);
  if (owner != self()) {
    if (kind == kRecursive || kind == kErrorCheck) return kPerm;
    undefined("unlock of a mutex that the thread does not hold");
  }
  write_field(m, 2, 2, count - 1);
  if (count == 1) {
    write_field(m, 0, 2, 0);
    released();
  }
  return 0;
}

void Machine::mutex_builtin(const Instr& in) {
  bool plain = in.builtin == Builtin::MutexInit || in.builtin == Builtin::MutexDestroy;
  Address m = sync_object(in.args[0], model::Synchronises::Mutex, plain);
  if (in.builtin == Builtin::MutexInit) {
    uint64_t kind = number(in.args[1]), at = p_.pointer_width == 64 ? 16 : 12;
    write_field(m, 0, 4, 0);
    write_field(m, at, 4, kind);
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::MutexDestroy) {
    if (read_field(m, 0, 2)) return finish_int(in, kBusy);
    forget(m);
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::MutexUnlock) {
    if (uint64_t failure = mutex_unlock(m)) return finish_unordered(in, m, failure);
    return finish_int(in, 0);
  }
  mutex_lock(in, m);
}

void Machine::spin_builtin(const Instr& in) {
  bool plain = in.builtin == Builtin::SpinInit || in.builtin == Builtin::SpinDestroy;
  Address m = sync_object(in.args[0], model::Synchronises::SpinLock, plain);
  if (in.builtin == Builtin::SpinInit) {
    write_field(m, 0, 2, 0);
    write_field(m, 2, 2, 1);
    return finish_int(in, 0);
  }
  if (read_field(m, 2, 2) != 1) undefined("use of a spin lock that was not initialised");
  if (in.builtin == Builtin::SpinDestroy) {
    forget(m);
    return finish_int(in, 0);
  }
  uint64_t owner = read_field(m, 0, 2);
  if (in.builtin == Builtin::SpinUnlock) {
    if (owner != self()) undefined("unlock of a spin lock that the thread does not hold");
    write_field(m, 0, 2, 0);
    released();
    return finish_int(in, 0);
  }
  if (owner != 0) {
    if (in.builtin == Builtin::SpinTryLock) return finish_unordered(in, m, kBusy);
    throw Blocked{};
  }
  write_field(m, 0, 2, self());
  ++thread().held;
  finish_int(in, 0);
}

Address Machine::rw_object(model::ExprId e, bool plain_write) {
  Address m = sync_object(e, model::Synchronises::RwLock, plain_write);
  if (object(m.object).bytes.size() < m.offset + 8 + kMaxThreads)
    unsupported("a read-write lock smaller than the library's");
  return m;
}

void Machine::rw_acquire(const Instr& in, bool write) {
  Address m = rw_object(in.args[0]);
  uint64_t writer = read_field(m, 0, 2), readers = read_field(m, 2, 2);
  if (writer == 0 && (!write || readers == 0)) {
    if (write) {
      write_field(m, 0, 2, self());
    } else {
      write_field(m, 2, 2, readers + 1);
      write_field(m, 7 + self(), 1, read_field(m, 7 + self(), 1) + 1);
    }
    ++thread().held;
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::RwTryReadLock || in.builtin == Builtin::RwTryWriteLock)
    return finish_unordered(in, m, kBusy);
  if (writer == self()) return finish_unordered(in, m, kDeadlock);
  if (in.builtin == Builtin::RwTimedReadLock || in.builtin == Builtin::RwTimedWriteLock)
    return finish_unordered(in, m, kTimedOut);
  throw Blocked{};
}

void Machine::rw_builtin(const Instr& in) {
  const Builtin b = in.builtin;
  if (b == Builtin::RwReadLock || b == Builtin::RwTryReadLock || b == Builtin::RwTimedReadLock)
    return rw_acquire(in, false);
  if (b == Builtin::RwWriteLock || b == Builtin::RwTryWriteLock || b == Builtin::RwTimedWriteLock)
    return rw_acquire(in, true);
  if (b == Builtin::RwInit) {
    Address m = rw_object(in.args[0], true);
    write_field(m, 0, 4, 0);
    for (unsigned slot = 0; slot < kMaxThreads; ++slot) write_field(m, 8 + slot, 1, 0);
    return finish_int(in, 0);
  }
  if (b == Builtin::RwDestroy) {
    Address m = rw_object(in.args[0], true);
    read_field(m, 0, 4);
    forget(m);
    return finish_int(in, 0);
  }
  if (b != Builtin::RwUnlock) unsupported(std::string("builtin ") + model::name(b));
  Address m = rw_object(in.args[0]);
  uint64_t writer = read_field(m, 0, 2), readers = read_field(m, 2, 2);
  if (writer == self()) {
    write_field(m, 0, 2, 0);
  } else if (uint64_t mine = readers > 0 ? read_field(m, 7 + self(), 1) : 0) {
    write_field(m, 2, 2, readers - 1);
    write_field(m, 7 + self(), 1, mine - 1);
  } else {
    undefined("unlock of a read-write lock that the thread does not hold");
  }
  released();
  finish_int(in, 0);
}

}  // namespace heddle::oracle
