// SPDX-License-Identifier: GPL-3.0-or-later
// Locks, semaphores and barriers with a state (symbolic/bits/synchronisation.h). The kind of a mutex has a shadow of
// its own, where the program has other than normal ones. Where a thread certainly holds the mutex it unlocks, the state
// need not be read.
#include <algorithm>

#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
Bits number32(uint32_t n) { return Circuit::constant(n, 32); }
Bits kind_bits(const Value& kind) { return Circuit::cut(kind.bits, 2); }
}  // namespace

// The kind of a mutex, to be read in the event that follows.
Value Unwinding::kind_of_mutex() {
  return plan_.kinds ? Value{c_.fresh(32), c_.solver().new_literal()} : symbolic::constant(0, 32);
}

void Unwinding::access_kind(State& s, const Instr& i, size_t argument, const Value& kind, bool write) {
  if (plan_.kinds) access_second(s, i, argument, kind, write);
}

void Unwinding::access_second(State& s, const Instr& i, size_t argument, const Value& v, bool write) {
  uint32_t event = static_cast<uint32_t>(events.size() - 1);
  for (const Target& t : targets(s, eval(s, i.args[argument]), i.args[argument], 4)) {
    Access a;
    a.event = event;
    a.guard = c_.and_(s.guard, t.match);
    a.object = shadow(t.object, true);
    a.offset = t.offset;
    a.bytes = 4;
    a.value = v;
    a.write = write;
    a.atomic = true;
    accesses.push_back(a);
  }
}

bool Unwinding::held(State& s, const std::vector<Target>& cells) {
  return is_known(cells) && s.held.count(lock_word(cells[0]));
}

// One event that does the operation, if it does not have to wait.
Value Unwinding::operate(State& s, const Instr& i, size_t argument,
                         const std::function<Operation(const Bits& state)>& meaning, Operation& op) {
  return exchange(s, i, argument, [&](const Bits& old, Lit& writes) {
    op = meaning(old);
    writes = ~op.keeps;
    return op.after;
  });
}

// `failure`: what the call returns where it would have to wait, 0 if it waits.
bool Unwinding::lock(State& s, const Instr& i, size_t argument, int failure) {
  const bool mutex = synchronises(i.builtin) != model::Synchronises::SpinLock, waits = failure == 0;
  if (waits && enter(s, i, argument, Stop::Lock)) return true;
  if (!waits)
    for (const Target& cell : cells(s, i, argument)) learnt_.attempts.insert({thread_, lock_id(cell)});
  if (waits) {
    Stop& stop = try_to(s, i, argument, Stop::Lock);
    if (plan_.kinds && mutex)
      for (const Target& t : targets(s, eval(s, i.args[argument]), i.args[argument], 4))
        stop.kinds.push_back({shadow(t.object, true), t.match, t.offset});
  }
  const Value kind = mutex ? kind_of_mutex() : symbolic::constant(model::kNormalMutex, 32);
  Operation op;
  const Value before = operate(
      s, i, argument, [&](const Bits& state) { return symbolic::lock(c_, state, kind_bits(kind), thread_, failure); },
      op);
  if (mutex) {
    access_kind(s, i, argument, kind, false);
    use(s, kind);
  }
  assign(s, i.dst, {op.result, kFalse});
  if (!waits) return true;
  c_.solver().add({~s.guard, ~op.waits, before.undef});
  std::vector<Target> all = cells(s, i, argument);
  bool certain = !plan_.kinds && !plan_.late_inits && is_known(all);
  if (certain) s.held.insert({lock_word(all[0]), {}});
  return true;
}

void Unwinding::unlock(State& s, const Instr& i, size_t argument) {
  if (exit(s, i, argument)) return;
  if (std::vector<Target> all = cells(s, i, argument); held(s, all)) {
    s.held.erase(lock_word(all[0]));
    exchange(s, i, argument, [&](const Bits&, Lit&) { return number32(0); }, Look::Not);
    return assign(s, i.dst, symbolic::constant(0, 32));
  }
  const bool mutex = synchronises(i.builtin) != model::Synchronises::SpinLock;
  const Value kind = mutex ? kind_of_mutex() : symbolic::constant(model::kNormalMutex, 32);
  Operation op;
  auto meaning = [&](const Bits& state) {
    if (!mutex) return symbolic::unlock_spin(c_, state, thread_);
    if (model::waits_on_condition(i.builtin)) return symbolic::release_to_sleep(c_, state, kind_bits(kind), thread_);
    return symbolic::unlock_mutex(c_, state, kind_bits(kind), thread_);
  };
  operate(s, i, argument, meaning, op);
  if (mutex) {
    access_kind(s, i, argument, kind, false);
    use(s, kind);
  }
  flag(s, op.undefined);
  assign(s, i.dst, {op.result, kFalse});
}

bool Unwinding::rw_lock(State& s, const Instr& i, bool write) {
  const int failure = model::failure_code(i.builtin);
  const bool waits = failure == 0;
  if (waits && enter(s, i, 0, write ? Stop::WriteLock : Stop::ReadLock)) return true;
  std::vector<Target> all = cells(s, i, 0);
  if (!is_known(all)) s.other_reads = true;
  const bool may_own = failure != model::kBusy && (holds(s, all).may_write || s.other_reads);
  if (waits) try_to(s, i, 0, write ? Stop::WriteLock : Stop::ReadLock);
  Operation op;
  const Value before = operate(
      s, i, 0, [&](const Bits& state) { return symbolic::rw_lock(c_, state, thread_, write, failure, may_own); }, op);
  State::Holds& held = holds(s, all);
  held.may_write |= write;
  if (!write && !held.times.empty()) {
    Bits once_more = c_.add(held.times, Circuit::constant(1, kTimes));
    held.times = c_.ite(op.keeps, held.times, once_more);
  }
  if (waits) c_.solver().add({~s.guard, ~op.waits, before.undef});
  assign(s, i.dst, {op.result, kFalse});
  return true;
}

State::Holds& Unwinding::holds(State& s, const std::vector<Target>& cells) {
  auto same = [](const Target& a, const Target& b) {
    return a.object == b.object && a.offset == b.offset && a.match == b.match;
  };
  for (State::Holds& h : s.reads)
    if (std::equal(h.cells.begin(), h.cells.end(), cells.begin(), cells.end(), same)) return h;
  return s.reads.emplace_back(State::Holds{cells, Circuit::constant(0, kTimes), false});
}

void Unwinding::rw_unlock(State& s, const Instr& i) {
  if (exit(s, i, 0)) return;
  std::vector<Target> all = cells(s, i, 0);
  const Bits times = holds(s, all).times;
  const Lit reads = times.empty() ? kFalse : ~c_.eq(times, Circuit::constant(0, kTimes));
  Operation op;
  const Value before =
      operate(s, i, 0, [&](const Bits& state) { return symbolic::rw_unlock(c_, state, thread_, reads); }, op);
  flag(s, op.undefined);
  State::Holds& mine = holds(s, all);
  const Lit writer = mine.may_write || s.other_reads ? symbolic::has_writer(c_, before.bits) : kFalse;
  if (!times.empty()) mine.times = c_.ite(writer, times, c_.sub(times, Circuit::constant(1, kTimes)));
  mine.may_write = false;
}

bool Unwinding::take(State& s, const Instr& i) {
  const int failure = model::failure_code(i.builtin);
  if (failure == 0) try_to(s, i, 0, Stop::Take);
  Operation op;
  const Value before = operate(s, i, 0, [&](const Bits& state) { return symbolic::take(c_, state, failure); }, op);
  if (failure == 0) c_.solver().add({~s.guard, ~op.waits, before.undef});
  assign(s, i.dst, {op.result, kFalse});
  return s.guard != kFalse;
}

// A thread comes, and goes on when the barrier has opened once more than it had by then. How many it waits for has a
// shadow of its own. One of those who were let through together is told so.
bool Unwinding::pass_barrier(State& s, const Instr& i) {
  if (s.section >= 0) throw Unsupported("waiting at a barrier inside an atomic section");
  Value needed{c_.fresh(32), c_.solver().new_literal()};
  Operation op;
  const Value before =
      operate(s, i, 0, [&](const Bits& state) { return symbolic::arrive(c_, state, needed.bits); }, op);
  const Bits generation = symbolic::high_half(before.bits);
  uint32_t event = static_cast<uint32_t>(events.size() - 1);
  std::vector<Target> all = cells(s, i, 0);
  access_second(s, i, 0, needed, false);
  use(s, needed);
  flag(s, op.undefined);
  if (i.act) threads[thread_].acts.push_back({s.guard, static_cast<int>(event)});
  Stop stop;
  stop.kind = Stop::Barrier;
  stop.cells = all;
  stop.handle = generation;
  stop.thread = thread_;
  stop.here = s.guard;
  stop.goes = c_.solver().new_literal();
  s.guard = c_.and_(s.guard, stop.goes);
  add_stop(s, std::move(stop));
  // Behind it: the barrier has opened in between. Nobody can end it before those who wait have gone.
  size_t first = accesses.size();
  exchange(s, i, 0, [&](const Bits& now, Lit& writes) {
    writes = kFalse;
    Lit still = c_.eq(symbolic::high_half(now), generation);
    c_.solver().add({~s.guard, ~still, before.undef});
    return now;
  });
  for (size_t k = first; k < accesses.size(); ++k) accesses[k].silent = true;
  Passage passage{s.guard, c_.solver().new_literal(), thread_, std::move(all), generation};
  events.back().choice = passage.chosen;
  if (i.act) threads[thread_].acts.push_back({s.guard, -1, passage.chosen, semantics::Execution::Act::Released});
  assign(s, i.dst,
         {c_.ite(passage.chosen, number32(static_cast<uint32_t>(model::kSerialThread)), number32(0)), kFalse});
  passages_.push_back(std::move(passage));
  return s.guard != kFalse;
}

// Of those who pass together exactly one is chosen.
void Unwinding::choose_at_barriers() {
  std::vector<smt::Clause> some(passages_.size());
  for (size_t a = 0; a < passages_.size(); ++a)
    for (size_t b = a + 1; b < passages_.size(); ++b) {
      Passage &x = passages_[a], &y = passages_[b];
      if (x.thread == y.thread) continue;
      smt::Clause places;
      for (const Target& k : x.cells)
        for (const Target& l : y.cells)
          if (k.object == l.object) places.push_back(c_.all({k.match, l.match, c_.eq(k.offset, l.offset)}));
      Lit together = c_.all({c_.any(places), c_.eq(x.generation, y.generation), x.goes, y.goes});
      c_.solver().add({~together, ~x.chosen, ~y.chosen});
      some[a].push_back(c_.and_(together, y.chosen));
      some[b].push_back(c_.and_(together, x.chosen));
    }
  // Somebody who has not gone on yet may be the one, too: only those who all went on leave no other choice.
  for (size_t a = 0; a < passages_.size(); ++a) {
    for (const Stop& stop : stops)
      if (stop.kind == Stop::Barrier && stop.thread != passages_[a].thread) {
        smt::Clause places;
        for (const Target& k : passages_[a].cells)
          for (const Target& l : stop.cells)
            if (k.object == l.object) places.push_back(c_.all({k.match, l.match, c_.eq(k.offset, l.offset)}));
        some[a].push_back(c_.all({stop.here, ~stop.goes, c_.any(places), c_.eq(passages_[a].generation, stop.handle)}));
      }
    some[a].push_back(passages_[a].chosen);
    some[a].push_back(~passages_[a].goes);
    c_.solver().add(some[a]);
  }
}

}  // namespace heddle::order
