// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/flow/numbers.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "meaning/operators.h"
#include "meaning/updates.h"

namespace heddle::flow {

using model::ExprOp;

namespace {
const std::string kTurns = "turns";

std::optional<uint64_t> small(const z3::Term& n) {
  uint64_t v = 0;
  if (n.is_numeral() && n.is_numeral(v)) return v;
  return std::nullopt;
}
}  // namespace

Numbers::Bounds Numbers::range(unsigned width, bool is_signed) {
  if (!is_signed) return {0, (Wide{1} << width) - 1};
  return {-(Wide{1} << (width - 1)), (Wide{1} << (width - 1)) - 1};
}

void Numbers::remember(const z3::Term& variable, unsigned width, bool is_signed) {
  known_.insert_or_assign(variable.id(), Known{variable, range(width, is_signed)});
}

// Between which numbers the term is, as far as that can be seen.
std::optional<Numbers::Bounds> Numbers::bounds(const z3::Term& n) const {
  constexpr Wide kFar = Wide{1} << 100;
  auto near = [&](Wide low, Wide high) -> std::optional<Bounds> {
    if (low < -kFar || high > kFar) return std::nullopt;
    return Bounds{low, high};
  };
  switch (n.op()) {
    case z3::Op::Numeral: {
      uint64_t u = 0;
      int64_t v = 0;
      if (n.is_numeral(v)) return Bounds{v, v};
      if (n.is_numeral(u)) return Bounds{static_cast<Wide>(u), static_cast<Wide>(u)};
      return std::nullopt;
    }
    case z3::Op::Modulo: {
      int64_t by = 0;
      if (!n.arg(1).is_numeral(by) || by <= 0) return std::nullopt;
      return Bounds{0, by - 1};
    }
    case z3::Op::Variable:
    case z3::Op::Element: {
      auto it = known_.find(n.id());
      if (it == known_.end()) return std::nullopt;
      return it->second.bounds;
    }
    case z3::Op::Add: {
      Bounds all{0, 0};
      for (unsigned k = 0; k < n.size(); ++k) {
        auto b = bounds(n.arg(k));
        if (!b) return std::nullopt;
        all = {all.low + b->low, all.high + b->high};
      }
      return near(all.low, all.high);
    }
    case z3::Op::Multiply: {
      int64_t factor = 0;
      if (n.size() != 2 || !n.arg(0).is_numeral() || !n.arg(0).is_numeral(factor) || factor > (int64_t{1} << 32) ||
          factor < -(int64_t{1} << 32))
        return std::nullopt;
      auto b = bounds(n.arg(1));
      if (!b || b->high > (Wide{1} << 64) || b->low < -(Wide{1} << 64)) return std::nullopt;
      Wide x = b->low * factor, y = b->high * factor;
      return near(std::min(x, y), std::max(x, y));
    }
    case z3::Op::Ite: {
      auto a = bounds(n.arg(1)), b = bounds(n.arg(2));
      if (!a || !b) return std::nullopt;
      return Bounds{std::min(a->low, b->low), std::max(a->high, b->high)};
    }
    default: return std::nullopt;
  }
}

bool Numbers::fits(const z3::Term& n, unsigned width, bool is_signed) const {
  auto b = bounds(n);
  Bounds r = range(width, is_signed);
  return b && b->low >= r.low && b->high <= r.high;
}

bool Numbers::is_turns(const z3::Term& variable) { return variable.text().starts_with(kTurns); }

z3::Term Numbers::fresh() { return c_.integer_variable("any" + std::to_string(count_++)); }

z3::Term Numbers::power(unsigned k) const {
  if (k < 64) return c_.integer(uint64_t{1} << k);
  return c_.integer("18446744073709551616");
}

z3::Term Numbers::in_range(const z3::Term& n, unsigned width, bool is_signed) const {
  if (!is_signed) return n >= 0 && n < power(width);
  return n >= -power(width - 1) && n < power(width - 1);
}

Number Numbers::constant(uint64_t bits, unsigned width, bool is_signed) const {
  if (width < 64) bits &= (uint64_t{1} << width) - 1;
  bool negative = is_signed && width > 1 && bits >> (width - 1) & 1;
  z3::Term n = c_.integer(bits);
  return {negative ? (n - power(width)).simplify() : n, width, is_signed && width > 1};
}

Number Numbers::any(unsigned width, bool is_signed, z3::Term& where) {
  is_signed &= width > 1;
  z3::Term n = fresh();
  remember(n, width, is_signed);
  where = where && in_range(n, width, is_signed);
  return {n, width, is_signed};
}

Number Numbers::from(const z3::Term& truth) const {
  return {z3::ite(truth, c_.integer(1), c_.integer(0)).simplify(), 1, false};
}
z3::Term Numbers::truth(const Number& a) const { return (a.n != 0).simplify(); }

Number Numbers::as(const Number& a, bool is_signed) const {
  is_signed &= a.width > 1;
  if (a.is_signed == is_signed) return a;
  if (fits(a.n, a.width, is_signed)) return {a.n, a.width, is_signed};
  z3::Term n = is_signed ? z3::ite(a.n >= power(a.width - 1), a.n - power(a.width), a.n)
                         : z3::ite(a.n < 0, a.n + power(a.width), a.n);
  return {n.simplify(), a.width, is_signed};
}

Number Numbers::extend(const Number& a, unsigned width, bool keep_sign) const {
  if (a.width == width) return a;
  if (keep_sign && a.width == 1) return {(-a.n).simplify(), width, true};
  if (keep_sign) return {as(a, true).n, width, true};
  return {as(a, false).n, width, true};  // fits both ways
}

Number Numbers::cut(const Number& a, unsigned width, z3::Term& where) {
  if (a.width == width) return a;
  if (width == 1) return {z3::mod(a.n, c_.integer(2)).simplify(), 1, false};
  if (auto v = small(as(a, false).n)) return constant(*v, width, a.is_signed);
  return wrapped(a.n, width, a.is_signed, where);
}

// At most one turn away from its range.
Number Numbers::wrapped_once(const z3::Term& unbounded, unsigned width, bool is_signed) const {
  const z3::Term sum = unbounded.simplify();
  if (fits(sum, width, is_signed)) return {sum, width, is_signed};
  z3::Term low = is_signed ? -power(width - 1) : c_.integer(0), high = is_signed ? power(width - 1) : power(width);
  return {z3::ite(sum >= high, sum - power(width), z3::ite(sum < low, sum + power(width), sum)).simplify(), width,
          is_signed};
}

Number Numbers::wrapped(const z3::Term& unbounded, unsigned width, bool is_signed, z3::Term& where) {
  const z3::Term n = unbounded.simplify();
  if (fits(n, width, is_signed)) return {n, width, is_signed};
  if (n.is_numeral() || remainders_) {
    z3::Term low = is_signed ? -power(width - 1) : c_.integer(0);
    return {(z3::mod(n - low, power(width)) + low).simplify(), width, is_signed};
  }
  z3::Term turns = c_.integer_variable(kTurns + std::to_string(count_++)), r = n - turns * power(width);
  where = where && in_range(r, width, is_signed);
  return {r, width, is_signed};
}

// Results have the width that is asked for; where an operation is not linear, the domain grows `where`.
struct Numbers::Domain {
  using Number = flow::Number;
  using Bit = z3::Term;
  Numbers& n;
  unsigned result;
  z3::Term& where;

  Number add(const Number& a, const Number& b) { return n.sum(false, result, a, b, where); }
  Number sub(const Number& a, const Number& b) { return n.sum(true, result, a, b, where); }
  Number mul(const Number& a, const Number& b) { return n.product(result, a, b, where); }
  Number udiv(const Number& a, const Number& b) { return n.divided(ExprOp::UDiv, result, a, b, where); }
  Number urem(const Number& a, const Number& b) { return n.divided(ExprOp::URem, result, a, b, where); }
  Number sdiv(const Number& a, const Number& b) { return n.divided(ExprOp::SDiv, result, a, b, where); }
  Number srem(const Number& a, const Number& b) { return n.divided(ExprOp::SRem, result, a, b, where); }
  Number shl(const Number& a, const Number& b) { return n.shifted(ExprOp::Shl, result, a, b, where); }
  Number lshr(const Number& a, const Number& b) { return n.shifted(ExprOp::LShr, result, a, b, where); }
  Number ashr(const Number& a, const Number& b) { return n.shifted(ExprOp::AShr, result, a, b, where); }
  Number and_(const Number& a, const Number& b) { return n.bitwise(ExprOp::And, result, a, b, where); }
  Number or_(const Number& a, const Number& b) { return n.bitwise(ExprOp::Or, result, a, b, where); }
  Number xor_(const Number& a, const Number& b) { return n.bitwise(ExprOp::Xor, result, a, b, where); }
  Number not_(const Number& a) const {
    if (a.width == 1) return n.from(a.n == 0);
    return {(a.is_signed ? -a.n - 1 : n.power(a.width) - 1 - a.n).simplify(), a.width, a.is_signed};
  }
  Number ite(const Bit& when, const Number& a, const Number& b) const {
    bool is_signed = a.n.is_numeral() ? b.is_signed : a.is_signed;
    return {z3::ite(when, n.as(a, is_signed).n, n.as(b, is_signed).n), result, is_signed};
  }
  Bit eq(const Number& a, const Number& b) const { return n.equal(a, b); }
  Bit ult(const Number& a, const Number& b) const { return n.as(a, false).n < n.as(b, false).n; }
  Bit ule(const Number& a, const Number& b) const { return n.as(a, false).n <= n.as(b, false).n; }
  // Of one bit, the bit is the sign.
  Bit slt(const Number& a, const Number& b) const {
    return a.width == 1 ? a.n > b.n : n.as(a, true).n < n.as(b, true).n;
  }
  Bit sle(const Number& a, const Number& b) const {
    return a.width == 1 ? a.n >= b.n : n.as(a, true).n <= n.as(b, true).n;
  }
  static Bit both(const Bit& a, const Bit& b) { return a && b; }
  static Bit no(const Bit& a) { return !a; }
  Number as_number(const Bit& a) const { return n.from(a); }
  Number constant(uint64_t v, const Number& like) const { return n.constant(v, like.width, like.is_signed); }
  static unsigned width(const Number& a) { return a.width; }
};

Number Numbers::binary(ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where) {
  Domain d{*this, width, where};
  return meaning::apply(d, op, a, b);
}

Number Numbers::updated(model::RmwOp op, unsigned width, const Number& old, const Number& operand, z3::Term& where) {
  Domain d{*this, width, where};
  return meaning::updated(d, op, old, operand);
}

z3::Term Numbers::undefined(ExprOp op, const Number& a, const Number& b) {
  z3::Term any = c_.truth(false), where = c_.truth(true);
  Domain d{*this, a.width, where};
  meaning::check(d, op, a, b, [&](const z3::Term& when, meaning::NoResult) { any = any || when; });
  return any.simplify();
}

Number Numbers::sum(bool subtract, unsigned width, const Number& a, const Number& b, z3::Term& where) {
  if (width == 1) return from(truth(a) != truth(b));
  // A constant is what is nearest to zero: x + 4294967295 is x - 1. But not one that a number is taken from:
  // 4294967291 - x is in range unless x is larger, while -5 - x may be two turns away.
  bool is_signed = a.n.is_numeral() ? b.is_signed : a.is_signed;
  z3::Term x = a.n.is_numeral() && !subtract ? as(a, true).n : as(a, is_signed).n,
           y = b.n.is_numeral() ? as(b, true).n : as(b, is_signed).n;
  z3::Term r = (subtract ? x - y : x + y).simplify();
  // Cases upon cases would become large.
  return x.is_ite() || y.is_ite() ? wrapped(r, width, is_signed, where) : wrapped_once(r, width, is_signed);
}

Number Numbers::product(unsigned width, const Number& a, const Number& b, z3::Term& where) {
  if (width == 1) return from(truth(a) && truth(b));
  if (a.n.is_numeral()) return wrapped((as(a, true).n * b.n).simplify(), width, b.is_signed, where);
  if (b.n.is_numeral()) return wrapped((as(b, true).n * a.n).simplify(), width, a.is_signed, where);
  return any(width, a.is_signed, where);
}

z3::Term Numbers::equal(const Number& a, const Number& b) const {
  bool is_signed = a.n.is_numeral() ? b.is_signed : a.is_signed;
  return as(a, is_signed).n == as(b, is_signed).n;
}

Number Numbers::divided(ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where) {
  bool is_signed = op == ExprOp::SDiv || op == ExprOp::SRem, rest = op == ExprOp::URem || op == ExprOp::SRem;
  z3::Term x = as(a, is_signed).n, y = as(b, is_signed).n;
  if (width == 1 || !y.is_numeral()) return any(width, is_signed, where);
  // C rounds towards zero, Z3 downwards for a positive divisor.
  z3::Term by = z3::ite(y < 0, -y, y).simplify(), size = is_signed ? z3::ite(x < 0, -x, x) : x;
  if (!(by > 0).simplify().is_true()) return any(width, is_signed, where);
  z3::Term r = rest ? z3::mod(size, by) : size / by;
  if (is_signed) r = z3::ite(rest ? x < 0 : (x < 0) != (y < 0), -r, r);
  return wrapped_once(r.simplify(), width, is_signed);
}

Number Numbers::shifted(ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where) {
  auto by = small(as(b, false).n);
  if (!by || *by >= width || width == 1) return any(width, a.is_signed, where);
  z3::Term factor = power(static_cast<unsigned>(*by));
  if (op == ExprOp::Shl) return wrapped((a.n * factor).simplify(), width, a.is_signed, where);
  if (op == ExprOp::LShr) return as({(as(a, false).n / factor).simplify(), width, false}, a.is_signed);
  return as({(as(a, true).n / factor).simplify(), width, true}, a.is_signed);
}

Number Numbers::bitwise(ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where) {
  if (width == 1) {
    z3::Term x = truth(a), y = truth(b);
    return from(op == ExprOp::And ? x && y : op == ExprOp::Or ? x || y : x != y);
  }
  Number x = as(a, false), y = as(b, false);
  auto p = small(x.n), q = small(y.n);
  if (p && q) return constant(op == ExprOp::And ? *p & *q : op == ExprOp::Or ? *p | *q : *p ^ *q, width, a.is_signed);
  if (p) std::swap(x, y), std::swap(p, q);
  if (op == ExprOp::And && q && *q != ~uint64_t{0} && (*q & (*q + 1)) == 0)
    return as({z3::mod(x.n, c_.integer(*q + 1)).simplify(), width, false}, a.is_signed);
  Number r = any(width, false, where);
  if (op == ExprOp::And) where = where && r.n <= x.n && r.n <= y.n;
  if (op == ExprOp::Or) where = where && r.n >= x.n && r.n >= y.n;
  if (op != ExprOp::And) where = where && r.n <= x.n + y.n;
  return as(r, a.is_signed);
}

}  // namespace heddle::flow
