// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/deadlocks.h"

#include <algorithm>

#include "symbolic/bits/synchronisation.h"

namespace heddle::order {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

Deadlocks::Deadlocks(Events& u, Circuit& c) : u_(u), c_(c) {
  end_ = c_.solver().new_node();
  for (const ThreadInstance& t : u_.threads) c_.solver().fix(t.end, end_);
  for (const Stop& s : u_.stops)
    for (const std::vector<Target>* cells : {&s.cells, &s.kinds})
      for (const Target& cell : *cells) left(cell);
}

const Value& Deadlocks::left(const Target& cell) {
  auto [it, fresh] = left_.try_emplace({cell.object, cell.offset});
  if (!fresh) return it->second;
  if (std::optional<Value> known = left_in(cell)) return it->second = *known;
  it->second = {c_.fresh(32), c_.solver().new_literal()};
  Event e;
  e.node = end_;
  e.guard = kTrue;
  u_.events.push_back(e);
  Access a;
  a.event = static_cast<uint32_t>(u_.events.size() - 1);
  a.guard = kTrue;
  a.object = cell.object;
  a.offset = cell.offset;
  a.bytes = 4;
  a.value = it->second;
  a.silent = true;
  u_.accesses.push_back(a);
  return it->second;
}

// What the state of the lock would be in the end.
std::optional<Value> Deadlocks::left_in(const Target& cell) {
  if (!u_.has_order(cell)) return std::nullopt;
  Value v{Circuit::constant(0, 32), kFalse};
  for (const Holding& h : u_.holdings) {
    if (h.place != lock_word(cell)) continue;
    smt::Clause ended;
    for (auto [guard, end] : h.ends) ended.push_back(guard);
    Lit open = c_.and_(h.guard, ~c_.any(ended));
    v.bits = c_.or_(v.bits, c_.ite(open,
                                   Circuit::constant(h.shared   ? 1
                                                     : h.writes ? symbolic::writer_word(h.thread)
                                                                : symbolic::owner_word(h.thread),
                                                     32),
                                   Circuit::constant(0, 32)));
  }
  return v;
}

Lit Deadlocks::reads_in_the_end(const Target& cell, unsigned thread) {
  smt::Clause any;
  if (u_.has_order(cell)) {
    for (const Holding& h : u_.holdings) {
      if (h.thread != thread || !h.shared || h.place != lock_word(cell)) continue;
      smt::Clause ended;
      for (auto [guard, end] : h.ends) ended.push_back(guard);
      any.push_back(c_.and_(h.guard, ~c_.any(ended)));
    }
    return c_.any(any);
  }
  if (!Circuit::is_constant(cell.offset)) return kTrue;
  for (const Stop& stop : u_.stops) {
    if (stop.thread != thread) continue;
    if (stop.other_reads || stop.reads.count(lock_word(cell))) any.push_back(c_.and_(stop.here, ~stop.goes));
  }
  return c_.any(any);
}

Lit Deadlocks::holds(const std::vector<Target>& cells, const std::function<Lit(const Bits& left)>& what) {
  smt::Clause any;
  for (const Target& cell : cells) any.push_back(c_.and_(cell.match, what(left(cell).bits)));
  return c_.any(any);
}

Lit Deadlocks::same_place(const std::vector<Target>& a, const std::vector<Target>& b) {
  smt::Clause any;
  for (const Target& x : a)
    for (const Target& y : b)
      if (x.object == y.object) any.push_back(c_.all({x.match, y.match, c_.eq(x.offset, y.offset)}));
  return c_.any(any);
}

Lit Deadlocks::waits_for(const Stop& stop, unsigned other) {
  auto is = [&](uint32_t n) { return [this, n](const Bits& v) { return c_.eq(v, Circuit::constant(n, 32)); }; };
  auto reads = [&] {
    smt::Clause any;
    for (const Target& cell : stop.cells)
      any.push_back(c_.all({cell.match, symbolic::has_readers(c_, left(cell).bits), reads_in_the_end(cell, other)}));
    return c_.any(any);
  };
  bool self = stop.thread == other;
  switch (stop.kind) {
    case Stop::Lock:
    case Stop::Sleep: {
      Lit owned = holds(stop.cells, [&](const Bits& v) {
        return c_.eq(symbolic::low_half(v), Circuit::constant(symbolic::owner_word(other), symbolic::kHalf));
      });
      if (!self || stop.kinds.empty()) return owned;
      // normal or adaptive
      return c_.and_(owned, holds(stop.kinds, [&](const Bits& v) { return ~c_.xor_(v[0], v[1]); }));
    }
    case Stop::ReadLock: return self ? kFalse : holds(stop.cells, is(symbolic::writer_word(other)));
    case Stop::WriteLock: return c_.or_(self ? kFalse : holds(stop.cells, is(symbolic::writer_word(other))), reads());
    case Stop::Join: {
      uint64_t handle = handle_of(other);
      return self ? kFalse
                  : c_.and_(~u_.threads[other].finished,
                            c_.eq(stop.handle, Circuit::constant(handle, static_cast<unsigned>(stop.handle.size()))));
    }
    case Stop::Take:
    case Stop::Barrier:
    case Stop::Section: break;
  }
  return kFalse;
}

// In the end it cannot go on.
Lit Deadlocks::blocked(size_t n) {
  const Stop& stop = u_.stops[n];
  smt::Clause any;
  switch (stop.kind) {
    case Stop::Take: return holds(stop.cells, [this](const Bits& v) { return c_.eq(v, Circuit::constant(0, 32)); });
    case Stop::Barrier:
      return holds(stop.cells, [&](const Bits& v) { return c_.eq(symbolic::high_half(v), stop.handle); });
    case Stop::Section: return stop.timed ? kFalse : kTrue;
    case Stop::Sleep: any.push_back(stays_asleep(n)); break;
    // also of threads that are gone
    case Stop::WriteLock:
      any.push_back(holds(stop.cells, [this](const Bits& v) { return symbolic::has_readers(c_, v); }));
      break;
    case Stop::Lock:
    case Stop::ReadLock:
    case Stop::Join: break;
  }
  for (unsigned t = 0; t < u_.threads.size(); ++t) any.push_back(waits_for(stop, t));
  return c_.any(any);
}

// The signal wakes this sleeper, and no other signal does.
Lit Deadlocks::takes(size_t n, size_t m) {
  auto [it, fresh] = takes_.try_emplace({n, m}, kFalse);
  if (!fresh) return it->second;
  const Signal& signal = u_.signals[n];
  const Stop& stop = u_.stops[m];
  smt::OrderSolver& solver = c_.solver();
  Node node = u_.events[signal.event].node;
  Lit l = solver.new_literal();
  solver.add({~l, stop.here});
  solver.add({~l, same_place(signal.cells, stop.repeats ? stop.also : stop.condition)});
  solver.add({~l, solver.before(u_.events[stop.asleep].node, node)});
  solver.add({~l, ~stop.goes, solver.before(node, u_.events[stop.awake].node)});
  for (size_t other = 0; other < u_.signals.size(); ++other)
    if (auto twice = takes_.find({other, m}); other != n && twice != takes_.end() && !stop.repeats)
      solver.add({~l, ~twice->second});
  for (size_t other = 0; other < u_.stops.size(); ++other)  // and it wakes nobody else
    if (auto both = takes_.find({n, other}); other != m && both != takes_.end() && both->second != kFalse)
      solver.add({~l, ~both->second});
  return takes_[{n, m}] = l;
}

Lit Deadlocks::stays_asleep(size_t n) {
  const Stop& stop = u_.stops[n];
  if (stop.timed) return kFalse;
  auto [it, fresh] = asleep_.try_emplace(n, kFalse);
  if (!fresh) return it->second;
  smt::OrderSolver& solver = c_.solver();
  Lit l = solver.new_literal();
  for (size_t k = 0; k < u_.signals.size(); ++k) {
    const Signal& signal = u_.signals[k];
    const Event& event = u_.events[signal.event];
    Lit same = same_place(signal.cells, stop.condition);
    if (same == kFalse || event.thread == stop.thread) continue;
    smt::Clause clause{~l, ~event.guard, ~same, ~solver.before(u_.events[stop.asleep].node, event.node)};
    if (!signal.all)
      for (size_t m = 0; m < u_.stops.size(); ++m)
        if (u_.stops[m].kind == Stop::Sleep && u_.stops[m].thread != stop.thread && u_.stops[m].thread != event.thread)
          clause.push_back(takes(k, m));
    solver.add(clause);
  }
  return asleep_[n] = l;
}

Lit Deadlocks::condition() {
  size_t threads = u_.threads.size();
  std::vector<smt::Clause> stuck(threads), in_ring(threads);
  std::vector<Lit> ring;
  for (size_t t = 0; t < threads; ++t) ring.push_back(c_.solver().new_literal());
  for (size_t n = 0; n < u_.stops.size(); ++n) {
    const Stop& stop = u_.stops[n];
    Lit stopped = c_.and_(stop.here, ~stop.goes);
    stuck[stop.thread].push_back(c_.and_(stopped, blocked(n)));
    // A sleeper may wake up by itself and then wait for the owner of its mutex.
    for (unsigned other = 0; other < threads; ++other)
      in_ring[stop.thread].push_back(c_.all({stopped, waits_for(stop, other), ring[other]}));
  }
  smt::Clause all, some;
  for (size_t t = 0; t < threads; ++t) {
    Lit waits = c_.any(stuck[t]);
    all.push_back(c_.any({~u_.threads[t].started, u_.threads[t].finished, waits}));
    some.push_back(waits);
    in_ring[t].push_back(~ring[t]);
    c_.solver().add(in_ring[t]);
  }
  return c_.or_(c_.and_(c_.all(all), c_.any(some)), c_.any(ring));
}

Lit Deadlocks::somebody_waits_at_each(const trace::Suspicion& ring) {
  std::vector<Lit> each;
  for (const trace::SuspectPlace& place : ring.places) {
    smt::Clause somebody;
    for (const Stop& s : u_.stops)
      if (s.at == place.event) somebody.push_back(c_.and_(s.here, ~s.goes));
    each.push_back(c_.any(somebody));
  }
  return c_.all(each);
}

bool Deadlocks::asleep(unsigned thread, const smt::OrderSolver& solver) const {
  return std::any_of(asleep_.begin(), asleep_.end(), [&](const auto& a) {
    const Stop& stop = u_.stops[a.first];
    return stop.thread == thread && solver.value(stop.here) && !solver.value(stop.goes) && solver.value(a.second);
  });
}

std::map<uint32_t, unsigned> Deadlocks::woken(const smt::OrderSolver& solver) const {
  std::map<uint32_t, unsigned> threads;
  for (const auto& [who, taken] : takes_) {
    const Stop& stop = u_.stops[who.second];
    if (taken != kFalse && solver.value(taken) && !stop.repeats) threads[u_.signals[who.first].event] = stop.thread;
  }
  return threads;
}

}  // namespace heddle::order
