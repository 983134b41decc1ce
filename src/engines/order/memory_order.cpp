// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/memory_order.h"

#include <algorithm>

#include "base/check.h"
#include "engines/order/contents.h"

namespace heddle::order {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {

// A piece of an access: all pieces of one object have the same size, so two of them are of the same place or apart.
struct Piece {
  const Access* access = nullptr;  // null: what was there from the start
  Node node = 0;
  int event = -1;
  Lit guard = kTrue;
  Bits offset;  // empty: everywhere
  Bits bits;
  Lit undef = kFalse;
  Content content;
};

class Encoder {
 public:
  Encoder(Events& u, Circuit& c, const std::function<bool()>& stop) : u_(u), c_(c), solver_(c.solver()), stop_(stop) {}

  OrderStatistics run() {
    std::map<uint32_t, std::vector<const Access*>> by_object;
    for (const Access& a : u_.accesses)
      if (!a.attempt) by_object[a.object].push_back(&a);
    for (auto& [object, accesses] : by_object) one_object(object, accesses);
    frees();
    return statistics_;
  }

 private:
  void one_object(uint32_t object, const std::vector<const Access*>& accesses) {
    unsigned grain = 8;
    for (const Access* a : accesses) {
      if (a->bytes == 0) continue;
      while (a->bytes % grain) grain /= 2;
      if (Circuit::is_constant(a->offset))
        while (Circuit::constant_value(a->offset) % grain) grain /= 2;
    }
    std::vector<Piece> reads, writes;
    Piece start;
    start.node = u_.origin;
    start.content = u_.initial(object);
    writes.push_back(start);
    for (const Access* a : accesses) {
      HEDDLE_CHECK(a->event < u_.events.size()) << "an access of no event";
      HEDDLE_CHECK(a->bytes == 0 || a->value.bits.size() >= 8 * size_t{a->bytes}) << "bytes without a value";
      Piece p;
      p.access = a;
      p.event = static_cast<int>(a->event);
      p.node = u_.events[a->event].node;
      p.guard = a->guard;
      if (a->bytes == 0) {
        p.content = a->content;
        writes.push_back(p);
        continue;
      }
      smt::Clause parts{~a->value.undef};  // a value read in several pieces is uninitialised if one of them is
      for (unsigned at = 0; at < a->bytes; at += grain) {
        p.offset =
            at == 0 ? a->offset : c_.add(a->offset, Circuit::constant(at, static_cast<unsigned>(a->offset.size())));
        p.bits = Bits(a->value.bits.begin() + 8 * at, a->value.bits.begin() + 8 * (at + grain));
        p.undef = a->value.undef;
        if (!a->write && a->bytes != grain) {
          p.undef = solver_.new_literal();
          parts.push_back(p.undef);
          solver_.add({~p.undef, a->value.undef});
        }
        (a->write ? writes : reads).push_back(p);
      }
      if (parts.size() > 1) solver_.add(parts);
    }
    statistics_.reads += reads.size();
    statistics_.writes += writes.size();
    // An address whose parts come from different writes is none.
    std::map<const Access*, Lit> first_is_address;
    for (const Piece& r : reads) {
      Lit address = one_read(r, writes, grain);
      auto [first, fresh] = first_is_address.try_emplace(r.access, address);
      if (!fresh) u_.doubt(c_.and_(r.guard, c_.xor_(first->second, address)), u_.events[r.access->event].instr);
    }
  }

  void check_time() const {
    if (stop_ && stop_()) throw Unsupported("out of time");
  }

  Lit same_place(const Piece& a, const Piece& b) {
    return a.offset.empty() || b.offset.empty() ? kTrue : c_.eq(a.offset, b.offset);
  }
  // The events of an atomic section have one point in time, and among themselves the order of the program.
  Lit before(const Piece& a, const Piece& b) {
    return a.node == b.node ? (a.event < b.event ? kTrue : kFalse) : solver_.before(a.node, b.node);
  }
  bool fixed(const Piece& a, const Piece& b) {
    return a.node == b.node ? a.event < b.event : solver_.fixed(a.node, b.node);
  }

  // Is w hidden from r by another write that always comes between them?
  bool hidden(const Piece& r, const Piece& w, const std::vector<Piece>& writes) {
    for (const Piece& o : writes) {
      if (&o == &w || o.event == r.event || o.event < 0) continue;
      if (!(o.guard == kTrue || o.guard == r.guard || (o.guard == w.guard && w.event >= 0))) continue;
      if (fixed(w, o) && fixed(o, r) && same_place(o, r) == kTrue) return true;
    }
    return false;
  }

  // Both are in sections of one lock, of which one ends before the other begins: of each only the last write is seen
  // outside, and inside only its own.
  bool hidden_by_lock(const Piece& r, const Piece& w, const std::vector<Piece>& writes) {
    if (w.event < 0 || thread(w) == thread(r)) return false;
    auto in = [&](const Piece& p, uint32_t h) {
      const std::vector<uint32_t>& all = event(p).holdings;
      return std::find(all.begin(), all.end(), h) != all.end();
    };
    for (uint32_t a : event(w).holdings)
      for (uint32_t b : event(r).holdings) {
        if (u_.holdings[a].place != u_.holdings[b].place || (u_.holdings[a].shared && u_.holdings[b].shared)) continue;
        for (const Piece& o : writes) {
          if (o.event < 0 || o.event == r.event || o.event == w.event || same_place(o, r) != kTrue) continue;
          bool behind_w =
              in(o, a) && thread(o) == thread(w) && w.event < o.event && (o.guard == kTrue || o.guard == w.guard);
          bool before_r =
              in(o, b) && thread(o) == thread(r) && o.event < r.event && (o.guard == kTrue || o.guard == r.guard);
          if (behind_w || before_r) return true;
        }
      }
    return false;
  }
  const Event& event(const Piece& p) const { return u_.events[static_cast<size_t>(p.event)]; }

  // Gives whether an address is read.
  Lit one_read(const Piece& r, const std::vector<Piece>& writes, unsigned grain) {
    check_time();
    smt::Clause addresses;
    smt::Clause some{~r.guard};
    std::vector<std::pair<const Piece*, Lit>> from;
    for (const Piece& w : writes) {
      if (w.event >= 0 && w.event == r.event) continue;
      check_time();
      Lit place = same_place(w, r);
      if (place == kFalse || fixed(r, w) || c_.and_(w.guard, r.guard) == kFalse || hidden(r, w, writes) ||
          hidden_by_lock(r, w, writes)) {
        ++statistics_.pruned;
        continue;
      }
      Lit l = solver_.new_choice();
      some.push_back(l);
      from.emplace_back(&w, l);
      solver_.add({~l, w.guard});
      solver_.add({~l, place});
      solver_.add({~l, before(w, r)});
      Value v{w.bits, w.undef};
      if (w.content) v = read_content(c_, w.content, r.offset, grain);
      // A part of an address is not a number.
      Lit part = w.content ? has_address(c_, w.content, r.offset, grain) : w.access->address ? kTrue : kFalse;
      if (part != kFalse) addresses.push_back(c_.and_(l, part));
      if (w.content)
        if (Lit mixed = has_part_of_address(c_, w.content, r.offset, grain); mixed != kFalse)
          u_.doubt(c_.all({r.guard, l, mixed}), u_.events[r.access->event].instr);
      if (r.access->address && part != kFalse) u_.doubt(c_.all({r.guard, l, part}), u_.events[r.access->event].instr);
      c_.implies_equal(l, r.bits, v.bits);
      solver_.add({~l, ~v.undef, r.undef});
      solver_.add({~l, v.undef, ~r.undef});
      ++statistics_.candidates;
    }
    solver_.add(some);
    // Of the writes of one thread the last one before r counts; going back from it, one literal says that a later one
    // hides this one.
    std::map<const Piece*, Lit> chosen(from.begin(), from.end());
    std::map<unsigned, Lit> hidden_by_later;  // by thread
    for (size_t k = writes.size(); k-- > 0;) {
      const Piece& w = writes[k];
      if (w.event < 0 || w.event == r.event || fixed(r, w)) continue;
      check_time();
      Lit& later = hidden_by_later.try_emplace(thread(w), kFalse).first->second;
      if (auto l = chosen.find(&w); l != chosen.end() && later != kFalse) solver_.add({~l->second, ~later});
      Lit here = c_.and_(same_place(w, r), w.guard);
      if (here != kFalse && c_.and_(here, r.guard) != kFalse) later = c_.or_(later, c_.and_(here, before(w, r)));
      ++statistics_.from_reads;
    }
    for (auto& [w, l] : from) {
      check_time();
      if (w->event < 0) {
        for (auto& [t, later] : hidden_by_later)
          if (later != kFalse) solver_.add({~l, ~later});
        continue;
      }
      for (const Piece& o : writes) {
        if (o.event < 0 || o.event == r.event || thread(o) == thread(*w)) continue;
        Lit place = same_place(o, r);
        if (place == kFalse || c_.and_(o.guard, r.guard) == kFalse) continue;
        if (fixed(o, *w) || fixed(r, o)) continue;
        Lit earlier = before(o, *w), later = before(r, o);
        smt::Clause clause{~l, ~o.guard};
        if (place != kTrue) clause.push_back(~place);
        if (earlier != kFalse) clause.push_back(earlier);
        if (later != kFalse) clause.push_back(later);
        solver_.add(clause);
        ++statistics_.from_reads;
      }
    }
    return c_.any(addresses);
  }

  unsigned thread(const Piece& p) const { return u_.events[static_cast<size_t>(p.event)].thread; }

  // What is used after its end, or ended twice, is undefined.
  void frees() {
    auto same_place = [&](const Bits& a, const Bits& b) { return a.empty() || b.empty() ? kTrue : c_.eq(a, b); };
    for (const Freed& f : u_.free_of) {
      auto [guard, event] = u_.frees[f.index];
      Node node = u_.events[event].node;
      check_time();
      for (const Access& a : u_.accesses) {
        if (a.object != f.object || a.event == event || a.bytes == 0 || a.silent) continue;
        Node other = u_.events[a.event].node;
        Lit later = node == other                ? (event < a.event ? kTrue : kFalse)
                    : solver_.fixed(other, node) ? kFalse
                                                 : solver_.before(node, other);
        if (later != kFalse)
          u_.doubt(c_.all({guard, a.guard, later, same_place(f.offset, a.offset)}), u_.events[a.event].instr);
      }
      for (const Freed& other : u_.free_of)
        // first a lock, then its memory: fine
        if (other.object == f.object && other.index > f.index && other.offset.empty() == f.offset.empty())
          u_.doubt(c_.all({guard, u_.frees[other.index].first, same_place(f.offset, other.offset)}),
                   u_.events[event].instr);
    }
  }

  Events& u_;
  Circuit& c_;
  smt::OrderSolver& solver_;
  const std::function<bool()>& stop_;
  OrderStatistics statistics_;
};

}  // namespace

OrderStatistics order_memory(Events& events, smt::Circuit& circuit, const std::function<bool()>& stop) {
  return Encoder(events, circuit, stop).run();
}

}  // namespace heddle::order
