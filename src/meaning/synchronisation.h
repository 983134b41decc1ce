// SPDX-License-Identifier: GPL-3.0-or-later
// What each operation does on what synchronises, as cases over the object's state, after POSIX and glibc where POSIX
// leaves a choice. Each function calls on(Bit when, Outcome) for one case after the other: the first case whose
// condition holds is what happens, and the last condition is always true. A case says what becomes of the state and
// what the call returns, or that the thread waits, or why the operation is undefined.
//
//   the interpreter       takes the first case that holds
//   bits                  folds the cases into one new state and one result
//   an engine that forks  follows each case under its condition, with those before it excluded
//
// A domain D has, besides the members listed in operators.h, always(): the Bit that is true. How the state is stored is
// the engine's business; so are waking, choosing among sleepers, and the limits of counters.
#pragma once
#include <utility>

#include "model/builtins.h"

namespace heddle::meaning {

// How an operation comes out.
struct Ending {
  enum End : uint8_t {
    Done,         // with `result`, and the object in its new state
    Waits,        // not yet; barriers: the new state says that the thread has arrived
    Ends,         // the object is destroyed: from now on as good as never initialised
    Undefined,    // by C and POSIX: `kind` and `message` say what
    Unsupported,  // by us
  };
  End end = Done;
  int result = 0;
  const char *kind = "", *message = "";
};

template <class State>
struct Outcome : Ending {
  State after{};
};

// A mutex or a spin lock. Numbers of threads begin with 1.
template <class D>
struct LockState {
  typename D::Number owner;  // 0: nobody
  typename D::Number again;  // how often the owner holds the lock beyond once
};

template <class D>
struct RwState {
  typename D::Number writer;  // 0: nobody
  typename D::Number readers;
};

template <class D>
struct BarrierState {
  typename D::Number needed, arrived;
};

template <class D>
using Number = typename D::Number;

template <class S>
Outcome<S> done(S after, int result = 0) {
  return {{Ending::Done, result, "", ""}, std::move(after)};
}
template <class S>
Outcome<S> waits(S after) {
  return {{Ending::Waits, 0, "", ""}, std::move(after)};
}
template <class S>
Outcome<S> undefined(S state, const char* kind, const char* message) {
  return {{Ending::Undefined, 0, kind, message}, std::move(state)};
}

template <class S>
Outcome<S> unsupported(S state, const char* message) {
  return {{Ending::Unsupported, 0, "", message}, std::move(state)};
}

// `failure`: what the call returns where it would have to wait, 0 if it waits (model::failure_code). A try says busy
// even to the owner. A spin lock is a mutex of the normal kind.
template <class D, class On>
void lock(D& d, const LockState<D>& m, const Number<D>& kind, const Number<D>& self, int failure, On&& on) {
  const auto zero = d.constant(0, m.owner);
  const auto is_kind = [&](model::MutexKind k) { return d.eq(kind, d.constant(k, kind)); };
  const auto mine = d.eq(m.owner, self);
  on(d.eq(m.owner, zero), done(LockState<D>{self, d.constant(0, m.again)}));
  on(d.both(mine, is_kind(model::kRecursiveMutex)),
     done(LockState<D>{m.owner, d.add(m.again, d.constant(1, m.again))}));
  if (failure != model::kBusy) on(d.both(mine, is_kind(model::kErrorCheckMutex)), done(m, model::kWouldDeadlock));
  on(d.always(), failure ? done(m, failure) : waits(m));
}

template <class D, class On>
void unlock_mutex(D& d, const LockState<D>& m, const Number<D>& kind, const Number<D>& self, On&& on) {
  const auto zero = d.constant(0, m.owner);
  const auto mine = d.eq(m.owner, self), once = d.eq(m.again, d.constant(0, m.again));
  const auto normal = d.eq(kind, d.constant(model::kNormalMutex, kind));
  on(d.both(mine, once), done(LockState<D>{zero, m.again}));
  on(mine, done(LockState<D>{m.owner, d.sub(m.again, d.constant(1, m.again))}));
  on(d.both(normal, d.eq(m.owner, zero)), undefined(m, "invalid-unlock", "a mutex is unlocked that nobody holds"));
  on(normal, undefined(m, "invalid-unlock", "a mutex is unlocked by a thread that does not hold it"));
  on(d.always(), done(m, model::kNotPermitted));
}

template <class D, class On>
void unlock_spin(D& d, const LockState<D>& m, const Number<D>& self, On&& on) {
  on(d.eq(m.owner, self), done(LockState<D>{d.constant(0, m.owner), m.again}));
  on(d.always(), undefined(m, "invalid-unlock", "a spin lock is unlocked by a thread that does not hold it"));
}

// A mutex that is held stays.
template <class D, class On>
void destroy_mutex(D& d, const LockState<D>& m, On&& on) {
  on(d.no(d.eq(m.owner, d.constant(0, m.owner))), done(m, model::kBusy));
  on(d.always(), Outcome<LockState<D>>{{Ending::Ends, 0, "", ""}, m});
}

// The first part of a wait on a condition variable: what becomes of its mutex, of any kind.
template <class D, class On>
void release_to_sleep(D& d, const LockState<D>& m, const Number<D>& self, On&& on) {
  on(d.no(d.eq(m.owner, self)),
     undefined(m, "invalid-wait", "waiting on a condition variable without holding the mutex"));
  on(d.no(d.eq(m.again, d.constant(0, m.again))),
     unsupported(m, "waiting on a condition variable with a recursive mutex locked more than once"));
  on(d.always(), done(LockState<D>{d.constant(0, m.owner), m.again}));
}

template <class D, class On>
void rw_lock(D& d, const RwState<D>& l, const Number<D>& self, bool write, int failure, On&& on) {
  const auto no_writer = d.eq(l.writer, d.constant(0, l.writer));
  if (write)
    on(d.both(no_writer, d.eq(l.readers, d.constant(0, l.readers))), done(RwState<D>{self, l.readers}));
  else
    on(no_writer, done(RwState<D>{l.writer, d.add(l.readers, d.constant(1, l.readers))}));
  if (failure != model::kBusy) on(d.eq(l.writer, self), done(l, model::kWouldDeadlock));
  on(d.always(), failure ? done(l, failure) : waits(l));
}

// `reads`: does this thread hold the lock for reading? The state itself knows only how many do.
template <class D, class On>
void rw_unlock(D& d, const RwState<D>& l, const Number<D>& self, const typename D::Bit& reads, On&& on) {
  on(d.eq(l.writer, self), done(RwState<D>{d.constant(0, l.writer), l.readers}));
  on(d.both(d.eq(l.writer, d.constant(0, l.writer)), reads),
     done(RwState<D>{l.writer, d.sub(l.readers, d.constant(1, l.readers))}));
  on(d.always(), undefined(l, "invalid-unlock", "a read-write lock is unlocked by a thread that does not hold it"));
}

template <class D, class On>
void take(D& d, const Number<D>& value, int failure, On&& on) {
  on(d.no(d.eq(value, d.constant(0, value))), done(d.sub(value, d.constant(1, value))));
  on(d.always(), failure ? done(value, failure) : waits(value));
}

template <class D, class On>
void post(D& d, const Number<D>& value, On&& on) {
  on(d.eq(value, d.constant(model::kMostPosts, value)), done(value, model::kSemaphoreFails));
  on(d.always(), done(d.add(value, d.constant(1, value))));
}

// Done: the barrier opens, and everybody goes on.
template <class D, class On>
void arrive(D& d, const BarrierState<D>& b, On&& on) {
  const auto arrived = d.add(b.arrived, d.constant(1, b.arrived));
  on(d.eq(b.needed, d.constant(0, b.needed)),
     undefined(b, "uninitialised-synchronisation", "a barrier is used while it is not initialised"));
  on(d.eq(arrived, b.needed), done(BarrierState<D>{b.needed, d.constant(0, b.arrived)}));
  on(d.always(), waits(BarrierState<D>{b.needed, arrived}));
}

}  // namespace heddle::meaning
