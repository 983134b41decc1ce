// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/bits/evaluator.h"

#include <algorithm>

#include "meaning/operators.h"
#include "model/operands.h"
#include "symbolic/bits/domain.h"

namespace heddle::symbolic {

using model::Expr;
using model::ExprOp;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint64_t kFunctionAlignment = 16;

bool is_mask(ExprOp op) { return op == ExprOp::And || op == ExprOp::Or || op == ExprOp::Xor; }
bool is_cast(ExprOp op) { return op == ExprOp::ZExt || op == ExprOp::SExt || op == ExprOp::Trunc; }
}  // namespace

Evaluator::Evaluator(const model::Program& p, const analysis::PointsTo& points_to, Circuit& c, const Layout& layout)
    : p_(p), points_to_(points_to), c_(c), layout_(layout) {
  using model::Builtin;
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      handles_return_ |= i.kind == model::InstrKind::Builtin &&
                         (i.builtin == Builtin::ThreadJoin || i.builtin == Builtin::ThreadTryJoin ||
                          i.builtin == Builtin::ThreadDetach);
}

void Evaluator::use(Here& at, const Value& v) {
  if (v.undef != kFalse) at.flag(v.undef);
}

void Evaluator::consume(Here& at, const model::Instr& i) {
  auto defined = [&](model::LocalId l) { return at.local(l) && at.local(l)->undef == kFalse; };
  for (model::ExprId e : i.args)
    if (!model::is_defined(p_.exprs, e, defined)) use(at, eval(at, e));
}

const Evaluator::Pointees& Evaluator::look_up(model::ProcId f, model::ExprId e) {
  auto [it, fresh] = pointees_.try_emplace({f, e});
  Pointees& found = it->second;
  if (!fresh) return found;
  found.objects = points_to_.objects(f, e);
  const bool functions = !points_to_.targets(f, e).empty();
  found.any = functions || !found.objects.empty();
  found.alignment = functions ? kFunctionAlignment : ~uint64_t{0};
  found.objects.each([&](size_t o) {
    uint64_t own = o < p_.objects.size() ? p_.objects[o].alignment : p_.sites[o - p_.objects.size()].alignment;
    found.alignment = std::min(found.alignment, own);
    found.addresses |= points_to_.may_hold_address(static_cast<uint32_t>(o));
  });
  return found;
}

const base::BitSet& Evaluator::pointees(model::ProcId f, model::ExprId e) { return look_up(f, e).objects; }

bool Evaluator::holds_address(model::ProcId f, model::ExprId e) {
  if (p_.exprs[e].width != p_.pointer_width) return false;  // parts of one are refused where they are made
  return look_up(f, e).any;
}

bool Evaluator::may_point_to_addresses(model::ProcId f, model::ExprId e) { return look_up(f, e).addresses; }

Lit Evaluator::is_address(model::ProcId f, model::ExprId e, const Value& v) {
  return layout_.could_be_address(v) && holds_address(f, e) ? layout_.names_object(v) : kFalse;
}

Lit Evaluator::truth(Here& at, model::ExprId e) {
  Value v = eval(at, e);
  use(at, v);
  return v.bits.at(0);
}

Bits Evaluator::number(Here& at, model::ExprId e) {
  Value v = eval(at, e);
  use(at, v);
  at.flag(is_address(at.procedure(), e, v));
  return v.bits;
}

uint64_t Evaluator::constant_number(Here& at, model::ExprId e, const char* what) {
  Bits b = number(at, e);
  if (at.guard() == kFalse) return 0;  // the path ends: it does not matter
  if (!Circuit::is_constant(b)) throw Unsupported(std::string(what) + " that is not a constant");
  return Circuit::constant_value(b);
}

Bits Evaluator::block_size(Here& at, const model::Instr& i) {
  using model::Builtin;
  auto wide = [&](model::ExprId e) { return c_.extend(number(at, e), 64, false); };
  if (i.kind != model::InstrKind::Builtin) return wide(i.a);
  if (i.builtin == Builtin::Realloc) return wide(i.args[1]);
  const Bits size = wide(i.args[0]);
  if (i.builtin == Builtin::Malloc) return size;
  HEDDLE_CHECK(i.builtin == Builtin::Calloc) << model::name(i.builtin) << " makes no block";
  const Bits each = wide(i.args[1]), limit = Circuit::constant(uint64_t{1} << 31, 64);
  const Lit small = c_.and_(c_.ult(size, limit), c_.ult(each, limit));  // otherwise the product could be anything
  if (small == kFalse) throw Unsupported("a very large block of memory");
  at.flag(~small);
  return c_.mul(size, each);
}

Value Evaluator::eval(Here& at, model::ExprId id) {
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::Const: {
      Value v = constant(e.bits, e.width);
      v.wide = layout_.number_as_wide(v);
      return v;
    }
    case ExprOp::Undef: return undefined(e.width);
    case ExprOp::Local: {
      const ValuePtr& v = at.local(static_cast<model::LocalId>(e.bits));
      return v ? *v : undefined(e.width);
    }
    case ExprOp::Global: return layout_.address_of(static_cast<uint32_t>(e.bits) + 1);
    case ExprOp::Function: return constant(layout_.function_address(static_cast<model::ProcId>(e.bits)), e.width);
    case ExprOp::Tls: return at.thread_local_address(static_cast<model::ObjectId>(e.bits));
    case ExprOp::Select: return select(at, e);
    default: break;
  }
  if (!is_cast(e.op) && !meaning::is_arithmetic(e.op)) throw Unsupported("floating-point numbers");
  const bool binary = model::arity(e.op) > 1;
  Value a = eval(at, e.a), b = binary ? eval(at, e.b) : Value{};
  check_addresses(at, e, a, b);
  // A handle is compared, and nothing else.
  if (e.op != ExprOp::Eq && e.op != ExprOp::Ne) {
    if (a.handle) at.flag(layout_.is_handle(a));
    if (b.handle) at.flag(layout_.is_handle(b));
  }
  if (is_cast(e.op)) {
    if (e.op == ExprOp::Trunc) return {Circuit::cut(a.bits, e.width), a.undef};
    Value v{c_.extend(a.bits, e.width, e.op == ExprOp::SExt), a.undef};
    v.wide = layout_.number_as_wide(v);
    return v;
  }
  // What is uninitialised passes masks and shifts.
  Lit undef = is_mask(e.op) ? c_.or_(a.undef, b.undef) : meaning::is_shift(e.op) ? a.undef : kFalse;
  if (!is_mask(e.op) && !meaning::is_shift(e.op)) use(at, a);
  if (binary && !is_mask(e.op)) use(at, b);
  Value v = compute(at, e, a, b);
  v.undef = undef;
  v.wide = wide(at.procedure(), e, a, b, v);
  return v;
}

// What is undefined in the branch that is not taken does not happen.
Value Evaluator::select(Here& at, const Expr& e) {
  Lit c = truth(at, e.a);
  if (c == kTrue) return eval(at, e.b);
  if (c == kFalse) return eval(at, e.c);
  Lit& guard = at.guard();
  const Lit before = guard, on = c_.and_(before, c), off = c_.and_(before, ~c);
  guard = on;
  Value a = eval(at, e.b);
  const Lit after = guard;
  guard = off;
  Value b = eval(at, e.c);
  guard = after == on && guard == off ? before : c_.or_(after, guard);
  return choose(c_, c, a, b);
}

// A result has bits that name an object. If they can only be those of one operand, and this one is an address whenever
// it has any, then so is the result.
Lit Evaluator::wide(model::ProcId f, const Expr& e, const Value& a, const Value& b, const Value& result) {
  if (!layout_.could_be_address(result)) return kFalse;
  if (e.op == ExprOp::PtrAdd) return a.wide;
  const bool first = holds_address(f, e.a), second = model::arity(e.op) > 1 && holds_address(f, e.b);
  if (first == second) return kTrue;
  const Value &address = first ? a : b, &number = first ? b : a;
  switch (e.op) {
    case ExprOp::Add:
    case ExprOp::Sub:  // the address of the same object, or it was flagged
      if (address.wide == kTrue || (e.op == ExprOp::Sub && second)) return kTrue;
      return c_.and_(layout_.names_object(result), c_.or_(address.wide, ~layout_.names_object(address)));
    case ExprOp::And: return address.wide;
    case ExprOp::Or:
    case ExprOp::Xor: return layout_.could_be_address(number) ? kTrue : address.wide;
    default: return kTrue;
  }
}

// Near zero: no object has such an address.
Lit Evaluator::is_small(const Value& v, bool negative_too) {
  constexpr unsigned kSmall = 12;  // bits
  const Bits high(v.bits.begin() + kSmall, v.bits.end());
  Lit small = c_.eq(high, Circuit::constant(0, static_cast<unsigned>(high.size())));
  return negative_too ? c_.or_(small, c_.all(high)) : small;
}

void Evaluator::check_addresses(Here& at, const Expr& e, const Value& a, const Value& b) {
  const model::ProcId f = at.procedure();
  const bool binary = model::arity(e.op) > 1;
  Lit first = is_address(f, e.a, a), second = binary ? is_address(f, e.b, b) : kFalse;
  at.flag(c_.all({first, second, c_.or_(a.wide, b.wide)}));
  switch (e.op) {
    case ExprOp::PtrAdd: return;  // compute() looks at it
    case ExprOp::Eq:
    case ExprOp::Ne: return compare(at, a, b, first, second, &pointees(f, e.a), &pointees(f, e.b));
    case ExprOp::ZExt:
    case ExprOp::SExt:
    case ExprOp::Trunc:
      if (p_.exprs[e.a].width != e.width) at.flag(first);
      return;
    case ExprOp::Add:
    case ExprOp::Sub: return check_sum(at, e, a, b, first, second);
    case ExprOp::And:
    case ExprOp::Or:
    case ExprOp::Xor: return check_mask(at, e, a, b, first, second);
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle: return check_order(at, e, a, b, first, second);
    default: at.flag(c_.or_(first, second));
  }
}

// Far outside its object an address would be that of another one.
void Evaluator::check_sum(Here& at, const Expr& e, const Value& a, const Value& b, Lit first, Lit second) {
  if (first == kFalse && second == kFalse) return;
  const bool sum = e.op == ExprOp::Add;
  const Bits result = sum ? c_.add(a.bits, b.bits) : c_.sub(a.bits, b.bits);
  Lit both = c_.and_(first, second), one = c_.xor_(first, second);
  if (sum) {
    at.flag(both);
    at.flag(c_.and_(one, ~c_.ite(first, layout_.same_object(a.bits, result), layout_.same_object(b.bits, result))));
  } else {
    at.flag(c_.and_(second, ~first));
    at.flag(c_.and_(both, ~layout_.same_object(a.bits, b.bits)));
    at.flag(c_.all({first, ~second, ~layout_.same_object(a.bits, result)}));
  }
}

// Below the alignment of an object the bits of its address are those of the offset.
void Evaluator::check_mask(Here& at, const Expr& e, const Value& a, const Value& b, Lit first, Lit second) {
  if (first == kFalse && second == kFalse) return;
  const model::ProcId f = at.procedure();
  auto check = [&](Lit is_address, model::ExprId address, Lit is_other, const Value& mask) {
    if (is_address == kFalse) return;
    const unsigned width = static_cast<unsigned>(mask.bits.size());
    const uint64_t aligned = look_up(f, address).alignment;
    Lit low = c_.ult(mask.bits, Circuit::constant(aligned, width));
    if (e.op == ExprOp::And) low = c_.or_(low, c_.ule(Circuit::constant(0 - aligned, width), mask.bits));
    at.flag(c_.all({is_address, ~is_other, c_.or_(mask.undef, ~low)}));
  };
  at.flag(c_.and_(first, second));
  check(first, e.a, second, b);
  check(second, e.b, first, a);
}

// Defined within one object; an address is above every small number.
void Evaluator::check_order(Here& at, const Expr& e, const Value& a, const Value& b, Lit first, Lit second) {
  if (first == kFalse && second == kFalse) return;
  Lit fine = layout_.same_object(a.bits, b.bits);
  if (e.op == ExprOp::Ult || e.op == ExprOp::Ule) {
    fine = c_.or_(fine, c_.and_(~second, is_small(b, false)));
    fine = c_.or_(fine, c_.and_(~first, is_small(a, false)));
  }
  at.flag(c_.and_(c_.or_(first, second), ~fine));
}

void Evaluator::compare(Here& at, const Value& a, const Value& b, Lit first, Lit second, const base::BitSet* of_a,
                        const base::BitSet* of_b) {
  if (a.bits.size() != p_.pointer_width) return;
  // Every thread has a handle of its own here; in the program the handle of a joined thread may be given out again.
  Lit handles = handles_return_ ? c_.and_(layout_.is_handle(a), layout_.is_handle(b)) : kFalse;
  if (handles != kFalse) at.compares_handles(handles, a, b);
  // With a number that could be the address.
  if (first != kFalse && second != kTrue) at.flag(c_.all({first, ~second, ~is_small(b, second == kFalse)}));
  if (second != kFalse && first != kTrue) at.flag(c_.all({second, ~first, ~is_small(a, first == kFalse)}));
  Lit apart = c_.and_(first, second);
  if (apart != kFalse) apart = c_.and_(apart, ~layout_.same_object(a.bits, b.bits));
  if (apart == kFalse) return;
  // The end of one object may be the beginning of another, and behind that may be anything.
  auto begins = [&](const Value& v) { return c_.eq(layout_.offset(v.bits), layout_.offset_constant(0)); };
  End end_a = end_of(at, of_a, a), end_b = end_of(at, of_b, b);
  Lit meet = c_.any({end_a.beyond, end_b.beyond, c_.and_(end_a.there, begins(b)), c_.and_(end_b.there, begins(a))});
  at.flag(c_.and_(apart, meet));
  at.compares_addresses(apart, a, b, of_a, of_b);
}

Evaluator::End Evaluator::end_of(Here& at, const base::BitSet* among, const Value& v) {
  const Bits offset = layout_.offset(v.bits), name = layout_.name(v.bits);
  std::vector<uint32_t> possible;
  if (Circuit::is_constant(name))
    possible.push_back(static_cast<uint32_t>(Circuit::constant_value(name)));
  else
    possible = at.candidates(among);
  smt::Clause there, beyond;
  for (uint32_t o : possible) {
    Bits size = at.size_of(o);
    if (size.empty()) continue;  // a function
    Lit meant = layout_.names(v.bits, o);
    there.push_back(c_.and_(meant, c_.eq(offset, size)));
    beyond.push_back(c_.and_(meant, c_.ult(size, offset)));
  }
  return {c_.any(there), c_.any(beyond)};
}

Value Evaluator::compute(Here& at, const Expr& e, const Value& a, const Value& b) {
  Domain d{c_};
  meaning::check(d, e.op, a.bits, b.bits, [&](Lit when, meaning::NoResult) { at.flag(when); });
  Value v{meaning::apply(d, e.op, a.bits, b.bits), kFalse};
  // Far outside its object an address would be that of another one.
  if (e.op == ExprOp::PtrAdd) at.flag(~layout_.same_object(a.bits, v.bits));
  return v;
}

}  // namespace heddle::symbolic
