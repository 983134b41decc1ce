// SPDX-License-Identifier: GPL-3.0-or-later
// Machine::forget_numbers: what is computed from a free input is a new free input. It knows no more of where it came
// from than a range, so that there are more executions than the program has: who finds nothing bad in any of them has a
// proof, and a violation may be none. In exchange nothing has to be enumerated: `sum += rand() % 1000` makes one state
// where inputs.cpp would try numbers.
//
// Where one number decides what happens it stays exact, as in inputs.cpp: addresses, sizes, divisors, and whatever an
// atomic section computes, whose guard says whether its thread has to wait.
#include "meaning/operators.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::ExprOp;

namespace {
constexpr uint64_t kTriedInFull = 256;  // as inputs.cpp does
}

bool Machine::forgets(const Value& v) const {
  return forgets_numbers_ && exactly_ == 0 && atomic_depth_ == 0 && v.tag == Tag::Input &&
         !decided(static_cast<uint32_t>(v.bits));
}

// An operation on them is forgotten: one of them is, and nothing is wrong with the other.
bool Machine::forgets_both(const Value& a, const Value& b) const {
  auto is_number = [](const Value& v) { return v.tag == Tag::Input || v.plain(); };
  return (forgets(a) || forgets(b)) && is_number(a) && is_number(b);
}

Value Machine::any_number(unsigned width) { return new_input(0, mask(width), width); }

std::optional<Value> Machine::forget(const model::Expr& e, const Value& a, const Value& b) {
  if (!forgets_both(a, b)) return std::nullopt;
  const unsigned width = p_.exprs[e.a].width;
  if (e.width == 1) return new_input(0, 1, 1);
  const bool divides = meaning::is_division(e.op);
  if (divides || meaning::is_shift(e.op)) {  // by what may be undefined
    const bool defined = b.plain() && (divides ? b.bits != 0 && b.bits != mask(width) : b.bits < width);
    if (!defined) return std::nullopt;
  }
  uint64_t lo = 0, hi = mask(width);
  if (a.tag == Tag::Input && inputs_[a.bits].kind == InputRange::Root) lo = inputs_[a.bits].lo, hi = inputs_[a.bits].hi;
  // What an index is multiplied with is known, and there are few indices.
  const bool scales = (e.op == ExprOp::Mul || e.op == ExprOp::Shl) && width == p_.pointer_width && b.plain();
  if (scales && hi - lo < kTriedInFull) return std::nullopt;
  const bool positive = hi <= mask(width - 1) && b.plain() && b.bits <= mask(width - 1);
  switch (e.op) {
    case ExprOp::And:
      if (b.plain()) return new_input(0, std::min(hi, b.bits), width);
      break;
    case ExprOp::SRem:
      if (!positive) break;
      [[fallthrough]];
    case ExprOp::URem: return new_input(0, std::min(hi, b.bits - 1), width);
    case ExprOp::SDiv:
      if (!positive) break;
      [[fallthrough]];
    case ExprOp::UDiv: return new_input(lo / b.bits, hi / b.bits, width);
    case ExprOp::LShr: return new_input(lo >> b.bits, hi >> b.bits, width);
    default: break;
  }
  return any_number(width);
}

}  // namespace heddle::semantics
