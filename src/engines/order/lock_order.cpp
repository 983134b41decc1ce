// SPDX-License-Identifier: GPL-3.0-or-later
// Locks as order. Of two sections of a lock, unless both only read, one ends before the other begins: that is all a
// lock means, as long as it is known which lock every operation is on and who holds it. So such a lock has no state
// that would have to be read and written, readers have no order among themselves, and what happens in one section is
// seen in another one as a whole or not at all (memory_order.cpp).
//
// Locks with attempts, with other kinds than the normal one, initialised while there are several threads, or at unknown
// addresses have a state (locks.cpp). A lock is taken for one with an order until an operation shows that it is not;
// then the unwinding is done again.
#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

void Unwinding::needs_state(const std::vector<Target>& cells) {
  for (const Target& cell : cells) learnt_.with_state.insert(lock_id(cell));
}

// May this operation rest on it?
bool Unwinding::ordered(const State& s, const std::vector<Target>& cells) const {
  return cells.size() == 1 && s.section < 0 && has_order(cells[0]);
}

bool Unwinding::initialised(const State& s, const Target& cell) const {
  uint64_t offset = Circuit::constant_value(cell.offset);
  const Content& content = objects[cell.object].content;
  return s.initialised.count({cell.object, offset}) || (offset < content->size() && (*content)[offset].undef == kFalse);
}

void Unwinding::touch_lock(State& s, const Instr& i, const Target& cell, bool atomic) {
  change(s);
  Access a;
  a.event = add_event(s, &i);
  a.guard = c_.and_(s.guard, cell.match);
  a.object = cell.object;
  a.offset = cell.offset;
  a.bytes = 4;
  a.attempt = a.touches = a.write = true;
  a.atomic = atomic;
  accesses.push_back(a);
}

// False: it has a state.
bool Unwinding::enter(State& s, const Instr& i, size_t argument, Stop::Kind kind) {
  std::vector<Target> all = cells(s, i, argument);
  if (!ordered(s, all) || !initialised(s, all[0]) || s.may_hold.count(lock_word(all[0]))) return false;
  try_to(s, i, argument, kind);
  touch_lock(s, i, all[0], true);
  s.held[lock_word(all[0])] = {static_cast<uint32_t>(holdings.size())};
  s.may_hold.insert(lock_word(all[0]));
  holdings.push_back({lock_word(all[0]),
                      kind == Stop::ReadLock,
                      kind == Stop::WriteLock,
                      thread_,
                      static_cast<uint32_t>(events.size() - 1),
                      s.guard,
                      {}});
  assign(s, i.dst, symbolic::constant(0, 32));
  return true;
}

bool Unwinding::exit(State& s, const Instr& i, size_t argument) {
  std::vector<Target> all = cells(s, i, argument);
  if (!ordered(s, all)) return false;
  auto mine = s.held.find(lock_word(all[0]));
  if (mine == s.held.end()) return false;
  touch_lock(s, i, all[0], true);
  for (uint32_t h : mine->second) holdings[h].ends.emplace_back(s.guard, static_cast<uint32_t>(events.size() - 1));
  s.held.erase(mine);
  s.may_hold.erase(lock_word(all[0]));
  assign(s, i.dst, symbolic::constant(0, 32));
  return true;
}

bool Unwinding::initialise_lock(State& s, const Instr& i) {
  std::vector<Target> all = cells(s, i, 0);
  if (!s.alone || !ordered(s, all) || s.may_hold.count(lock_word(all[0]))) return false;
  touch_lock(s, i, all[0], false);
  s.initialised.insert(lock_word(all[0]));
  assign(s, i.dst, symbolic::constant(0, 32));
  return true;
}

// Who holds it then is known in the end.
bool Unwinding::destroy_lock(State& s, const Instr& i, Lit& held) {
  std::vector<Target> all = cells(s, i, 0);
  if (!ordered(s, all) || !initialised(s, all[0])) return false;
  touch_lock(s, i, all[0], false);
  held = c_.solver().new_literal();
  destructions_.push_back({lock_word(all[0]), static_cast<uint32_t>(events.size() - 1), held});
  return true;
}

// It has ended before the event.
Lit Unwinding::ended_before(const Holding& h, uint32_t event) {
  smt::Clause any;
  for (auto [guard, end] : h.ends) any.push_back(c_.and_(guard, before(end, event)));
  return c_.any(any);
}

Lit Unwinding::before(uint32_t a, uint32_t b) {
  if (events[a].node == events[b].node) return a < b ? kTrue : kFalse;
  return c_.solver().before(events[a].node, events[b].node);
}

void Unwinding::order_locks() {
  std::map<LockWord, std::vector<uint32_t>> by_place;
  for (uint32_t h = 0; h < holdings.size(); ++h) by_place[holdings[h].place].push_back(h);
  for (const auto& [place, all] : by_place)
    for (size_t k = 0; k < all.size(); ++k) {
      if (stop_ && stop_()) throw Unsupported("out of time");
      for (size_t n = 0; n < k; ++n) {
        const Holding &a = holdings[all[n]], &b = holdings[all[k]];
        if ((a.shared && b.shared) || c_.and_(a.guard, b.guard) == kFalse) continue;
        c_.solver().add({~a.guard, ~b.guard, ended_before(a, b.begin), ended_before(b, a.begin)});
      }
    }
  for (const Destruction& d : destructions_) {
    smt::Clause held;
    for (uint32_t h : by_place[d.place])
      held.push_back(
          c_.all({holdings[h].guard, before(holdings[h].begin, d.event), ~ended_before(holdings[h], d.event)}));
    Lit any = c_.any(held);
    c_.solver().add({~d.held, any});
    c_.solver().add({d.held, ~any});
  }
}

}  // namespace heddle::order
