// SPDX-License-Identifier: GPL-3.0-or-later
// What synchronises. A lock is free or held, and each thread knows which ones it holds itself. Attempts may always
// fail, a sleeper may always wake, a barrier lets everybody through: more than happens, never less. One thing is
// assumed: that no lock has kMostReaders readers at the same time.
#include "judge/steps/walker.h"
#include "model/sizes.h"

namespace heddle::judge::steps {

using model::Builtin;
using model::Instr;
using model::Synchronises;

namespace {

// The words of a lock have a width that nothing else has: nobody uses them as numbers.
uint8_t word_of(Synchronises what) { return static_cast<uint8_t>(33 + static_cast<unsigned>(what)); }

bool takes_for_writing(Builtin b) {
  return b == Builtin::RwWriteLock || b == Builtin::RwTryWriteLock || b == Builtin::RwTimedWriteLock;
}

}  // namespace

// The object and the offset, which must not vary.
std::pair<uint32_t, uint32_t> Walker::place_of_lock(Path& path, model::ExprId e, Synchronises what) {
  const Value v = eval(path, e);
  const uint32_t bytes = model::size_of(what, p_.pointer_width);
  reach(path, v, bytes, true);
  if (is_blurred(v.object) || !v.number.n.is_number()) throw Refused{"one of several locks"};
  const auto at = static_cast<uint32_t>(v.number.n.k);
  for (uint32_t k = 0; k < bytes && at + k + 4 <= size_of(v.object); k += 4)
    claim_word({Slot::Memory, v.object, at + k, word_of(what)});
  return {v.object, at};
}

void Walker::synchronise(Path& path, const Instr& i) {
  if (model::waits_cancellably(i.builtin) || i.builtin == Builtin::SemGetValue)
    throw Refused{std::string("the operation ") + model::name(i.builtin)};
  const Synchronises what = model::synchronises(i.builtin);
  // Who makes or destroys it must not be disturbed; other operations never are.
  note_access(path, eval(path, i.args[0]), 4, true, !model::is_plain_write(i.builtin));
  const auto [object, at] = place_of_lock(path, i.args[0], what);
  switch (what) {
    case Synchronises::Mutex:
    case Synchronises::SpinLock: return mutex(path, i, object, at);
    case Synchronises::Condition: return condition(path, i, object, at);
    case Synchronises::Semaphore: return semaphore(path, i, object, at);
    case Synchronises::Barrier: return barrier(path, i, object, at);
    case Synchronises::RwLock: return rwlock(path, i, object, at);
    case Synchronises::None: break;
  }
  throw Refused{std::string("the operation ") + model::name(i.builtin)};
}

void Walker::mutex(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  const bool spin = model::synchronises(i.builtin) == Synchronises::SpinLock;
  const Slot lock{Slot::Lock, object, at, spin ? kSpinLock : uint8_t{0}}, held{Slot::Held, object, at, 0};
  auto special = [](uint32_t kind) { return kind == model::kRecursiveMutex || kind == model::kErrorCheckMutex; };
  if (!spin && is_static(object)) {
    const size_t kind_at = at + model::mutex_kind_offset(p_.pointer_width);
    const auto& init = p_.objects[object].init;
    if (kind_at < init.size() && special(init[kind_at] & 3u)) throw Refused{"a recursive or error-checking mutex"};
  }
  const Term now = state(path, lock);
  if (model::initialises(i.builtin)) {
    if (i.builtin == Builtin::MutexInit && !(number_at(path, i.args[1]).n == number(0)))
      throw Refused{"a recursive or error-checking mutex"};
    undefined_if(path, equal(now, number(1)), "a lock that is held may be initialised again");
    return outcome(path, i, truth(true), 0, [&](Path& next) { set(next, lock, number(0)); });
  }
  undefined_if(path, equal(now, number(-1)), "a lock may be used that is not initialised");
  if (model::destroys(i.builtin)) {
    undefined_if(path, equal(now, number(1)), "a lock that is held may be destroyed");
    return outcome(path, i, truth(true), 0, [&](Path& next) { set(next, lock, number(-1)); });
  }
  if (model::event_kind(i.builtin) == model::EventKind::Unlock) {
    undefined_if(path, no(equal(state(path, held), number(1))), "a lock may be let go that the thread does not hold");
    return outcome(path, i, truth(true), 0, [&](Path& next) {
      set(next, lock, number(0));
      set(next, held, number(0));
    });
  }
  if (model::may_give_up(i.builtin)) outcome(path, i, truth(true), model::failure_code(i.builtin));
  outcome(path, i, equal(now, number(0)), 0, [&](Path& next) {
    set(next, lock, number(1));
    set(next, held, number(1));
  });
}

void Walker::condition(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  const Slot made{Slot::Lock, object, at, 0};
  if (!model::initialises(i.builtin))
    undefined_if(path, equal(state(path, made), number(-1)),
                 "a condition variable may be used that is not initialised");
  if (model::waits_on_condition(i.builtin)) return wait(path, i);
  outcome(path, i, truth(true), 0, [&](Path& next) {
    if (model::is_plain_write(i.builtin)) set(next, made, number(model::initialises(i.builtin) ? 0 : -1));
  });
}

// Lets the mutex go and sleeps; then, whoever signals, wakes up and takes the mutex again.
void Walker::wait(Path& path, const Instr& i) {
  const auto [object, at] = place_of_lock(path, i.args[1], Synchronises::Mutex);
  if (path.section) throw Refused{"a wait inside an atomic section"};
  const Slot lock{Slot::Lock, object, at, 0}, held{Slot::Held, object, at, 0};
  const Term now = state(path, lock);
  undefined_if(path, equal(now, number(-1)), "a lock may be used that is not initialised");
  if (path.at.phase != Spot::Asleep) {
    undefined_if(path, no(equal(state(path, held), number(1))), "a wait on a condition variable without its mutex");
    set(path, lock, number(0));
    set(path, held, number(0));
    path.at.phase = Spot::Asleep;
    return;
  }
  path.at.phase = Spot::Before;
  auto take = [&](Path& next) {
    set(next, lock, number(1));
    set(next, held, number(1));
  };
  outcome(path, i, equal(now, number(0)), 0, take);
  if (model::may_give_up(i.builtin)) outcome(path, i, equal(now, number(0)), model::failure_code(i.builtin), take);
}

void Walker::rwlock(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  const Slot lock{Slot::Lock, object, at, 0}, readers{Slot::Readers, object, at, 0}, held{Slot::Held, object, at, 0},
      reads{Slot::HeldReads, object, at, 0};
  const Term now = state(path, lock), count = state(path, readers), mine = state(path, held),
             my_reads = state(path, reads);
  const Truth writes = equal(mine, number(1));
  if (model::initialises(i.builtin)) {
    undefined_if(path, either(equal(now, number(1)), less(number(0), count)),
                 "a lock that is held may be initialised again");
    return outcome(path, i, truth(true), 0, [&](Path& next) {
      set(next, lock, number(0));
      set(next, readers, number(0));
    });
  }
  undefined_if(path, equal(now, number(-1)), "a lock may be used that is not initialised");
  const Truth free = both(equal(now, number(0)), equal(count, number(0)));
  if (model::destroys(i.builtin)) {
    undefined_if(path, no(free), "a lock that is held may be destroyed");
    return outcome(path, i, truth(true), 0, [&](Path& next) { set(next, lock, number(-1)); });
  }
  if (i.builtin == Builtin::RwUnlock) {
    undefined_if(path, both(no(writes), less(my_reads, number(1))),
                 "a lock may be let go that the thread does not hold");
    outcome(path, i, writes, 0, [&](Path& next) {
      set(next, lock, number(0));
      set(next, held, number(0));
    });
    return outcome(path, i, no(writes), 0, [&](Path& next) {
      set(next, readers, plus(count, number(-1)));
      set(next, reads, plus(my_reads, number(-1)));
    });
  }
  const int failure = model::failure_code(i.builtin);
  if (failure) outcome(path, i, truth(true), failure);
  if (failure != model::kBusy) outcome(path, i, writes, model::kWouldDeadlock);
  if (takes_for_writing(i.builtin))
    return outcome(path, i, free, 0, [&](Path& next) {
      set(next, lock, number(1));
      set(next, held, number(1));
    });
  const Truth fewer = both(less(count, number(kMostReaders)), less(my_reads, number(kMostReaders)));
  outcome(path, i, both(equal(now, number(0)), fewer), 0, [&](Path& next) {
    set(next, readers, plus(count, number(1)));
    set(next, reads, plus(my_reads, number(1)));
  });
}

void Walker::semaphore(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  const Slot slot{Slot::Semaphore, object, at, 0};
  const Term now = state(path, slot);
  auto becomes = [&](const Term& n) { return [this, slot, n](Path& next) { set(next, slot, n); }; };
  if (model::initialises(i.builtin)) {
    const Term n = numbers_.as(number_at(path, i.args[1]), true, path.premises).n;
    undefined_if(path, less(n, number(0)), "a semaphore that begins with too large a value");
    return outcome(path, i, truth(true), 0, becomes(n));
  }
  undefined_if(path, equal(now, number(-1)), "a semaphore may be used that is not initialised");
  if (model::destroys(i.builtin)) return outcome(path, i, truth(true), 0, becomes(number(-1)));
  if (i.builtin == Builtin::SemPost) {
    const Truth full = equal(now, number(model::kMostPosts));
    outcome(path, i, full, model::kSemaphoreFails);
    return outcome(path, i, no(full), 0, becomes(plus(now, number(1))));
  }
  if (model::may_give_up(i.builtin)) outcome(path, i, truth(true), model::failure_code(i.builtin));
  outcome(path, i, less(number(0), now), 0, becomes(plus(now, number(-1))));
}

void Walker::barrier(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  const Slot slot{Slot::Barrier, object, at, 0};
  const Term needed = state(path, slot);
  if (model::initialises(i.builtin)) {
    const Term n = numbers_.as(number_at(path, i.args[1]), false, path.premises).n;
    undefined_if(path, at_most(number(65536), n), "a barrier for very many threads");
    outcome(path, i, equal(n, number(0)), model::kInvalid);
    return outcome(path, i, less(number(0), n), 0, [&](Path& next) { set(next, slot, n); });
  }
  undefined_if(path, at_most(needed, number(0)), "a barrier may be used that is not initialised");
  if (model::destroys(i.builtin))
    return outcome(path, i, truth(true), 0, [&](Path& next) { set(next, slot, number(0)); });
  if (path.section) throw Refused{"a wait inside an atomic section"};
  outcome(path, i, truth(true), 0);
  outcome(path, i, truth(true), model::kSerialThread);
}

}  // namespace heddle::judge::steps
