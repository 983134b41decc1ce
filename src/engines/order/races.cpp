// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/races.h"

namespace heddle::order {

using model::Builtin;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {

struct Touch {
  uint32_t event = 0;
  Lit guard = kFalse;
  Bits offset;  // empty: all of the object
  unsigned bytes = 0;
  bool write = false, atomic = false;
  bool waits = false;  // it can only be made when others let it: it must go first
  bool ends = false;   // the object is gone afterwards: it must go second
};

class Pairs {
 public:
  Pairs(const Events& u, Circuit& c, const std::function<bool()>& stop, const AskAbout& about)
      : u_(u), c_(c), solver_(c.solver()), stop_(stop), about_(about) {}

  Races run() {
    std::map<uint32_t, std::vector<Touch>> by_object;
    for (const Access& a : u_.accesses) {
      if (a.bytes == 0 || a.silent || (a.attempt && !a.touches)) continue;
      const Event& e = u_.events[a.event];
      bool builtin = e.instr && e.instr->kind == model::InstrKind::Builtin;
      bool write = a.write || u_.objects[a.object].synchronisation;  // whatever becomes of it
      by_object[a.object].push_back({a.event, a.guard, a.offset, a.bytes, write, a.atomic || e.section >= 0,
                                     e.section >= 0 || (builtin && model::may_block(e.instr->builtin)), false});
    }
    for (const Freed& f : u_.free_of) {
      auto [guard, event] = u_.frees[f.index];
      const model::Instr* instr = u_.events[event].instr;
      // Destroyed locks are accesses as well; using a variable after its end is undefined, but called no race.
      bool frees = instr && (instr->builtin == Builtin::Free || instr->builtin == Builtin::Realloc);
      if (!frees || !f.offset.empty()) continue;
      bool section = u_.events[event].section >= 0;
      by_object[f.object].push_back({event, guard, {}, 0, true, section, section, true});
    }
    for (auto& [object, touches] : by_object) one_object(touches);
    return std::move(races_);
  }

 private:
  void one_object(const std::vector<Touch>& touches) {
    for (size_t k = 0; k < touches.size(); ++k) {
      if (stop_ && stop_()) throw Unsupported("out of time");
      for (size_t o = k + 1; o < touches.size(); ++o) pair(touches[k], touches[o]);
    }
  }

  void pair(const Touch& a, const Touch& b) {
    const Event &x = u_.events[a.event], &y = u_.events[b.event];
    if (x.thread == y.thread || (!a.write && !b.write) || (a.atomic && b.atomic)) return;
    if (!about_(x.instr, y.instr)) return;
    if (waits_beside(a, b) || waits_beside(b, a)) races_.unclear = true;
    if (solver_.fixed(x.node, y.node) || solver_.fixed(y.node, x.node)) return;
    bool swap = b.waits ? !a.waits : a.ends;
    const Touch &first = swap ? b : a, &second = swap ? a : b;
    Lit when = c_.all({a.guard, b.guard, overlap(a, b)});
    if (when == kFalse) return;
    when = c_.all({when, solver_.before(u_.events[second.event].before, begin(first)),
                   solver_.before(begin(first), u_.events[second.event].node)});
    if (when == kFalse) return;
    if (first.waits && second.waits) {
      races_.unclear = true;
      return;
    }
    races_.suspects.push_back({when, begin_event(first), second.event});
  }

  // A section that waits has looked at its guard, and that is not expressed: may the other access be made meanwhile?
  bool waits_beside(const Touch& t, const Touch& other) {
    int section = u_.events[t.event].section;
    if (section < 0 || !u_.sections[static_cast<size_t>(section)].waits) return false;
    const Event& begin = u_.events[u_.sections[static_cast<size_t>(section)].begin];
    Node node = u_.events[other.event].node;
    bool apart = node == begin.before || solver_.fixed(node, begin.before) || solver_.fixed(begin.node, node);
    return !apart && c_.all({t.guard, other.guard, overlap(t, other)}) != kFalse;
  }

  Lit overlap(const Touch& a, const Touch& b) {
    if (a.offset.empty() || b.offset.empty()) return kTrue;
    unsigned width = static_cast<unsigned>(a.offset.size());
    Lit b_inside = c_.ult(c_.sub(b.offset, a.offset), Circuit::constant(a.bytes, width));
    return c_.or_(b_inside, c_.ult(c_.sub(a.offset, b.offset), Circuit::constant(b.bytes, width)));
  }

  uint32_t begin_event(const Touch& t) const {
    int section = u_.events[t.event].section;
    return section >= 0 ? u_.sections[static_cast<size_t>(section)].begin : t.event;
  }
  Node begin(const Touch& t) const { return u_.events[begin_event(t)].node; }

  const Events& u_;
  Circuit& c_;
  smt::OrderSolver& solver_;
  const std::function<bool()>& stop_;
  const AskAbout& about_;
  Races races_;
};

}  // namespace

Races find_races(const Events& events, smt::Circuit& circuit, const std::function<bool()>& stop,
                 const AskAbout& about) {
  return Pairs(events, circuit, stop, about).run();
}

}  // namespace heddle::order
