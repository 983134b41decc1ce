// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/terms.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "meaning/operators.h"

namespace heddle::ranking {

using model::Expr;
using model::ExprId;
using model::ExprOp;

z3::Term Terms::fresh(unsigned width) {
  constants_.push_back(context_.bits_variable(created_++, width));
  return constants_.back();
}

z3::Term Terms::fit(const z3::Term& e, unsigned width) {
  unsigned has = e.width();
  if (has == width) return e;
  return has < width ? z3::zext(e, width - has) : z3::low_bits(e, width);
}

std::vector<unsigned> Terms::constants_of(const z3::Term& e) {
  std::set<unsigned> found, seen;
  std::vector<z3::Term> todo{e};
  while (!todo.empty()) {
    z3::Term t = todo.back();
    todo.pop_back();
    if (!seen.insert(t.id()).second) continue;
    if (t.op() == z3::Op::Variable) found.insert(t.number());
    for (unsigned k = 0; k < t.size(); ++k) todo.push_back(t.arg(k));
  }
  return {found.begin(), found.end()};
}

// Shared terms are evaluated once each, operands first.
z3::Term Terms::value(ExprId root, const std::vector<z3::Term>& locals) {
  std::unordered_map<ExprId, z3::Term> known;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    const Expr& e = program_.exprs[id];
    const ExprId ids[] = {e.a, e.b, e.c};
    int arity = model::arity(e.op);
    bool ready = true;
    for (int k = 0; k < arity; ++k)
      if (!known.count(ids[k])) {
        stack.push_back(ids[k]);
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    if (known.count(id)) continue;
    std::vector<z3::Term> operands;
    for (int k = 0; k < arity; ++k) operands.push_back(known.at(ids[k]));
    known.emplace(id, e.op == ExprOp::Local ? fit(locals[e.bits], e.width) : compute(e, operands.data()));
  }
  return known.at(root);
}

// Bit vectors as the domain of src/meaning.
struct Terms::Domain {
  using Number = z3::Term;
  using Bit = z3::Term;
  Terms& t;

  static Number add(const Number& a, const Number& b) { return a + b; }
  static Number sub(const Number& a, const Number& b) { return a - b; }
  static Number mul(const Number& a, const Number& b) { return a * b; }
  Number udiv(const Number& a, const Number& b) { return t.divide(ExprOp::UDiv, a, b); }
  Number urem(const Number& a, const Number& b) { return t.divide(ExprOp::URem, a, b); }
  Number sdiv(const Number& a, const Number& b) { return t.divide(ExprOp::SDiv, a, b); }
  Number srem(const Number& a, const Number& b) { return t.divide(ExprOp::SRem, a, b); }
  static Number shl(const Number& a, const Number& b) { return z3::shl(a, b); }
  static Number lshr(const Number& a, const Number& b) { return z3::lshr(a, b); }
  static Number ashr(const Number& a, const Number& b) { return z3::ashr(a, b); }
  static Number and_(const Number& a, const Number& b) { return a & b; }
  static Number or_(const Number& a, const Number& b) { return a | b; }
  static Number xor_(const Number& a, const Number& b) { return a ^ b; }
  static Bit eq(const Number& a, const Number& b) { return a == b; }
  static Bit ult(const Number& a, const Number& b) { return z3::ult(a, b); }
  static Bit ule(const Number& a, const Number& b) { return z3::ule(a, b); }
  static Bit slt(const Number& a, const Number& b) { return z3::slt(a, b); }
  static Bit sle(const Number& a, const Number& b) { return z3::sle(a, b); }
  static Bit no(const Bit& a) { return !a; }
  Number as_number(const Bit& a) { return t.bit(a); }
};

z3::Term Terms::compute(const Expr& e, const z3::Term* x) {
  if (meaning::is_arithmetic(e.op)) {
    Domain d{*this};
    return meaning::apply(d, e.op, x[0], x[1]);
  }
  unsigned from = model::arity(e.op) ? x[0].width() : 0;
  switch (e.op) {
    case ExprOp::Const: return constant(e.bits, e.width);
    case ExprOp::Global:
    case ExprOp::Tls:
    case ExprOp::Function: return address(e.op, e.bits);
    case ExprOp::Select: return z3::ite(x[0] == constant(1, 1), x[1], x[2]);
    case ExprOp::ZExt:
    case ExprOp::Trunc: return fit(x[0], e.width);
    case ExprOp::SExt: return e.width == from ? x[0] : z3::sext(x[0], e.width - from);
    default: return fresh(e.width);
  }
}

z3::Term Terms::address(ExprOp op, uint64_t id) {
  auto it = addresses_.find({op, id});
  if (it == addresses_.end()) it = addresses_.emplace(std::pair{op, id}, fresh(program_.pointer_width)).first;
  return it->second;
}

z3::Term Terms::divide(ExprOp op, const z3::Term& a, const z3::Term& b) {
  bool with_sign = op == ExprOp::SDiv || op == ExprOp::SRem;
  auto key = std::make_tuple(with_sign, a.id(), b.id());
  auto it = divisions_.find(key);
  if (it == divisions_.end()) {
    unsigned width = a.width();
    it = divisions_.emplace(key, Division{a, b, fresh(width), fresh(width)}).first;
    if (with_sign)
      limit_signed(it->second.quotient, it->second.remainder, a, b);
    else
      limit_unsigned(it->second.quotient, it->second.remainder, a, b);
  }
  return op == ExprOp::UDiv || op == ExprOp::SDiv ? it->second.quotient : it->second.remainder;
}

void Terms::limit_unsigned(const z3::Term& q, const z3::Term& r, const z3::Term& a, const z3::Term& b) {
  z3::Term zero = constant(0, a.width());
  facts.push_back(z3::implies(b != zero, z3::ult(r, b) && z3::ule(r, a) && z3::ule(q, a)));
  facts.push_back(z3::implies(z3::ugt(b, 1) && a != zero, z3::ult(q, a)));
  facts.push_back(z3::implies(b != zero && z3::ult(a, b), q == zero && r == a));
}

void Terms::limit_signed(const z3::Term& q, const z3::Term& r, const z3::Term& a, const z3::Term& b) {
  z3::Term zero = constant(0, a.width()), size_a = absolute(a), size_b = absolute(b), size_q = absolute(q),
           size_r = absolute(r);
  facts.push_back(
      z3::implies(b != zero, z3::ult(size_r, size_b) && z3::ule(size_r, size_a) && z3::ule(size_q, size_a)));
  facts.push_back(z3::implies(z3::ugt(size_b, 1) && a != zero, z3::ult(size_q, size_a)));
  facts.push_back(z3::implies(b != zero && r != zero, z3::slt(r, 0) == z3::slt(a, 0)));
  z3::Term overflows = size_b == 1 && size_a == a && z3::slt(a, 0);  // the smallest number by -1
  facts.push_back(z3::implies(b != zero && q != zero && !overflows, z3::slt(q, 0) == (z3::slt(a, 0) != z3::slt(b, 0))));
}

}  // namespace heddle::ranking
