// SPDX-License-Identifier: GPL-3.0-or-later
// Locks, semaphores and barriers: what their states are, and which of them lets an operation go on.
//
// A mutex is the number of its owner plus one, and above 16 bits how often it is held beyond once. Its kind has a
// shadow of its own, where the program has other than normal ones. Where a thread certainly holds the mutex it unlocks,
// the state need not be read.
#include <algorithm>

#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kNotOwner = 1, kBusy = 16, kDeadlock = 35;
constexpr uint32_t kWriter = kFirstWriter, kOnceMore = 0x10000, kRecursive = 1, kErrorCheck = 2;
constexpr unsigned kGeneration = 16;  // of a barrier: above it how often it has opened, below how many have come

Bits number32(uint32_t n) { return Circuit::constant(n, 32); }
Bits number2(uint32_t n) { return Circuit::constant(n, 2); }
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
  return cells.size() == 1 && Circuit::is_constant(cells[0].offset) && s.held.count(lock_word(cells[0]));
}

bool Unwinding::lock(State& s, const Instr& i, size_t argument, bool attempt, uint32_t busy) {
  bool mutex = i.builtin != Builtin::SpinLock && i.builtin != Builtin::SpinTryLock;
  if (!attempt && enter(s, i, argument, Stop::Lock)) return true;
  if (!attempt) {
    Stop& stop = try_to(s, i, argument, Stop::Lock);
    if (plan_.kinds && mutex)
      for (const Target& t : targets(s, eval(s, i.args[argument]), i.args[argument], 4))
        stop.kinds.push_back({shadow(t.object, true), t.match, t.offset});
  }
  Value kind = mutex ? kind_of_mutex() : symbolic::constant(0, 32);
  Lit free = kFalse, again = kFalse, refused = kFalse;
  Value before = exchange(s, i, argument, [&](const Bits& old, Lit& writes) {
    free = c_.eq(old, number32(0));
    Lit mine = c_.eq(Circuit::cut(old, 16), Circuit::constant(thread_ + 1, 16));
    again = c_.and_(mine, c_.eq(Circuit::cut(kind.bits, 2), number2(kRecursive)));
    refused = c_.and_(mine, c_.eq(Circuit::cut(kind.bits, 2), number2(kErrorCheck)));
    writes = attempt ? c_.or_(free, again) : ~refused;
    return c_.ite(again, c_.add(old, number32(kOnceMore)), number32(thread_ + 1));
  });
  if (mutex) {
    access_kind(s, i, argument, kind, false);
    use(s, kind);
  }
  Bits failure = busy == kBusy ? number32(kBusy) : c_.ite(refused, number32(kDeadlock), number32(busy));
  assign(s, i.dst, {c_.ite(c_.or_(free, again), number32(0), failure), kFalse});
  if (attempt) return true;
  c_.solver().add({~s.guard, free, again, refused, before.undef});
  std::vector<Target> all = cells(s, i, argument);
  bool certain = !plan_.kinds && !plan_.late_inits && all.size() == 1 && Circuit::is_constant(all[0].offset);
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
  bool waits = i.builtin == Builtin::CondWait || i.builtin == Builtin::CondTimedWait;
  Value kind = i.builtin != Builtin::SpinUnlock ? kind_of_mutex() : symbolic::constant(0, 32);
  Lit mine = kFalse, once = kFalse, normal = waits ? kTrue : c_.eq(Circuit::cut(kind.bits, 2), number2(0));
  exchange(s, i, argument, [&](const Bits& old, Lit& writes) {
    mine = c_.eq(Circuit::cut(old, 16), Circuit::constant(thread_ + 1, 16));
    once = c_.ult(old, number32(kOnceMore));
    writes = c_.or_(mine, normal);
    return c_.ite(once, number32(0), c_.sub(old, number32(kOnceMore)));
  });
  if (i.builtin != Builtin::SpinUnlock) {
    access_kind(s, i, argument, kind, false);
    use(s, kind);
  }
  flag(s, c_.and_(~mine, normal));
  if (waits) flag(s, ~once);  // not defined by the interpreter either
  assign(s, i.dst, {c_.ite(mine, number32(0), number32(kNotOwner)), kFalse});
}

bool Unwinding::rw_lock(State& s, const Instr& i, bool write, bool attempt, uint32_t busy) {
  if (!attempt && enter(s, i, 0, write ? Stop::WriteLock : Stop::ReadLock)) return true;
  Lit ok = kFalse, mine = kFalse;
  std::vector<Target> all = cells(s, i, 0);
  if (all.size() != 1 || !Circuit::is_constant(all[0].offset)) s.other_reads = true;
  bool may_be_mine = busy != kBusy && (holds(s, all).may_write || s.other_reads);  // a try says busy all the same
  if (!attempt) try_to(s, i, 0, write ? Stop::WriteLock : Stop::ReadLock);
  Value before = exchange(s, i, 0, [&](const Bits& old, Lit& writes) {
    ok = write ? c_.eq(old, number32(0)) : c_.ult(old, number32(kWriter));
    if (may_be_mine) mine = c_.eq(old, number32(kWriter + thread_));
    writes = ok;
    return write ? number32(kWriter + thread_) : c_.add(old, number32(1));
  });
  State::Holds& held = holds(s, all);
  held.may_write |= write;
  if (!write && !held.times.empty()) {
    Bits once_more = c_.add(held.times, Circuit::constant(1, kTimes));
    held.times = attempt || may_be_mine ? c_.ite(ok, once_more, held.times) : once_more;
  }
  if (!attempt) c_.solver().add({~s.guard, ok, mine, before.undef});
  Bits failure = c_.ite(mine, number32(kDeadlock), number32(busy));
  assign(s, i.dst, {c_.ite(ok, number32(0), failure), kFalse});
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
  Lit reading = times.empty() ? kFalse : ~c_.eq(times, Circuit::constant(0, kTimes)), held = kFalse, writer = kFalse;
  exchange(s, i, 0, [&](const Bits& old, Lit&) {
    writer = ~c_.ult(old, number32(kWriter));
    held = c_.ite(writer, c_.eq(old, number32(kWriter + thread_)), reading);
    return c_.ite(writer, number32(0), c_.sub(old, number32(1)));
  });
  flag(s, ~held);
  State::Holds& mine = holds(s, all);
  if (!mine.may_write && !s.other_reads) writer = kFalse;
  if (!times.empty()) mine.times = c_.ite(writer, times, c_.sub(times, Circuit::constant(1, kTimes)));
  mine.may_write = false;
}

bool Unwinding::take(State& s, const Instr& i, bool attempt) {
  Lit some = kFalse;
  if (!attempt) try_to(s, i, 0, Stop::Take);
  Value before = exchange(s, i, 0, [&](const Bits& old, Lit& writes) {
    some = ~c_.eq(old, number32(0));
    if (attempt) writes = some;
    return c_.sub(old, number32(1));
  });
  if (attempt)
    assign(s, i.dst, {c_.ite(some, number32(0), number32(~0u)), kFalse});
  else
    c_.solver().add({~s.guard, some, before.undef});
  return true;
}

// A thread comes, and goes on when the barrier has opened once more than it had by then. How many it waits for has a
// shadow of its own. One of those who were let through together is told so.
bool Unwinding::pass_barrier(State& s, const Instr& i) {
  if (s.section >= 0) throw Unsupported("waiting at a barrier inside an atomic section");
  Value needed{c_.fresh(32), c_.solver().new_literal()};
  Lit last = kFalse;
  Bits came;
  Value before = exchange(s, i, 0, [&](const Bits& old, Lit&) {
    came = old;
    Bits count = c_.add(Circuit::cut(old, kGeneration), Circuit::constant(1, kGeneration));
    last = c_.eq(count, Circuit::cut(needed.bits, kGeneration));
    Bits opened = c_.add(Bits(old.begin() + kGeneration, old.end()), Circuit::constant(1, 32 - kGeneration)),
         after = c_.ite(last, Circuit::constant(0, kGeneration), count);
    Bits high = c_.ite(last, opened, Bits(old.begin() + kGeneration, old.end()));
    after.insert(after.end(), high.begin(), high.end());
    return after;
  });
  uint32_t event = static_cast<uint32_t>(events.size() - 1);
  std::vector<Target> all = cells(s, i, 0);
  access_second(s, i, 0, needed, false);
  use(s, needed);
  flag(s, c_.eq(needed.bits, number32(0)));
  if (i.act) threads[thread_].acts.push_back({s.guard, static_cast<int>(event)});
  Stop stop;
  stop.kind = Stop::Barrier;
  stop.cells = all;
  stop.handle = Bits(came.begin() + kGeneration, came.end());
  stop.thread = thread_;
  stop.here = s.guard;
  stop.goes = c_.solver().new_literal();
  s.guard = c_.and_(s.guard, stop.goes);
  add_stop(s, std::move(stop));
  // Behind it: the barrier has opened in between. Nobody can end it before those who wait have gone.
  size_t first = accesses.size();
  exchange(s, i, 0, [&](const Bits& now, Lit& writes) {
    writes = kFalse;
    Lit still = c_.eq(Bits(now.begin() + kGeneration, now.end()), Bits(came.begin() + kGeneration, came.end()));
    c_.solver().add({~s.guard, ~still, before.undef});
    return now;
  });
  for (size_t k = first; k < accesses.size(); ++k) accesses[k].silent = true;
  Passage passage{s.guard, c_.solver().new_literal(), thread_, std::move(all),
                  Bits(came.begin() + kGeneration, came.end())};
  if (i.act) threads[thread_].acts.push_back({s.guard, -1, passage.chosen, semantics::Execution::Act::Released});
  assign(s, i.dst, {c_.ite(passage.chosen, number32(~0u), number32(0)), kFalse});
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
