// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/steps/numbers.h"

#include <utility>

namespace heddle::judge::steps {

using model::ExprOp;
using model::RmwOp;

namespace {

uint64_t low_bits(uint64_t bits, unsigned width) { return width < 64 ? bits & ((uint64_t{1} << width) - 1) : bits; }

// The range as a constraint on `$`.
std::string range_text(unsigned width, bool is_signed) {
  const Int low = is_signed ? -power(width - 1) : 0, high = is_signed ? power(width - 1) - 1 : power(width) - 1;
  return "(and (<= " + text(low) + " $) (<= $ " + text(high) + "))";
}

}  // namespace

Truth in_range(const Term& n, unsigned width, bool is_signed) {
  const Int low = is_signed ? -power(width - 1) : 0, high = is_signed ? power(width - 1) - 1 : power(width) - 1;
  return both(at_most(number(low), n), at_most(n, number(high)));
}

Number Numbers::constant(uint64_t bits, unsigned width, bool is_signed) const {
  is_signed &= width > 1;
  Int n = low_bits(bits, width);
  if (is_signed && n >= power(width - 1)) n -= power(width);
  return {number(n), width, is_signed};
}

Number Numbers::any(unsigned width, bool is_signed, Premises& into) {
  is_signed &= width > 1;
  return {names_.any(range_text(width, is_signed), into), width, is_signed};
}

Number Numbers::from(const Truth& t) const { return {choice(t, number(1), number(0)), 1, false, t}; }

Truth Numbers::truth_of(const Number& a) const { return a.is_set ? *a.is_set : no(equal(a.n, number(0))); }

Number Numbers::as(const Number& a, bool is_signed, Premises& into) {
  is_signed &= a.width > 1;
  if (a.is_signed == is_signed) return a;
  const Term n = names_.named(a.n, into);
  const Int turn = power(a.width);
  Term other = is_signed ? choice(at_most(number(power(a.width - 1)), n), minus(n, number(turn)), n)
                         : choice(less(n, number(0)), plus(n, number(turn)), n);
  return {names_.named(other, into), a.width, is_signed};
}

Number Numbers::extended(const Number& a, unsigned width, bool keep_sign, Premises& into) {
  if (a.width == width) return a;
  if (keep_sign && a.width == 1) return {minus(number(0), a.n), width, true};
  return {as(a, keep_sign, into).n, width, true};  // an unsigned number fits into the lower half
}

Number Numbers::cut(const Number& a, unsigned width, Premises& into) {
  if (a.width == width) return a;
  return wrapped(a.n, width, a.is_signed, into);
}

Number Numbers::wrapped(const Term& n, unsigned width, bool is_signed, Premises& into) {
  is_signed &= width > 1;
  const Term whole = names_.named(n, into);
  if (!is_signed) return {names_.named(remainder(whole, power(width)), into), width, false};
  const Term half = number(power(width - 1));
  return {names_.named(minus(remainder(plus(whole, half), power(width)), half), into), width, true};
}

// At most one turn away from its range.
Number Numbers::wrapped_once(const Term& sum, unsigned width, bool is_signed, Premises& into) {
  const Term n = names_.named(sum, into);
  const Int turn = power(width), low = is_signed ? -power(width - 1) : 0, high = low + turn;
  const Term r =
      choice(at_most(number(high), n), minus(n, number(turn)), choice(less(n, number(low)), plus(n, number(turn)), n));
  return {names_.named(r, into), width, is_signed};
}

Truth Numbers::equals(const Number& a, const Number& b, Premises& into) {
  const bool is_signed = a.n.is_number() ? b.is_signed : a.is_signed;
  return equal(as(a, is_signed, into).n, as(b, is_signed, into).n);
}

// Of one bit, the bit is the sign.
Truth Numbers::below(bool as_signed, bool or_equal, const Number& a, const Number& b, Premises& into) {
  const bool turned = as_signed && a.width == 1;
  const Number &x = turned ? b : a, &y = turned ? a : b;
  const Term left = as(x, as_signed, into).n, right = as(y, as_signed, into).n;
  return or_equal ? at_most(left, right) : less(left, right);
}

Truth Numbers::undefined(ExprOp op, const Number& a, const Number& b, Premises& into) {
  switch (op) {
    case ExprOp::UDiv:
    case ExprOp::URem: return equal(b.n, number(0));
    case ExprOp::SDiv:
    case ExprOp::SRem: {
      const Truth lowest = equals(a, constant(uint64_t{1} << (a.width - 1), a.width), into),
                  minus_one = equals(b, constant(~uint64_t{0}, b.width), into);
      return either(equal(b.n, number(0)), both(lowest, minus_one));
    }
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return at_most(number(a.width), as(b, false, into).n);
    default: return truth(false);
  }
}

Number Numbers::binary(ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into) {
  switch (op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd: return sum(false, width, a, b, into);
    case ExprOp::Sub: return sum(true, width, a, b, into);
    case ExprOp::Mul: return product(width, a, b, into);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::SRem: return divided(op, width, a, b, into);
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return shifted(op, width, a, b, into);
    case ExprOp::And:
    case ExprOp::Or:
    case ExprOp::Xor: return bitwise(op, width, a, b, into);
    case ExprOp::Eq: return from(equals(a, b, into));
    case ExprOp::Ne: return from(no(equals(a, b, into)));
    case ExprOp::Ult: return from(below(false, false, a, b, into));
    case ExprOp::Ule: return from(below(false, true, a, b, into));
    case ExprOp::Slt: return from(below(true, false, a, b, into));
    case ExprOp::Sle: return from(below(true, true, a, b, into));
    default: return any(width, true, into);
  }
}

Number Numbers::complement(const Number& a) const {
  const Int all = a.is_signed ? -1 : power(a.width) - 1;
  return {minus(number(all), a.n), a.width, a.is_signed};
}

Number Numbers::chosen(const Truth& when, const Number& a, const Number& b, Premises& into) {
  return {names_.named(choice(when, a.n, as(b, a.is_signed, into).n), into), a.width, a.is_signed};
}

Number Numbers::updated(RmwOp op, unsigned width, const Number& old, const Number& operand, Premises& into) {
  switch (op) {
    case RmwOp::Xchg: return operand;
    case RmwOp::Add: return sum(false, width, old, operand, into);
    case RmwOp::Sub: return sum(true, width, old, operand, into);
    case RmwOp::And: return bitwise(ExprOp::And, width, old, operand, into);
    case RmwOp::Or: return bitwise(ExprOp::Or, width, old, operand, into);
    case RmwOp::Xor: return bitwise(ExprOp::Xor, width, old, operand, into);
    case RmwOp::Nand: return complement(bitwise(ExprOp::And, width, old, operand, into));
    case RmwOp::Max: return chosen(below(true, false, old, operand, into), operand, old, into);
    case RmwOp::Min: return chosen(below(true, false, old, operand, into), old, operand, into);
    case RmwOp::UMax: return chosen(below(false, false, old, operand, into), operand, old, into);
    case RmwOp::UMin: return chosen(below(false, false, old, operand, into), old, operand, into);
  }
  return any(width, true, into);
}

Number Numbers::sum(bool subtract, unsigned width, const Number& a, const Number& b, Premises& into) {
  if (width == 1) return from(no(equals(a, b, into)));
  // A constant is taken as what is nearest to zero: x + 4294967295 is x - 1.
  const bool is_signed = a.n.is_number() ? b.is_signed : a.is_signed;
  const Term x = as(a, a.n.is_number() || is_signed, into).n, y = as(b, b.n.is_number() || is_signed, into).n;
  return wrapped_once(subtract ? minus(x, y) : plus(x, y), width, is_signed, into);
}

Number Numbers::product(unsigned width, const Number& a, const Number& b, Premises& into) {
  if (width == 1) return from(both(truth_of(a), truth_of(b)));
  if (a.n.is_number()) return wrapped(times(as(a, true, into).n.k, b.n), width, b.is_signed, into);
  if (b.n.is_number()) return wrapped(times(as(b, true, into).n.k, a.n), width, a.is_signed, into);
  return any(width, a.is_signed, into);
}

// C rounds towards zero.
Number Numbers::divided(ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into) {
  const bool is_signed = op == ExprOp::SDiv || op == ExprOp::SRem, rest = op == ExprOp::URem || op == ExprOp::SRem;
  const Term x = names_.named(as(a, is_signed, into).n, into), y = as(b, is_signed, into).n;
  if (width == 1 || !y.is_number() || y.k == 0) return any(width, is_signed, into);
  const Int by = y.k < 0 ? -y.k : y.k;
  const Truth negative = is_signed ? less(x, number(0)) : truth(false);
  const Term size = names_.named(choice(negative, minus(number(0), x), x), into);
  const Term r = names_.named(rest ? remainder(size, by) : quotient(size, by), into);
  const Truth turned = rest || y.k > 0 ? negative : no(negative);
  return wrapped_once(choice(turned, minus(number(0), r), r), width, is_signed, into);
}

Number Numbers::shifted(ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into) {
  const Term by = as(b, false, into).n;
  if (!by.is_number() || by.k >= static_cast<Int>(width) || width == 1) return any(width, a.is_signed, into);
  const Int factor = power(static_cast<unsigned>(by.k));
  if (op == ExprOp::Shl) return wrapped(times(factor, a.n), width, a.is_signed, into);
  const bool keep_sign = op == ExprOp::AShr;
  const Term n = names_.named(quotient(as(a, keep_sign, into).n, factor), into);
  return as({n, width, keep_sign}, a.is_signed, into);
}

Number Numbers::bitwise(ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into) {
  if (width == 1) {
    const Truth x = truth_of(a), y = truth_of(b);
    return from(op == ExprOp::And  ? both(x, y)
                : op == ExprOp::Or ? either(x, y)
                                   : either(both(x, no(y)), both(no(x), y)));
  }
  Term x = as(a, false, into).n, y = as(b, false, into).n;
  if (x.is_number()) std::swap(x, y);
  if (x.is_number()) {
    const auto p = static_cast<uint64_t>(x.k), q = static_cast<uint64_t>(y.k);
    return constant(op == ExprOp::And ? p & q : op == ExprOp::Or ? p | q : p ^ q, width, a.is_signed);
  }
  const bool mask = y.is_number() && ((y.k + 1) & y.k) == 0;  // 2^n - 1
  if (op == ExprOp::And && mask)
    return as({names_.named(remainder(x, y.k + 1), into), width, false}, a.is_signed, into);
  const std::string p = text(names_.named(x, into)), q = text(names_.named(y, into));
  std::string known = range_text(width, false);
  if (op == ExprOp::And) known = "(and " + known + " (<= $ " + p + ") (<= $ " + q + "))";
  if (op == ExprOp::Or) known = "(and " + known + " (>= $ " + p + ") (>= $ " + q + ") (<= $ (+ " + p + " " + q + ")))";
  if (op == ExprOp::Xor) known = "(and " + known + " (<= $ (+ " + p + " " + q + ")))";
  return as({names_.any(known, into), width, false}, a.is_signed, into);
}

}  // namespace heddle::judge::steps
