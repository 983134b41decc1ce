// SPDX-License-Identifier: GPL-3.0-or-later
// Values and names of expressions, and what a condition says about variables.
#include <algorithm>

#include "engines/invariants/walk.h"
#include "model/operands.h"

namespace heddle::invariants {

using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::LocalId;

namespace {

enum class Truth : uint8_t { No, Yes, Unknown };

Truth truth(bool b) { return b ? Truth::Yes : Truth::No; }

Truth compare(ExprOp op, const Numbers& a, const Numbers& b) {
  switch (op) {
    case ExprOp::Eq:
      if (a.single() && b.single()) return truth(a.lo == b.lo);
      return a.hi < b.lo || b.hi < a.lo || (b.single() && !a.has(b.lo)) || (a.single() && !b.has(a.lo))
                 ? Truth::No
                 : Truth::Unknown;
    case ExprOp::Ne: {
      Truth t = compare(ExprOp::Eq, a, b);
      return t == Truth::Unknown ? t : truth(t == Truth::No);
    }
    case ExprOp::Ult:
    case ExprOp::Ule:
      if (a.lo < 0 || b.lo < 0) return Truth::Unknown;
      return compare(op == ExprOp::Ult ? ExprOp::Slt : ExprOp::Sle, a, b);
    case ExprOp::Slt: return a.hi < b.lo ? Truth::Yes : a.lo >= b.hi ? Truth::No : Truth::Unknown;
    case ExprOp::Sle: return a.hi <= b.lo ? Truth::Yes : a.lo > b.hi ? Truth::No : Truth::Unknown;
    default: return Truth::Unknown;
  }
}

bool compares(ExprOp op) {
  return op == ExprOp::Eq || op == ExprOp::Ne || op == ExprOp::Ult || op == ExprOp::Ule || op == ExprOp::Slt ||
         op == ExprOp::Sle;
}

// What is left of an operation that the analysis does not follow.
Value unknown_of(const Value& a, const Value& b, unsigned width) {
  auto plain = [](const Value& v) { return !v.any && v.addresses.empty() && v.handles.empty(); };
  return plain(a) && plain(b) ? Value::of(Numbers::all(width)) : Value::anything();
}

bool is_address(const Value& v) { return !v.any && !v.number && v.handles.empty() && !v.addresses.empty(); }

Value moved(const Value& address, const Numbers& by, unsigned width) {
  Value v = address;
  for (auto& [t, offset] : v.addresses) offset = add(offset, by, 64);
  if (v.number) v.number = add(*v.number, by, width);
  return v;
}

// A pointer that may be null is moved. Moving null is undefined (doubt_addresses), so that it stays what it is.
Value moved_pointer(const Value& address, const Numbers& by, unsigned width) {
  Value v = moved(address, by, width);
  if (address.number && is_like_null(*address.number)) v.number = address.number;
  return v;
}

}  // namespace

Value Walk::combine(const Body& b, const State& s, const Expr& e) const {
  const Value x = evaluate(b, s, e.a);
  const unsigned from = p_.exprs[e.a].width;
  switch (e.op) {
    case ExprOp::ZExt:
      if (x.any || !x.addresses.empty() || !x.handles.empty()) return x.any ? x : Value::anything();
      return x.number ? Value::of(zero_extend(*x.number, from)) : x;
    case ExprOp::SExt:
      if (x.any || !x.addresses.empty() || !x.handles.empty()) return Value::anything();
      return x.number ? Value::of(sign_extend(*x.number, from)) : x;
    case ExprOp::Trunc:
      if (x.any || !x.addresses.empty() || !x.handles.empty()) return Value::anything();
      return x.number ? Value::of(truncate(*x.number, e.width)) : x;
    default: break;
  }
  if (model::arity(e.op) < 2) return Value::of(Numbers::all(e.width));
  const Value y = evaluate(b, s, e.b);
  if (e.op == ExprOp::Select) {
    const Value z = evaluate(b, s, e.c);
    if (auto c = x.constant()) return *c ? y : z;
    Value v = y;
    join_into(v, z, e.width);
    return v;
  }
  if (compares(e.op)) {
    Truth t = Truth::Unknown;
    if (x.only_number() && y.only_number()) {
      t = compare(e.op, *x.number, *y.number);
    } else if (e.op == ExprOp::Eq || e.op == ExprOp::Ne) {
      const bool never = (is_address(x) && y.constant() == 0) || (is_address(y) && x.constant() == 0);
      if (never) t = truth(e.op == ExprOp::Ne);
    }
    return t == Truth::Unknown ? Value::of(Numbers::all(1)) : Value::of(Numbers::constant(t == Truth::Yes));
  }
  switch (e.op) {
    case ExprOp::PtrAdd:
    case ExprOp::Add:
      if (x.only_number() && y.only_number()) return Value::of(add(*x.number, *y.number, e.width));
      if (!x.any && x.handles.empty() && !x.addresses.empty() && y.only_number())
        return e.op == ExprOp::PtrAdd ? moved_pointer(x, *y.number, e.width) : moved(x, *y.number, e.width);
      if (!y.any && y.handles.empty() && !y.addresses.empty() && x.only_number()) return moved(y, *x.number, e.width);
      return unknown_of(x, y, e.width);
    case ExprOp::Sub:
      if (x.only_number() && y.only_number()) return Value::of(sub(*x.number, *y.number, e.width));
      if (!x.any && x.handles.empty() && !x.addresses.empty() && y.only_number())
        return moved(x, sub(Numbers::constant(0), *y.number, 64), e.width);
      return unknown_of(x, y, e.width);
    case ExprOp::Mul:
      if (x.only_number() && y.only_number()) return Value::of(mul(*x.number, *y.number, e.width));
      return unknown_of(x, y, e.width);
    case ExprOp::Shl:
      if (auto by = y.constant(); by && *by >= 0 && *by < 62 && x.only_number())
        return Value::of(mul(*x.number, Numbers::constant(int64_t{1} << *by), e.width));
      return unknown_of(x, y, e.width);
    case ExprOp::LShr:
    case ExprOp::AShr:
      if (auto by = y.constant(); by && *by >= 0 && *by < 63 && x.only_number() && x.number->lo >= 0)
        return Value::of(Numbers::between(x.number->lo >> *by, x.number->hi >> *by));
      return unknown_of(x, y, e.width);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
      if (auto by = y.constant(); by && *by > 0 && x.only_number() && x.number->lo >= 0)
        return Value::of(Numbers::between(x.number->lo / *by, x.number->hi / *by));
      return unknown_of(x, y, e.width);
    case ExprOp::URem:
    case ExprOp::SRem:
      if (auto by = y.constant(); by && *by > 0 && x.only_number() && x.number->lo >= 0) {
        // Of several numbers all remainders: in a ring it will come to that, and step by step it takes too long.
        if (x.number->single()) return Value::of(Numbers::constant(x.number->lo % *by));
        return Value::of(Numbers::between(0, *by - 1));
      }
      if (auto by = y.constant(); by && *by > 0 && e.op == ExprOp::SRem && x.only_number())
        return Value::of(Numbers::between(1 - *by, *by - 1));
      if (auto by = y.constant(); by && *by > 0 && e.op == ExprOp::URem && x.only_number())
        return Value::of(Numbers::between(0, *by - 1));
      return unknown_of(x, y, e.width);
    case ExprOp::And:
      for (const auto& [v, mask] : {std::pair(&x, &y), std::pair(&y, &x)})
        if (auto m = mask->constant(); m && *m >= 0 && v->only_number()) {
          if (v->number->single())
            return Value::of(Numbers::of_bits(static_cast<uint64_t>(v->number->lo & *m), e.width));
          return Value::of(Numbers::between(0, *m));
        }
      if (e.width == 1 && x.only_number() && y.only_number()) {
        if (x.number->hi == 0 || y.number->hi == 0) return Value::of(Numbers::constant(0));
        if (x.number->lo == 1 && y.number->lo == 1) return Value::of(Numbers::constant(1));
      }
      return unknown_of(x, y, e.width);
    case ExprOp::Or:
    case ExprOp::Xor:
      if (auto n = x.constant(), m = y.constant(); n && m)
        return Value::of(Numbers::of_bits(static_cast<uint64_t>(e.op == ExprOp::Or ? *n | *m : *n ^ *m), e.width));
      if (e.width == 1 && e.op == ExprOp::Or && (x.constant() == 1 || y.constant() == 1))
        return Value::of(Numbers::constant(1));
      return unknown_of(x, y, e.width);
    case ExprOp::FAdd:
    case ExprOp::FSub:
    case ExprOp::FMul:
    case ExprOp::FDiv:
    case ExprOp::FRem:
    case ExprOp::FEq:
    case ExprOp::FLt:
    case ExprOp::FLe:
    case ExprOp::FUno: return Value::of(Numbers::all(e.width));
    default: return unknown_of(x, y, e.width);
  }
}

Value Walk::evaluate(const Body& b, const State& s, ExprId id) const {
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::Const: return Value::of(Numbers::of_bits(e.bits, e.width));
    case ExprOp::None:
    case ExprOp::Undef: return {};
    case ExprOp::Local: return s.locals[e.bits];
    case ExprOp::Global: return Value::address(static_thing(static_cast<uint32_t>(e.bits)));
    case ExprOp::Tls: {
      const auto o = static_cast<uint32_t>(e.bits);
      return Value::address({Thing::ThreadLocal, o, b.thread, 0, !points_to_.may_be_shared(o)});
    }
    case ExprOp::Function: return Value::address({Thing::Procedure, static_cast<uint32_t>(e.bits), 0, 0, false});
    default: return combine(b, s, e);
  }
}

Name Walk::name_of(const State& s, ExprId id) const {
  const Expr& e = p_.exprs[id];
  if (e.op == ExprOp::Local) return s.names[e.bits];
  if (e.op != ExprOp::PtrAdd && e.op != ExprOp::Add) return {};
  const Expr& by = p_.exprs[e.b];
  if (by.op != ExprOp::Const) return e.op == ExprOp::PtrAdd ? Name{Name::of_expression(id), 0} : Name{};
  Name n = name_of(s, e.a);
  if (n.known()) n.distance += Numbers::of_bits(by.bits, by.width).lo;
  return n;
}

bool Walk::mentions(ExprId e, LocalId l) const {
  bool found = false;
  model::each_node(p_.exprs, e, [&](ExprId, const Expr& node) {
    found |= node.op == ExprOp::Local && node.bits == l;
    return !found;
  });
  return found;
}

// Names that lead to the variable lead nowhere any more.
void Walk::forget_name(State& s, LocalId l) const {
  auto leads_here = [&](Name::Root r) {
    return r == l || (Name::is_expression(r) && mentions(static_cast<ExprId>(r), l));
  };
  if (std::erase_if(s.at.held, [&](const Held& h) { return h.lock.named && leads_here(h.lock.name.root); }))
    lose_lock(s);
  std::erase_if(s.where, [&](const auto& w) { return leads_here(w.first.name.root); });
  for (LocalId k = 0; k < s.names.size(); ++k)
    if (k != l && leads_here(s.names[k].root)) s.names[k] = {k, 0};
  std::erase_if(s.defined, [&](const auto& d) { return d.first == l || mentions(d.second, l); });
}

void Walk::assign(State& s, LocalId l, Value v, Name n) const {
  if (l == model::kNoLocal) return;
  forget_name(s, l);
  forget_share(s, l);
  s.copies.erase(l);
  s.locals[l] = std::move(v);
  const bool itself = n.root == l || (Name::is_expression(n.root) && mentions(static_cast<ExprId>(n.root), l));
  s.names[l] = n.known() && !itself ? n : Name{l, 0};
}

bool Walk::restrict(const Body& b, State& s, ExprId id, const Numbers& to, unsigned depth) const {
  const Expr& e = p_.exprs[id];
  if (e.op == ExprOp::SExt && p_.exprs[e.a].width > 1) return restrict(b, s, e.a, to, depth);
  if (e.op == ExprOp::ZExt) {
    const Value inner = evaluate(b, s, e.a);
    if (!inner.only_number() || inner.number->lo < 0) return true;
    if (p_.exprs[e.a].width == 1 && to.single()) return refine(b, s, e.a, to.lo != 0, depth + 1);
    return restrict(b, s, e.a, to, depth);
  }
  if (e.op == ExprOp::Add && p_.exprs[e.b].op == ExprOp::Const && p_.exprs[e.a].op == ExprOp::Local) {
    // Only where the sum cannot have wrapped around.
    const Value inner = evaluate(b, s, e.a);
    if (!inner.only_number()) return true;
    const Numbers c = Numbers::of_bits(p_.exprs[e.b].bits, e.width);
    const __int128 lo = static_cast<__int128>(inner.number->lo) + c.lo,
                   hi = static_cast<__int128>(inner.number->hi) + c.lo;
    const Numbers all = Numbers::all(e.width);
    if (lo < all.lo || hi > all.hi) return true;
    return restrict(b, s, e.a, sub(to, c, 64), depth);
  }
  if (e.op != ExprOp::Local) return true;
  Value& v = s.locals[e.bits];
  if (!v.only_number()) {
    // A pointer that is a number: only its numbers are left. Points-to sets know nothing of that.
    if (v.any || v.nothing() || !v.handles.empty()) return true;
    if (!v.number) return !(to.single() && to.lo == 0);
    if (to.single() && to.lo == 0) v.addresses.clear();
    return true;
  }
  std::optional<Numbers> both = meet(*v.number, to.lo, to.hi);
  if (!both || (to.single() && !v.number->has(to.lo))) return false;
  v.number = both;
  learn(s, static_cast<LocalId>(e.bits));
  const ExprId definition = definition_[b.proc][e.bits];
  return !definition || depth > 8 || restrict(b, s, definition, to, depth + 1);
}

// The expression is not this number.
bool Walk::restrict_out(State& s, ExprId id, int64_t but) const {
  const Expr& e = p_.exprs[id];
  if (e.op != ExprOp::Local) return true;
  Value& v = s.locals[e.bits];
  if (v.any || !v.number) return true;
  if (v.number->single() && v.number->lo == but) {
    if (v.only_number()) return false;
    v.number.reset();
    return true;
  }
  const int64_t step = static_cast<int64_t>(v.number->stride);
  if (v.number->lo == but)
    v.number = meet(*v.number, but + std::max<int64_t>(step, 1), v.number->hi);
  else if (v.number->hi == but)
    v.number = meet(*v.number, v.number->lo, but - std::max<int64_t>(step, 1));
  learn(s, static_cast<LocalId>(e.bits));
  return true;
}

bool Walk::refine(const Body& b, State& s, ExprId id, bool holds, unsigned depth) const {
  if (depth > 12) return true;
  const Expr& e = p_.exprs[id];
  if (auto c = evaluate(b, s, id).constant()) return (*c != 0) == holds;
  if (e.op == ExprOp::Local) {
    const auto l = static_cast<LocalId>(e.bits);
    ExprId definition = definition_[b.proc][l];
    if (auto it = s.defined.find(l); it != s.defined.end()) definition = it->second;
    if (definition && !refine(b, s, definition, holds, depth + 1)) return false;
    if (e.width == 1 && s.locals[l].only_number()) s.locals[l] = Value::of(Numbers::constant(holds));
    return true;
  }
  if (e.width == 1 && e.op == ExprOp::Xor && p_.exprs[e.b].op == ExprOp::Const)
    return refine(b, s, e.a, holds != ((p_.exprs[e.b].bits & 1) != 0), depth + 1);
  if (e.width == 1 && ((e.op == ExprOp::And && holds) || (e.op == ExprOp::Or && !holds)))
    return refine(b, s, e.a, holds, depth + 1) && refine(b, s, e.b, holds, depth + 1);
  if (e.width == 1 && e.op == ExprOp::Trunc) {  // of what is false or true
    const Value inner = evaluate(b, s, e.a);
    const bool truth = inner.only_number() && inner.number->lo >= 0 && inner.number->hi <= 1;
    return !truth || restrict(b, s, e.a, Numbers::constant(holds), depth + 1);
  }
  if (!compares(e.op)) return true;
  const unsigned width = p_.exprs[e.a].width;
  const Value x = evaluate(b, s, e.a), y = evaluate(b, s, e.b);
  ExprOp op = e.op;
  ExprId left = e.a, right = e.b;
  if (op == ExprOp::Ne) op = ExprOp::Eq, holds = !holds;
  if (op == ExprOp::Eq) {
    // Through a condition that was made a number: (c ? 1 : 0) != 0.
    for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
      const std::optional<int64_t> c = evaluate(b, s, to).constant();
      if (!c) continue;
      const Expr& f = p_.exprs[from];
      if (f.op == ExprOp::ZExt && p_.exprs[f.a].width == 1 && (*c == 0 || *c == 1))
        return refine(b, s, f.a, (*c == 1) == holds, depth + 1);
      if (!holds) return restrict_out(s, from, *c);
    }
    if (!holds) return true;
    if (y.only_number() && !restrict(b, s, left, *y.number, depth)) return false;
    return !x.only_number() || restrict(b, s, right, *x.number, depth);
  }
  // left < right, or left <= right; the opposite is right <= left, or right < left.
  bool strict = op == ExprOp::Slt || op == ExprOp::Ult;
  const bool is_unsigned = op == ExprOp::Ult || op == ExprOp::Ule;
  Value low = x, high = y;
  if (!holds) std::swap(left, right), std::swap(low, high), strict = !strict;
  const Numbers all = Numbers::all(width);
  if (is_unsigned) {
    // As numbers from 0 on: what is below a number that is not negative is not negative either.
    if (!high.only_number() || high.number->lo < 0) return true;
    if (high.number->hi == INT64_MIN) return true;
    if (strict && high.number->hi == 0) return false;
    if (!restrict(b, s, left, Numbers::between(0, high.number->hi - (strict ? 1 : 0)), depth)) return false;
    if (low.only_number() && low.number->lo >= 0 && low.number->lo <= all.hi - (strict ? 1 : 0))
      return restrict(b, s, right, Numbers::between(low.number->lo + (strict ? 1 : 0), all.hi), depth);
    return true;
  }
  if (high.only_number()) {
    if (strict && high.number->hi == all.lo) return false;
    if (!restrict(b, s, left, Numbers::between(all.lo, high.number->hi - (strict ? 1 : 0)), depth)) return false;
  }
  if (low.only_number()) {
    if (strict && low.number->lo == all.hi) return false;
    return restrict(b, s, right, Numbers::between(low.number->lo + (strict ? 1 : 0), all.hi), depth);
  }
  return true;
}

}  // namespace heddle::invariants
