// SPDX-License-Identifier: GPL-3.0-or-later
#include "domains/machine.h"

#include <algorithm>

#include "meaning/numbers.h"

namespace heddle::domains {

using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {

Int power(unsigned k) { return Int{1} << k; }
Int least(unsigned width, Machine::Reading r) { return r == Machine::Reading::Signed ? -power(width - 1) : Int{0}; }
Int most(unsigned width, Machine::Reading r) {
  return r == Machine::Reading::Signed ? power(width - 1) - 1 : power(width) - 1;
}
Machine::Reading of_variable(unsigned width) {
  return width == 1 ? Machine::Reading::Unsigned : Machine::Reading::Signed;
}
Form between(Int low, Int high) { return {Linear{}, Noise::between(low, high)}; }

std::optional<Int> constant(const Lattice& at, const Form& f) {
  Bounds b = at.bounds(f);
  if (b.low && b.low == b.high) return b.low;
  return {};
}

}  // namespace

Form Machine::any(unsigned width, Reading reading) const {
  return between(least(width, reading), most(width, reading));
}

bool Machine::is_lost(const Form& f, unsigned width, Reading reading) const {
  return f.sum.is_constant() && f.sum.constant + f.noise.low <= least(width, reading) &&
         f.sum.constant + f.noise.high >= most(width, reading);
}

// The form is the word modulo 2^width; the result is the word as it is read.
Form Machine::read(const Lattice& at, const std::optional<Form>& form, unsigned width, Reading reading) const {
  const Int low = least(width, reading), size = power(width);
  if (!form) return any(width, reading);
  const Bounds b = at.bounds(*form);
  if (b.low && b.high && fits(*b.low) && fits(*b.high)) {
    const Int stretch = floor_div(*b.low - low, size);
    if (stretch == floor_div(*b.high - low, size)) {
      if (stretch == 0) return *form;
      if (auto moved = sum(*form, Form::of(-stretch * size))) return *moved;
    }
  }
  Residue r = at.residue(*form);
  const Int step = gcd(r.modulus, size);  // wrapping keeps what is known modulo a power of two
  const Int first = low + mod(r.rest - low, step);
  return {Linear{}, Noise::between(first, most(width, reading), step)};
}

Form Machine::read(const Lattice& at, ExprId e, Reading reading, Work& work) const {
  return read(at, modulo(at, e, work), exprs_[e].width, reading);
}

Form Machine::value(const Lattice& at, ExprId e, Reading reading) const {
  Work work;
  return read(at, e, reading, work);
}

Form Machine::stored(const Lattice& at, ExprId e) const { return value(at, e, of_variable(exprs_[e].width)); }

// A form that is the word modulo 2^width.
Form Machine::modulo(const Lattice& at, ExprId id, Work& work) const {
  const Expr& e = exprs_[id];
  const Form unknown = any(e.width, Reading::Unsigned);
  if (!work.take()) return unknown;
  auto linear = [&](Int factor) {
    auto f = sum(modulo(at, e.a, work), modulo(at, e.b, work), factor);
    return f ? *f : unknown;
  };
  switch (e.op) {
    case ExprOp::Const: return Form::of(meaning::sign_extend(e.bits, e.width));
    case ExprOp::Local: {
      const Var x = variables_(static_cast<model::LocalId>(e.bits));
      return x == kNoVar ? unknown : Form{Linear::of(x), {}};
    }
    case ExprOp::Add: return linear(1);
    case ExprOp::Sub: return linear(-1);
    case ExprOp::Mul: return multiplied(at, e, work);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::SRem: return divided(at, e, work);
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return shifted(at, e, work);
    case ExprOp::And:
    case ExprOp::Or:
    case ExprOp::Xor: return bitwise(at, e, work);
    case ExprOp::Eq:
    case ExprOp::Ne:
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle: {
      Value yes = at.copy(), no = at.copy();
      assume(yes, id, true, work);
      if (yes->is_bottom()) return Form::of(0);
      assume(no, id, false, work);
      return no->is_bottom() ? Form::of(1) : between(0, 1);
    }
    case ExprOp::Select: {
      const Form a = modulo(at, e.b, work), b = modulo(at, e.c, work);
      const Bounds x = at.bounds(a), y = at.bounds(b);
      if (!x.low || !x.high || !y.low || !y.high) return unknown;
      return between(std::min(*x.low, *y.low), std::max(*x.high, *y.high));
    }
    case ExprOp::ZExt: return read(at, e.a, Reading::Unsigned, work);
    case ExprOp::SExt: return read(at, e.a, Reading::Signed, work);
    case ExprOp::Trunc: return modulo(at, e.a, work);
    default: return unknown;
  }
}

Form Machine::multiplied(const Lattice& at, const Expr& e, Work& work) const {
  const Form a = modulo(at, e.a, work), b = modulo(at, e.b, work);
  std::optional<Form> out;
  if (auto k = constant(at, b))
    out = product(a, *k);
  else if (auto l = constant(at, a))
    out = product(b, *l);
  if (out) return *out;
  const Bounds x = at.bounds(a), y = at.bounds(b);
  if (!x.low || !x.high || !y.low || !y.high) return any(e.width, Reading::Unsigned);
  Int low = 0, high = 0;
  bool first = true;
  for (Int p : {*x.low, *x.high})
    for (Int q : {*y.low, *y.high}) {
      Int r;
      if (__builtin_mul_overflow(p, q, &r) || !fits(r)) return any(e.width, Reading::Unsigned);
      low = first ? r : std::min(low, r);
      high = first ? r : std::max(high, r);
      first = false;
    }
  return between(low, high);
}

// Division towards zero is monotonic in each operand while the divisor keeps its sign; zero divides nothing.
Form Machine::divided(const Lattice& at, const Expr& e, Work& work) const {
  const bool is_signed = e.op == ExprOp::SDiv || e.op == ExprOp::SRem;
  const Reading reading = is_signed ? Reading::Signed : Reading::Unsigned;
  const Form dividend = read(at, e.a, reading, work);
  const Bounds a = at.bounds(dividend), b = at.bounds(read(at, e.b, reading, work));
  if (!a.low || !a.high || !b.low || !b.high) return any(e.width, reading);
  if (e.op == ExprOp::UDiv || e.op == ExprOp::SDiv) {
    std::vector<Int> divisors;
    for (Int d : {*b.low, *b.high, Int{1}, Int{-1}})
      if (d != 0 && d >= *b.low && d <= *b.high) divisors.push_back(d);
    if (divisors.empty()) return any(e.width, reading);
    Int low = *a.low / divisors[0], high = low;
    for (Int d : divisors)
      for (Int n : {*a.low, *a.high}) low = std::min(low, n / d), high = std::max(high, n / d);
    if (*a.low <= 0 && *a.high >= 0) low = std::min(low, Int{0}), high = std::max(high, Int{0});
    return between(low, high);
  }
  const Int largest = std::max(*b.high, -*b.low) - 1;  // of the remainder's absolute value
  if (largest < 0) return any(e.width, reading);
  if (*a.low >= 0 && *b.low > *a.high) return dividend;
  return between(*a.low >= 0 ? Int{0} : std::max(-largest, *a.low), *a.high <= 0 ? Int{0} : std::min(largest, *a.high));
}

Form Machine::shifted(const Lattice& at, const Expr& e, Work& work) const {
  const Bounds by = at.bounds(read(at, e.b, Reading::Unsigned, work));
  if (!by.low || !by.high || *by.low >= e.width) return any(e.width, Reading::Unsigned);
  const unsigned low = static_cast<unsigned>(*by.low);
  const unsigned high = static_cast<unsigned>(std::min(*by.high, Int{e.width} - 1));  // more is undefined
  if (e.op == ExprOp::Shl) {
    if (low != high) return any(e.width, Reading::Unsigned);
    auto out = product(modulo(at, e.a, work), power(low));
    return out ? *out : any(e.width, Reading::Unsigned);
  }
  const Reading reading = e.op == ExprOp::AShr ? Reading::Signed : Reading::Unsigned;
  const Bounds a = at.bounds(read(at, e.a, reading, work));
  if (!a.low || !a.high) return any(e.width, reading);
  auto shift = [](Int n, unsigned k) { return floor_div(n, power(k)); };
  return between(std::min(shift(*a.low, low), shift(*a.low, high)),
                 std::max(shift(*a.high, low), shift(*a.high, high)));
}

Form Machine::bitwise(const Lattice& at, const Expr& e, Work& work) const {
  const Form a = modulo(at, e.a, work), b = modulo(at, e.b, work);
  const Form ua = read(at, a, e.width, Reading::Unsigned), ub = read(at, b, e.width, Reading::Unsigned);
  const Bounds x = at.bounds(ua), y = at.bounds(ub);
  if (!x.low || !x.high || !y.low || !y.high) return any(e.width, Reading::Unsigned);
  auto digits = [](Int n) {  // the least power of two above it
    unsigned k = 0;
    while (power(k) <= n) ++k;
    return k;
  };
  if (e.op == ExprOp::And) {
    for (const auto& [form, mask] : {std::pair{a, y}, std::pair{b, x}}) {  // a mask of the lowest bits
      if (mask.low != mask.high || *mask.low == 0 || power(digits(*mask.low)) - 1 != *mask.low) continue;
      return read(at, form, digits(*mask.low), Reading::Unsigned);
    }
    return between(0, std::min(*x.high, *y.high));
  }
  const Int end = power(std::max(digits(*x.high), digits(*y.high))) - 1;
  if (e.op == ExprOp::Or) return between(std::max(*x.low, *y.low), end);
  if (x.low == x.high && *x.low == most(e.width, Reading::Unsigned))  // not b: -1 - b
    if (auto f = sum(Form::of(-1), b, -1)) return *f;
  if (y.low == y.high && *y.low == most(e.width, Reading::Unsigned))
    if (auto f = sum(Form::of(-1), a, -1)) return *f;
  return between(0, end);
}

void Machine::forget(Lattice& at, Var x) const { at.assign(x, any(widths_[x], of_variable(widths_[x]))); }

void Machine::assign(Value& at, Var x, ExprId id) const {
  if (at->is_bottom()) return;
  const Expr& e = exprs_[id];
  const bool is_choice = e.op == ExprOp::Select,
             is_truth = e.width == 1 && e.op != ExprOp::Const && e.op != ExprOp::Local;
  if (!is_choice && !is_truth) return at->assign(x, stored(*at, id));
  Value yes = at->copy();
  assume(yes, is_choice ? e.a : id, true);
  assume(at, is_choice ? e.a : id, false);
  if (is_choice) {
    assign(yes, x, e.b);
    assign(at, x, e.c);
  } else {
    yes->assign(x, Form::of(1));
    at->assign(x, Form::of(0));
  }
  at->join(*yes);
}

// One after the other, as long as nobody who is still to come needs what is overwritten; if they all do, the rest get
// what their bounds are now.
void Machine::assign(Value& at, std::vector<std::pair<Var, ExprId>> all) const {
  while (!all.empty() && !at->is_bottom()) {
    auto is_free = [&](const std::pair<Var, ExprId>& one) {
      return std::none_of(all.begin(), all.end(), [&](const std::pair<Var, ExprId>& other) {
        std::vector<Var> needs;
        used(other.second, needs);
        return &other != &one && std::find(needs.begin(), needs.end(), one.first) != needs.end();
      });
    };
    auto free = std::find_if(all.begin(), all.end(), is_free);
    if (free == all.end()) break;
    assign(at, free->first, free->second);
    all.erase(free);
  }
  std::vector<Form> forms;
  for (const auto& [x, e] : all) {
    const Bounds b = at->bounds(stored(*at, e));
    forms.push_back(b.low && b.high ? between(*b.low, *b.high) : any(widths_[x], of_variable(widths_[x])));
  }
  for (size_t k = 0; k < all.size(); ++k) at->assign(all[k].first, forms[k]);
}

void Machine::used(ExprId id, std::vector<Var>& into) const {
  std::vector<ExprId> todo{id}, seen;
  while (!todo.empty()) {
    const ExprId now = todo.back();
    const Expr& e = exprs_[now];
    todo.pop_back();
    if (std::find(seen.begin(), seen.end(), now) != seen.end()) continue;
    seen.push_back(now);
    if (e.op == ExprOp::Local) {
      if (Var x = variables_(static_cast<model::LocalId>(e.bits)); x != kNoVar) into.push_back(x);
      continue;
    }
    const ExprId operands[] = {e.a, e.b, e.c};
    for (int k = 0; k < model::arity(e.op); ++k) todo.push_back(operands[k]);
  }
}

}  // namespace heddle::domains
