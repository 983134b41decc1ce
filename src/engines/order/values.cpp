// SPDX-License-Identifier: GPL-3.0-or-later
// What the shared evaluator asks about the place where a thread is. An execution is not cut where something undefined
// happens: the condition is kept, and it is decided in the end whether it can hold.
#include "engines/order/unwinding.h"

namespace heddle::order {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

class Unwinding::Point final : public symbolic::Here {
 public:
  Point(Unwinding& u, State& s) : u_(u), s_(s) {}
  model::ProcId procedure() const override { return s_.frames.back().proc; }
  const ValuePtr& local(model::LocalId l) const override { return s_.frames.back().locals[l]; }
  Lit& guard() override { return s_.guard; }
  void flag(Lit condition) override { u_.flag(s_, condition); }
  Value thread_local_address(model::ObjectId o) override { return u_.thread_local_address(o); }
  std::vector<uint32_t> candidates(const base::BitSet* abstract) override {
    if (abstract) return u_.candidates(*abstract);
    std::vector<uint32_t> all;
    for (uint32_t o = 1; o < u_.objects.size(); ++o) all.push_back(o);
    return all;
  }
  Bits size_of(uint32_t o) const override {
    if (o == 0 || o >= u_.objects.size()) return {};
    return u_.objects[o].extent.empty() ? u_.layout_.offset_constant(u_.objects[o].size) : u_.objects[o].extent;
  }
  void compares_handles(Lit when, const Value& a, const Value& b) override {
    Lit here = u_.c_.and_(s_.guard, when);
    if (here != kFalse) u_.compared_handles_.push_back({here, a.bits, b.bits, u_.place(s_)});
  }
  // An address of memory that is gone may be that of something new.
  void compares_addresses(Lit when, const Value& a, const Value& b, const base::BitSet* of_a,
                          const base::BitSet* of_b) override {
    if (of_a && !u_.may_end(*of_a) && of_b && !u_.may_end(*of_b)) return;
    for (const auto& [object, freed] : s_.freed) {
      Lit meant = u_.c_.or_(u_.layout_.names(a.bits, object), u_.layout_.names(b.bits, object));
      flag(u_.c_.all({when, freed, meant}));
    }
    u_.comparisons_.push_back({u_.thread_, u_.events.size(), u_.c_.and_(s_.guard, when), a.bits, b.bits});
  }

 private:
  Unwinding& u_;
  State& s_;
};

Value Unwinding::eval(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.eval(here, e);
}

Lit Unwinding::truth(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.truth(here, e);
}

Bits Unwinding::number(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.number(here, e);
}

Bits Unwinding::wanted_size(State& s, const model::Instr& i) {
  Point here(*this, s);
  return evaluator_.block_size(here, i);
}

uint64_t Unwinding::constant(State& s, model::ExprId e, const char* what) {
  Point here(*this, s);
  return evaluator_.constant_number(here, e, what);
}

void Unwinding::use(State& s, const Value& v) { flag(s, v.undef); }

void Unwinding::consume(State& s, const model::Instr& i) {
  Point here(*this, s);
  evaluator_.consume(here, i);
}

symbolic::Update Unwinding::updated(State& s, const model::Instr& i, const Value& old, const Value& operand,
                                    const Value& desired) {
  Point here(*this, s);
  return evaluator_.update(here, i, old, operand, desired);
}

Value Unwinding::thread_local_address(model::ObjectId object) {
  auto [it, fresh] = tls_.try_emplace({thread_, object}, 0);
  if (fresh) {
    Instance o = objects[object + 1];
    o.owner = static_cast<int>(thread_);
    o.shared = points_to_.may_be_shared(object);
    if (o.shared) throw Unsupported("a thread-local variable that other threads may know");
    it->second = new_object(std::move(o));
  }
  return layout_.address_of(it->second);
}

// May one of these be memory that ends before the program does?
bool Unwinding::may_end(const base::BitSet& among) const {
  bool found = false;
  among.each([&](size_t o) {
    if (o < p_.objects.size()) return;
    const model::Site& site = p_.sites[o - p_.objects.size()];
    found |= site.kind != model::Site::Heap || frees_are_possible_;
  });
  return found;
}

// A comparison is no event: what ends before the next one of its thread may have ended before it.
void Unwinding::look_for_compared_ends() {
  for (const Comparison& c : comparisons_)
    for (const Freed& f : free_of) {
      auto [guard, event] = frees[f.index];
      if (!f.offset.empty()) continue;
      Lit meant = c_.or_(layout_.names(c.a, f.object), layout_.names(c.b, f.object));
      if (meant == kFalse) continue;
      bool follows = c.next < events.size() && events[c.next].thread == c.thread;
      Node next = follows ? events[c.next].node : threads[c.thread].end;
      Lit earlier = events[event].thread == c.thread ? (event < c.next ? kTrue : kFalse)
                                                     : c_.solver().before(events[event].node, next);
      doubt(c_.all({c.guard, guard, meant, earlier}), events[event].instr);
    }
}

}  // namespace heddle::order
