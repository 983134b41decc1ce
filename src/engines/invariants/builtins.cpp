// SPDX-License-Identifier: GPL-3.0-or-later
// What library functions do to a state: threads, locks, memory.
#include <algorithm>

#include "engines/invariants/walk.h"
#include "model/library_names.h"
#include "model/sizes.h"

namespace heddle::invariants {

using model::Builtin;
using model::ExprId;
using model::Instr;
using model::Pc;
using model::Synchronises;

namespace {

constexpr uint64_t kWhole = ~0ull >> 8;  // bytes: to the end of the object

std::optional<Lock> known_lock(const Value& address) {
  if (address.any || address.addresses.size() != 1 || !address.addresses[0].second.single()) return std::nullopt;
  return Lock{false, plain(address.addresses[0].first), address.addresses[0].second.lo, {}};
}

// The one that it is for sure, if it is held.
std::optional<Lock> held_lock(const State& s, const Value& address) {
  const std::optional<Lock> lock = known_lock(address);
  const bool held = lock && !address.number &&
                    std::any_of(s.at.held.begin(), s.at.held.end(), [&](const Held& h) { return h.lock == *lock; });
  return held ? lock : std::nullopt;
}

// What the argument leads to. All its bytes are the library's, also where this analysis needs no more than the first.

}  // namespace

void Walk::builtin(Body& b, Pc pc, State& s, const Instr& i, std::vector<Next>& next) {
  auto go_on = [&](State& to) { next.push_back({pc + 1, std::move(to)}); };
  auto number_between = [&](int64_t lo, int64_t hi) { assign(s, i.dst, Value::of(Numbers::between(lo, hi)), {}); };
  auto any_number = [&] {
    if (i.dst != model::kNoLocal) assign(s, i.dst, Value::of(Numbers::all(b.code.locals[i.dst].width)), {});
  };
  // An operation on what synchronises. False: there is nothing to operate on.
  auto touch = [&](size_t argument, uint64_t bytes, bool atomic) {
    doubt_lock(b, s, i, argument);
    if (const uint32_t all = model::size_of(model::synchronises(i.builtin, argument), p_.pointer_width)) bytes = all;
    const Value address = evaluate(b, s, i.args[argument]);
    know_where(b, i, i.args[argument], address);
    const Things at = things(b, s, i.args[argument], address);
    record(b, s, i, at, name_of(s, i.args[argument]), bytes, true, atomic);
    if (!address.any) use_as_lock(b, s, i, argument, at);
    if (at.empty()) lead_nowhere(b, i, address);
    return !at.empty();
  };
  switch (i.builtin) {
    case Builtin::Apart:
    case Builtin::ThreadDetach:
    case Builtin::ThreadCancel: doubt(b, i); [[fallthrough]];
    case Builtin::None:
    case Builtin::Output:
    case Builtin::Yield: any_number(); return go_on(s);
    case Builtin::Nondet: {
      const uint64_t lo = p_.exprs[i.args[0]].bits, hi = p_.exprs[i.args[1]].bits;
      const Numbers all = Numbers::all(i.width);
      const bool fits = lo <= hi && hi <= static_cast<uint64_t>(all.hi) &&
                        p_.exprs[i.args[0]].op == model::ExprOp::Const &&
                        p_.exprs[i.args[1]].op == model::ExprOp::Const;
      if (fits)
        number_between(static_cast<int64_t>(lo), static_cast<int64_t>(hi));
      else
        any_number();
      return go_on(s);
    }
    case Builtin::Assume:
      if (s.at.sections && evaluate(b, s, i.args[0]).constant() != 1) wait_otherwise(b, i, "a section that may wait");
      if (refine(b, s, i.args[0], true)) go_on(s);
      return;
    case Builtin::Error:
    case Builtin::AssertFail: return fail(b, i);
    case Builtin::Abort:
    case Builtin::Exit: return;
    case Builtin::Unmodelled:
      if (model::returns_any_number(i)) {
        any_number();
        return go_on(s);
      }
      throw GivesUp{"the call of `" + i.text + "`, which is not modelled", true, i.text};
    case Builtin::AtomicBegin: ++s.at.sections; return go_on(s);
    case Builtin::AtomicEnd:
      if (s.at.sections) --s.at.sections;
      return go_on(s);
    case Builtin::Malloc:
    case Builtin::Calloc: {
      std::optional<int64_t> size = evaluate(b, s, i.args[0]).constant();
      if (i.builtin == Builtin::Calloc) {
        const std::optional<int64_t> each = evaluate(b, s, i.args[1]).constant();
        size = size && each && *size < (1 << 20) && *each < (1 << 20) ? std::optional(*size * *each) : std::nullopt;
      }
      Value v = make(b, s, i, i.builtin == Builtin::Malloc ? Content::Begins::Undefined : Content::Begins::Zero, size);
      assign(s, i.dst, std::move(v), {});
      return go_on(s);
    }
    case Builtin::Realloc: {
      const Value old = evaluate(b, s, i.args[0]);
      know_where(b, i, i.args[0], old);
      const Things at = things(b, s, i.args[0], old);
      record(b, s, i, at, {}, kWhole, true, false);
      doubt(b, i);
      Value v = make(b, s, i, Content::Begins::Undefined, std::nullopt);
      escape_all(s);
      for (auto& [t, offset] : v.addresses) {
        t = shared(t);
        changed_ |= shared_.try_emplace(t).first->second.blur();
      }
      // To no bytes: C leaves open whether that frees the block and gives null.
      const Value size = evaluate(b, s, i.args[1]);
      if (!size.only_number() || size.number->has(0)) v.number = Numbers::constant(0);
      assign(s, i.dst, old.any ? Value::anything() : std::move(v), {});
      return go_on(s);
    }
    case Builtin::Free:
      doubt(b, i);
      touch(0, kWhole, false);
      return go_on(s);
    case Builtin::ThreadCreate: start_thread(b, s, i); return go_on(s);
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadCancelJoin: {
      const Value handle = evaluate(b, s, i.args[0]);
      // The handle of this thread itself, or a number that is no handle, is refused.
      const bool certain = !handle.any && !handle.number && handle.addresses.empty() && handle.handles.size() == 1 &&
                           handle.handles[0] != b.thread;
      wait_for_end(b, s, i, handle);
      waited(s, i);
      if (i.builtin != Builtin::ThreadJoin || !certain) {
        State not_over = s;
        if (i.dst != model::kNoLocal) assign(not_over, i.dst, Value::of(Numbers::between(1, 1000)), {});
        go_on(not_over);
      }
      const Value to = evaluate(b, s, i.args[1]);
      know_where(b, i, i.args[1], to);
      const Things at = things(b, s, i.args[1], to);
      const bool known = certain && threads_[handle.handles[0]].unique && handle.handles[0] != 0 &&
                         threads_[handle.handles[0]].parent == b.thread && !s.at.over.count(handle.handles[0]);
      if (!known || i.builtin != Builtin::ThreadJoin) doubt(b, i);
      if (to.constant() != 0) doubt_access(b, s, i, to, p_.pointer_width / 8, true);
      if (!end_of_thread(s, handle)) return;
      record(b, s, i, at, name_of(s, i.args[1]), p_.pointer_width / 8, true, false);
      blur(b, s, at);
      number_between(0, 0);
      return go_on(s);
    }
    case Builtin::ThreadCancelled: number_between(0, 1); return go_on(s);
    case Builtin::ThreadExit: {
      const Value result = evaluate(b, s, i.args[0]);
      escape(b, s, result, i.args[0]);
      s.where.clear();
      if (std::erase_if(s.at.held, [](const Held& h) { return h.lock.named; })) lose_lock(s);
      if (b.proc != p_.thread_exit) end_thread(b.thread, s, {}, position(b, i));
      return;
    }
    case Builtin::ThreadSelf: assign(s, i.dst, Value::handle(b.thread), {}); return go_on(s);
    case Builtin::MutexInit: {
      const Value kind = evaluate(b, s, i.args[1]);
      const Value m = evaluate(b, s, i.args[0]);
      know_where(b, i, i.args[0], m);
      Things at = things(b, s, i.args[0], m);
      doubt_access(b, s, i, m, model::mutex_kind_offset(p_.pointer_width) + 4, true);
      if (at.empty()) return lead_nowhere(b, i, m);
      record(b, s, i, at, name_of(s, i.args[0]), model::size_of(Synchronises::Mutex, p_.pointer_width), true, false);
      if (!s.at.held.empty()) doubt(b, i), drop_locks_at(b, s, i.args[0], m);
      for (auto& [t, offset] : at)
        offset = add(offset, Numbers::constant(model::mutex_kind_offset(p_.pointer_width)), 64);
      store(b, s, at, true, 4, i.args[1], kind);
      number_between(0, 0);
      return go_on(s);
    }
    case Builtin::MutexDestroy:
    case Builtin::RwInit:
    case Builtin::RwDestroy:
    case Builtin::SpinInit:
    case Builtin::SpinDestroy:
    case Builtin::CondInit:
    case Builtin::CondDestroy:
    case Builtin::BarrierInit:
    case Builtin::BarrierDestroy:
    case Builtin::SemInit:
    case Builtin::SemDestroy:
      doubt(b, i);
      drop_locks_at(b, s, i.args[0], evaluate(b, s, i.args[0]));
      if (model::destroys(i.builtin))
        destroyed(things(b, s, i.args[0], evaluate(b, s, i.args[0])),
                  model::size_of(model::synchronises(i.builtin), p_.pointer_width));
      if (!touch(0, 4, false)) return;
      any_number();
      return go_on(s);
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock:
      if (touch(0, 4, true)) lock(b, pc, s, i, false, next);
      return;
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock:
      if (touch(0, 4, true)) lock(b, pc, s, i, true, next);
      return;
    case Builtin::MutexUnlock:
    case Builtin::RwUnlock:
    case Builtin::SpinUnlock:
      if (!touch(0, 4, true)) return;
      unlock(b, s, i);
      any_number();
      return go_on(s);
    // While it sleeps the thread does not hold the mutex; when it goes on it does.
    case Builtin::CondWait:
    case Builtin::CondTimedWait:
    case Builtin::CondCancelWait:
    case Builtin::CondCancelTimedWait:
      wait_on_condition(b, s, i);
      if (!holds(s, evaluate(b, s, i.args[1]), name_of(s, i.args[1]))) doubt(b, i);
      if (!touch(0, 4, true) || !touch(1, 4, true)) return;
      wait_without(s, held_lock(s, evaluate(b, s, i.args[1])));
      any_number();
      return go_on(s);
    case Builtin::BarrierWait:
    case Builtin::SemWait:
    case Builtin::SemCancelWait:
      sleep(b, s, i, "a wait that is not for a lock", {Rest::Otherwise, b.thread, {}, {}, {}, {}, {}, {}, {}});
      [[fallthrough]];
    case Builtin::CondSignal:
    case Builtin::CondBroadcast: notify(b, s, i); [[fallthrough]];
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
    case Builtin::SemPost:
      if (!touch(0, 4, true)) return;
      any_number();
      return go_on(s);
    case Builtin::SemGetValue: {
      if (!touch(0, 4, true) || !touch(1, 4, false)) return;
      const Things at = things(b, s, i.args[1], evaluate(b, s, i.args[1]));
      store(b, s, at, false, 4, i.args[1], Value::of(Numbers::all(32)));
      any_number();
      return go_on(s);
    }
  }
}

// All its bytes but the kind of a mutex are the library's: whoever reads them as memory may find any number.
void Walk::use_as_lock(const Body& b, State& s, const Instr& i, size_t argument, Things at) {
  const Synchronises what = model::synchronises(i.builtin, argument);
  const Value number = Value::of(Numbers::all(64));
  now_ = nullptr;
  auto state = [&](uint32_t from, uint32_t to) {
    Things part = at;
    for (auto& [t, offset] : part) offset = add(offset, Numbers::constant(from), 64);
    store(b, s, part, false, to - from, i.args[argument], number);
  };
  const uint32_t size = model::size_of(what, p_.pointer_width);
  if (what == Synchronises::Mutex) {
    const uint32_t kind = model::mutex_kind_offset(p_.pointer_width);
    state(0, kind), state(kind + 4, size);
  } else if (size > 0) {
    state(0, size);
  }
  now_ = &i;
}

void Walk::start_thread(Body& b, State& s, const Instr& i) {
  const Value function = evaluate(b, s, i.args[2]);
  know_where(b, i, i.args[2], function);
  know_where(b, i, i.args[0], evaluate(b, s, i.args[0]));
  std::vector<model::ProcId> begins_with;
  if (function.any) {
    begins_with = points_to_.targets(b.proc, i.args[2]);
  } else {
    for (const auto& [t, offset] : function.addresses)
      if (t.kind == Thing::Procedure) begins_with.push_back(t.id);
  }
  const bool plain =
      !function.any && !function.number && !begins_with.empty() && evaluate(b, s, i.args[1]).constant() == 0;
  if (!plain) doubt(b, i);
  const Value handed = evaluate(b, s, i.args[3]);
  const std::optional<Share> share = share_of(b, s, i.args[3]);
  const bool own = !handed.any && !handed.number && handed.handles.empty() && handed.addresses.size() == 1 &&
                   handed.addresses[0].first.kind == Thing::Made && handed.addresses[0].first.fresh;
  escape(b, s, handed, i.args[3]);
  Value argument = evaluate(b, s, i.args[3]);
  disown(argument);
  Value handles;
  Threads started;
  for (model::ProcId f : begins_with) {
    if (p_.procedures[f].code.empty())
      throw GivesUp{"a thread that runs `" + p_.procedures[f].name + "`, which has no definition here", true};
    const ThreadId t = threads_.next(b.thread, f, s.at.started);
    started.insert(t);
    join_into(handles, Value::handle(t), p_.pointer_width);
    join_team(b, s, i, t, begins_with.size() == 1, share);
    Thread& thread = threads_[t];
    changed_ |= join_into(thread.argument, argument, p_.pointer_width, round_ > 6);
    if (!own && thread.gets_its_own) thread.gets_its_own = false, changed_ = true;
    if (!thread.over_at_start) {
      thread.over_at_start = s.at.over, changed_ = true;
    } else if (std::erase_if(*thread.over_at_start, [&](ThreadId other) { return !s.at.over.count(other); })) {
      changed_ = true;
    }
  }
  if (everyone_is_over(s)) release_all(s);  // what main has written without the guards
  s.at.started.insert(started.begin(), started.end());
  s.at.guessed |= started.size() != 1;
  settle(s);
  const Things at = things(b, s, i.args[0], evaluate(b, s, i.args[0]));
  record(b, s, i, at, name_of(s, i.args[0]), p_.pointer_width / 8, true, false);
  store(b, s, at, true, p_.pointer_width / 8, i.args[0], handles);
  has_started(s, begins_with, at);
  assign(s, i.dst, Value::of(Numbers::constant(0)), {});
}

// A thread that joins itself is refused.
void Walk::wait_for_end(const Body& b, State& s, const Instr& i, const Value& handle) {
  if (i.builtin == Builtin::ThreadTryJoin) return;
  const bool number = handle.number && *handle.number != Numbers::constant(0);  // perhaps one made of a handle
  if (handle.any || !handle.addresses.empty() || number)
    return wait_otherwise(b, i, "a wait for the end of one of several threads");
  std::vector<ThreadId> of;
  for (ThreadId t : handle.handles)
    if (t != b.thread || !threads_[t].unique) of.push_back(t);
  if (of.empty()) return;
  for (ThreadId t : of) wait(b, s, i, {}, t);
  rest(b, s, i, {Rest::Join, b.thread, {}, {}, {}, of, {}, {}, {}});
}

bool Walk::end_of_thread(State& s, const Value& handle) {
  if (handle.any || handle.handles.size() != 1 || !handle.addresses.empty()) return true;
  if (handle.number && *handle.number != Numbers::constant(0)) return true;
  const ThreadId t = handle.handles[0];
  if (!threads_[t].unique) return true;
  if (!threads_[t].over_at_end) return false;
  s.at.over.insert(threads_[t].over_at_end->begin(), threads_[t].over_at_end->end());
  return true;
}

void Walk::lock(Body& b, Pc pc, State& s, const Instr& i, bool reads, std::vector<Next>& next) {
  const Value address = evaluate(b, s, i.args[0]);
  const Synchronises what = model::synchronises(i.builtin);
  std::optional<Lock> lock = known_lock(address);
  if (lock && !single(lock->thing)) lock.reset();
  if (!lock)
    if (Name n = name_of(s, i.args[0]); n.known()) lock = Lock{true, {}, 0, n};

  // The kind of a mutex: normal ones wait for themselves, recursive ones count, others fail.
  bool may_fail = model::may_give_up(i.builtin), normal = true, recursive = false;
  if (what == Synchronises::Mutex) {
    Things at = things(b, s, i.args[0], address);
    for (auto& [t, offset] : at)
      offset = add(offset, Numbers::constant(model::mutex_kind_offset(p_.pointer_width)), 64);
    // One that was never initialised is in doubt, whatever is there.
    const Value kind = address.any ? Value::anything() : load(s, at, 4, Uninitialised::NoValue);
    const std::optional<int64_t> k = kind.nothing() ? std::optional<int64_t>(model::kNormalMutex) : kind.constant();
    normal = k && (*k & 3) == model::kNormalMutex;
    recursive = k && (*k & 3) == model::kRecursiveMutex;
    if (!k || kind.nothing()) doubt(b, i);
  }
  auto held = lock ? std::find_if(s.at.held.begin(), s.at.held.end(), [&](const Held& h) { return h.lock == *lock; })
                   : s.at.held.end();
  const bool again = held != s.at.held.end();
  if (what == Synchronises::Mutex && !normal && !recursive) may_fail = true;
  // A read-write lock that this thread may hold already, perhaps under another name, may refuse.
  if (what == Synchronises::RwLock) {
    const bool surely_not = !s.at.lost && std::all_of(s.at.held.begin(), s.at.held.end(), [&](const Held& h) {
      return !h.lock.named && lock && !lock->named && h.lock != *lock;
    });
    if (!surely_not) may_fail = true;
  }

  if (!model::may_give_up(i.builtin) && !(again && recursive)) {
    wait(b, s, i, address, std::nullopt);
    if (!lock) wait_otherwise(b, i, "one of several locks");
  }
  if (!lock) lose_lock(s);

  if (may_fail) {
    State failed = s;
    if (i.dst != model::kNoLocal) assign(failed, i.dst, Value::of(Numbers::between(1, 200)), {});
    next.push_back({pc + 1, std::move(failed)});
  }
  if (again && normal && !reads && what != Synchronises::RwLock) return;  // waits for itself
  if (again && what == Synchronises::RwLock && held->reads != reads) return;
  if (again) {
    if (++held->times > 200) throw GivesUp{"a mutex that is locked again and again"};
  } else if (lock) {
    s.at.held.push_back({*lock, reads, 1, static_cast<uint8_t>(model::size_of(what, p_.pointer_width))});
    std::sort(s.at.held.begin(), s.at.held.end());
    if (lock->named) s.where[*lock] = address;
    acquire(s, *lock);
  }
  if (i.dst != model::kNoLocal) assign(s, i.dst, Value::of(Numbers::constant(0)), {});
  next.push_back({pc + 1, std::move(s)});
}

void Walk::unlock(Body& b, State& s, const Instr& i) {
  const Value address = evaluate(b, s, i.args[0]);
  std::vector<Lock> exactly;
  if (std::optional<Lock> lock = known_lock(address); lock && single(lock->thing)) exactly.push_back(*lock);
  if (Name n = name_of(s, i.args[0]); n.known()) exactly.push_back({true, {}, 0, n});
  for (const Lock& lock : exactly) {
    auto held = std::find_if(s.at.held.begin(), s.at.held.end(), [&](const Held& h) { return h.lock == lock; });
    if (held == s.at.held.end()) continue;
    if (--held->times == 0) {
      release(s, lock);
      forget_seen(s, lock);
      s.where.erase(held->lock);
      s.at.held.erase(held);
      settle(s);
    }
    return;
  }
  doubt(b, i);
  lose_lock(s);
  forget_seen(s, std::nullopt);
  drop_locks_at(b, s, i.args[0], address);
  settle(s);
}

// It may be any of those that may be where the address leads.
void Walk::drop_locks_at(const Body& b, State& s, ExprId e, const Value& address) {
  const Things at = things(b, s, e, address);
  const size_t dropped = std::erase_if(s.at.held, [&](const Held& h) {
    Things lock;
    if (!h.lock.named)
      lock.push_back({h.lock.thing, {}});
    else if (auto w = s.where.find(h.lock); w != s.where.end() && !w->second.any)
      lock = w->second.addresses;
    else
      return true;
    return std::any_of(lock.begin(), lock.end(), [&](const auto& l) {
      return std::any_of(at.begin(), at.end(), [&](const auto& t) { return may_be_same(l.first, t.first); });
    });
  });
  if (!dropped) return;
  forget_seen(s, std::nullopt);
  lose_lock(s);
  release_all(s);
  settle(s);
}

}  // namespace heddle::invariants
