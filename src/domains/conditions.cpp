// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of a value where a condition holds, or does not.
#include "domains/machine.h"

namespace heddle::domains {

using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {

// The form is at least zero for one of the numbers that its noise may be.
void meet_at_least_zero(Value& at, const std::optional<Form>& f) {
  if (!f) return;
  if (auto e = sum(f->sum, Linear::of(f->noise.high))) at->meet_at_least_zero(*e);
}

void meet_zero(Value& at, const std::optional<Form>& f) {
  if (!f) return;
  if (f->noise.is_constant()) {
    if (auto e = sum(f->sum, Linear::of(f->noise.low))) at->meet_zero(*e);
    return;
  }
  meet_at_least_zero(at, f);
  meet_at_least_zero(at, product(*f, -1));
}

std::optional<Form> difference(const Form& a, const Form& b, Int less = 0) {  // a - b - less
  std::optional<Form> d = sum(a, b, -1);
  return d ? sum(*d, Form::of(-less)) : d;
}

}  // namespace

void Machine::assume(Value& at, ExprId condition, bool holds) const {
  Work work;
  assume(at, condition, holds, work);
}

Machine::Truth Machine::decide(const Lattice& at, ExprId condition) const {
  if (at.is_bottom()) return Truth::Nowhere;
  Value yes = at.copy(), no = at.copy();
  assume(yes, condition, true);
  if (yes->is_bottom()) return Truth::Never;
  assume(no, condition, false);
  return no->is_bottom() ? Truth::Always : Truth::Either;
}

void Machine::assume_either(Value& at, const std::vector<std::function<void(Value&)>>& cases) const {
  Value all;
  for (const auto& one : cases) {
    Value here = at->copy();
    one(here);
    if (!all)
      all = std::move(here);
    else
      all->join(*here);
  }
  at = std::move(all);
}

void Machine::assume(Value& at, ExprId id, bool holds, Work& work) const {
  if (at->is_bottom() || !work.take()) return;
  const Expr& e = exprs_[id];
  switch (e.op) {
    case ExprOp::Const:
      if (((e.bits & 1) != 0) != holds) at->make_bottom();
      return;
    case ExprOp::Eq: return assume_equal(at, e, holds, work);
    case ExprOp::Ne: return assume_equal(at, e, !holds, work);
    case ExprOp::Slt:
    case ExprOp::Sle: {
      const Form a = read(*at, e.a, Reading::Signed, work), b = read(*at, e.b, Reading::Signed, work);
      const bool strict = e.op == ExprOp::Slt;
      return meet_at_least_zero(at, holds ? difference(b, a, strict) : difference(a, b, !strict));
    }
    case ExprOp::Ult:
    case ExprOp::Ule: return assume_unsigned(at, e, holds, work);
    case ExprOp::And:
    case ExprOp::Or:
      if ((e.op == ExprOp::And) == holds) {
        assume(at, e.a, holds, work);
        return assume(at, e.b, holds, work);
      }
      return assume_either(
          at, {[&](Value& v) { assume(v, e.a, holds, work); }, [&](Value& v) { assume(v, e.b, holds, work); }});
    case ExprOp::Xor:
      return assume_either(at, {[&](Value& v) { assume(v, e.a, true, work), assume(v, e.b, !holds, work); },
                                [&](Value& v) { assume(v, e.a, false, work), assume(v, e.b, holds, work); }});
    case ExprOp::Select:
      return assume_either(at, {[&](Value& v) { assume(v, e.a, true, work), assume(v, e.b, holds, work); },
                                [&](Value& v) { assume(v, e.a, false, work), assume(v, e.c, holds, work); }});
    default: break;
  }
  const Form f = read(*at, id, Reading::Unsigned, work);
  meet_zero(at, sum(f, Form::of(holds ? -1 : 0)));
}

// `zext(condition) == 1` and the like say what the condition is.
bool Machine::as_condition(const Expr& e, ExprId& condition, bool& holds) const {
  const Expr &a = exprs_[e.a], &b = exprs_[e.b];
  const bool constant_first = a.op == ExprOp::Const;
  const Expr &n = constant_first ? a : b, &word = constant_first ? b : a;
  if (n.op != ExprOp::Const || n.bits > 1) return false;
  condition = word.op == ExprOp::ZExt ? word.a : constant_first ? e.b : e.a;
  holds = n.bits == 1;
  return exprs_[condition].width == 1;
}

void Machine::assume_equal(Value& at, const Expr& e, bool holds, Work& work) const {
  ExprId condition;
  bool wanted;
  if (as_condition(e, condition, wanted)) return assume(at, condition, wanted == holds, work);
  const unsigned width = exprs_[e.a].width;
  for (Reading reading : {Reading::Signed, Reading::Unsigned}) {
    const Form a = read(*at, e.a, reading, work), b = read(*at, e.b, reading, work);
    const std::optional<Form> d = difference(a, b);
    if (holds) {
      meet_zero(at, d);
    } else if (d && d->noise.is_constant()) {
      assume_either(at, {[&](Value& v) { meet_at_least_zero(v, difference(a, b, 1)); },
                         [&](Value& v) { meet_at_least_zero(v, difference(b, a, 1)); }});
    }
    if (at->is_bottom() || (!is_lost(a, width, reading) && !is_lost(b, width, reading))) return;
  }
}

// Where the unsigned numbers are known as such, they are compared. Otherwise both are read as signed numbers: of two
// with the same sign the order is the same, and a negative one is the larger one.
void Machine::assume_unsigned(Value& at, const Expr& e, bool holds, Work& work) const {
  const bool strict = e.op == ExprOp::Ult;
  const unsigned width = exprs_[e.a].width;
  auto ordered = [&](Value& v, const Form& a, const Form& b) {
    meet_at_least_zero(v, holds ? difference(b, a, strict) : difference(a, b, !strict));
  };
  const Form ua = read(*at, e.a, Reading::Unsigned, work), ub = read(*at, e.b, Reading::Unsigned, work);
  ordered(at, ua, ub);
  if (at->is_bottom() || (!is_lost(ua, width, Reading::Unsigned) && !is_lost(ub, width, Reading::Unsigned))) return;
  const Form a = read(*at, e.a, Reading::Signed, work), b = read(*at, e.b, Reading::Signed, work);
  auto negative = [](Value& v, const Form& f, bool is) {
    if (is)
      meet_at_least_zero(v, difference(Form::of(-1), f));
    else
      meet_at_least_zero(v, f);
  };
  std::vector<std::function<void(Value&)>> cases;
  for (bool both : {false, true})
    cases.push_back([&, both](Value& v) { negative(v, a, both), negative(v, b, both), ordered(v, a, b); });
  cases.push_back([&](Value& v) { negative(v, a, !holds), negative(v, b, holds); });
  assume_either(at, cases);
}

}  // namespace heddle::domains
