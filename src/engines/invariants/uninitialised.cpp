// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs for any value of what was never initialised (Uninitialised::AnyValue). C says that memory has some value then,
// and leaves open which (C17 6.2.6.1): whatever is read where nobody has surely written may be anything.
//
// Some things have no value, and to use one is undefined for real: a variable that could be in a register, since nobody
// takes its address (6.3.2.1p2); an argument that is missing; the result of a function that gives none (but a structure
// that it gives in memory counts as memory). In the model that is ExprOp::Undef or no value at all. A structure whose
// members alone are named stays memory in the model, and is such a variable all the same. Where a use of one of these
// was not excluded there is no proof: whoever has met a use of something uninitialised may have met this one.
#include <algorithm>

#include "engines/invariants/walk.h"
#include "model/operands.h"
#include "model/sizes.h"

namespace heddle::invariants {

using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;

namespace {

// The variables of a procedure that have the address of one object on its stack, plus a distance that is known.
class Addresses {
 public:
  Addresses(const model::Program& p, const model::Procedure& f, model::SiteId site)
      : p_(p), f_(f), has_(f.locals.size()) {
    for (const Instr& i : f.code)
      if (i.kind == InstrKind::Alloca && i.site == site) has_[i.dst] = true;
    for (bool grows = true; grows;) {
      grows = false;
      for (const Instr& i : f.code)
        for (const model::Assignment& a : i.assignments)
          if (!has_[a.local] && is_address(a.value)) has_[a.local] = grows = true;
    }
  }

  // They serve for nothing but to read and write the object.
  bool stay_here() const {
    return std::all_of(f_.code.begin(), f_.code.end(), [&](const Instr& i) { return stay(i); });
  }

 private:
  bool stay(const Instr& i) const {
    if (i.kind == InstrKind::ScopeEnd) return true;
    const bool accesses = i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Rmw ||
                          i.kind == InstrKind::CmpXchg || i.kind == InstrKind::Copy || i.kind == InstrKind::Fill;
    bool good = true;
    for (const auto& [e, may_be] : {std::pair(i.a, accesses), {i.b, i.kind == InstrKind::Copy}, {i.c, false}})
      good &= !mentions(e) || (may_be && is_address(e));
    for (ExprId e : i.args) good &= !mentions(e);
    for (const model::Assignment& a : i.assignments) good &= !mentions(a.value) || is_address(a.value);
    return good;
  }

  bool is_address(ExprId id) const {
    const Expr& e = p_.exprs[id];
    if (e.op == ExprOp::Local) return has_[e.bits];
    return (e.op == ExprOp::PtrAdd || e.op == ExprOp::Add) && p_.exprs[e.b].op == ExprOp::Const && is_address(e.a);
  }

  bool mentions(ExprId id) const {
    bool found = false;
    if (id != model::kNoExpr)
      model::each_node(p_.exprs, id, [&](ExprId, const Expr& e) {
        found |= e.op == ExprOp::Local && has_[e.bits];
        return !found;
      });
    return found;
  }

  const model::Program& p_;
  const model::Procedure& f_;
  std::vector<bool> has_;
};

}  // namespace

void Walk::look_at_sites() {
  if (uninitialised_ == Uninitialised::NoValue) return;
  like_a_register_.assign(p_.sites.size(), false);
  for (const model::Procedure& f : p_.procedures)
    for (const Instr& i : f.code)
      if (i.kind == InstrKind::Alloca) like_a_register_[i.site] = Addresses(p_, f, i.site).stay_here();
}

// What is read where nobody has written. What is known of all instances of an object is added to what is known of each.
Value Walk::never_written(const Thing& t, const Content& c, const Numbers& offset, unsigned bytes,
                          Uninitialised reads) const {
  switch (c.begins()) {
    case Content::Begins::Zero: return Value::of(Numbers::constant(0));
    case Content::Begins::Initialised: return first_value(t, offset, bytes);
    case Content::Begins::Undefined: break;
  }
  const bool any = reads == Uninitialised::AnyValue && t.kind == Thing::Made && t.nth != kEveryInstance;
  return any ? Value::anything() : Value{};
}

// A mutex that is destroyed leaves bytes that may be anything.
void Walk::destroyed(const Things& at, uint64_t bytes) {
  if (uninitialised_ == Uninitialised::NoValue) return;
  for (const auto& [t, offset] : at) changed_ |= destroyed_.insert({plain(t), offset, bytes}).second;
}

bool Walk::was_destroyed(const Things& at, uint64_t bytes) const {
  return std::any_of(destroyed_.begin(), destroyed_.end(), [&](const Destroyed& d) {
    return std::any_of(at.begin(), at.end(), [&](const auto& t) {
      return may_be_same(t.first, d.thing) && may_overlap(t.second, bytes, d.offset, d.bytes);
    });
  });
}

void Walk::doubt_value(const model::Position& at) {
  if (recording_ && uninitialised_ == Uninitialised::AnyValue && !without_value_) without_value_ = at;
}

// The way ends at an address behind which nothing is known. Where nothing at all is known of the address, as of one
// that was never set, what comes behind it was not looked at.
void Walk::lead_nowhere(const Body& b, const Instr& i, const Value& address) {
  if (address.any) doubt_value(position(b, i));
}

// Operands that have no value.
void Walk::doubt_values(const Body& b, const State& s, const Instr& i) {
  if (!recording_ || uninitialised_ == Uninitialised::NoValue || i.kind == InstrKind::ScopeEnd) return;
  model::each_operand(i, [&](ExprId root) {
    model::each_node(p_.exprs, root, [&](ExprId, const Expr& e) {
      if (e.op == ExprOp::Undef || (e.op == ExprOp::Local && s.locals[e.bits].nothing())) doubt_value(position(b, i));
      return true;
    });
  });
}

// `bytes` of memory are read; of a structure as a whole all that are there.
void Walk::reads_memory(const Body& b, const State& s, const Instr& i, const Things& at,
                        std::optional<unsigned> bytes) {
  if (!recording_ || uninitialised_ == Uninitialised::NoValue) return;
  for (const auto& [t, offset] : at) {
    if (t.kind != Thing::Made) continue;
    const auto& where = t.fresh ? s.mine : shared_;
    auto it = where.find(plain(t));
    if (it != where.end() && bytes && it->second.surely_initialised(offset, *bytes)) continue;
    const bool begun =
        it != where.end() && it->second.surely_written_in_part(bytes ? offset : Numbers::all(64), bytes.value_or(1));
    if (like_a_register_[t.id] && !begun) return doubt_value(position(b, i));
    if (!reads_uninitialised_) reads_uninitialised_ = position(b, i);
  }
}

}  // namespace heddle::invariants
