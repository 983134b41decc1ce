// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions to values. Uninitialised bits travel through copies, masks and shifts, as bit-fields and padding need;
// any other use of them is undefined behaviour. Pointers keep their object; what would need a numeric address is
// refused.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/check.h"
#include "meaning/operators.h"
#include "model/operands.h"
#include "semantics/machine.h"
#include "semantics/numbers.h"

namespace heddle::semantics {

using model::Expr;
using model::ExprId;
using model::ExprOp;

Value Machine::eval(ExprId id) {
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::Const: return int_value(e.bits);
    case ExprOp::Local: {
      const Value& v = reg(static_cast<model::LocalId>(e.bits));
      beyond_thread_ |= v.tag == Tag::Input;
      return merged(v);
    }
    case ExprOp::Undef: return undef_value(e.width);
    case ExprOp::Global: return ptr_value(static_cast<ObjRef>(e.bits + 1), 0);
    case ExprOp::Function: return ptr_value(function_base_ + static_cast<ObjRef>(e.bits), 0);
    case ExprOp::Tls: return ptr_value(thread_local_object(static_cast<model::ObjectId>(e.bits)), 0);
    case ExprOp::Select: return truth(e.a) ? eval(e.b) : faulted_ ? undef_value(e.width) : eval(e.c);
    default: break;
  }
  Value a = eval(e.a);
  if (model::arity(e.op) == 1) return eval_unary(e, a);
  Value b = eval(e.b);
  return eval_binary(e, a, b);
}

bool Machine::truth(ExprId id) {
  Value v = eval(id);
  if (faulted_) return false;
  if (v.tag == Tag::Input) return compare_input(ExprOp::Ne, v, 0, p_.exprs[id].width, false);
  if (v.cut()) {
    cut_pointer_as_number(1);
    return false;
  }
  if (v.tag == Tag::Ptr) return true;
  if (v.undef) {
    undefined("uninitialised-read", "a decision depends on an uninitialised value");
    return false;
  }
  return v.bits & 1;
}

uint64_t Machine::number(ExprId id) {
  ++exactly_;
  const Value v = force(eval(id));
  --exactly_;
  if (faulted_) return 0;
  if (v.tag == Tag::Ptr) {
    not_followed("a pointer is used as a number");
    return 0;
  }
  if (v.undef) {
    undefined("uninitialised-read", "an uninitialised value is used");
    return 0;
  }
  return v.bits;
}

Value Machine::pointer(ExprId id) {
  ++exactly_;
  const Value v = merged(force(eval(id)));
  --exactly_;
  return v.cut() ? cut_pointer_as_number(p_.pointer_width) : v;
}

void Machine::consume(ExprId id) {
  if (blurs_) return;
  if (model::is_defined(p_.exprs, id, [&](model::LocalId l) { return reg(l).undef == 0; })) return;
  const Value v = eval(id);
  if (v.is_int() && v.undef) undefined("uninitialised-read", "an uninitialised value is used");
}

Value Machine::eval_unary(const Expr& e, Value a) {
  unsigned from = p_.exprs[e.a].width, to = e.width;
  switch (e.op) {
    case ExprOp::ZExt:
      if (a.cut()) return a.loosened(a.width(), a.shift());
      if (a.tag != Tag::Int) return a;  // pointers and inputs keep their meaning in a wider word
      return a;
    case ExprOp::SExt:
      if (a.cut()) return a.loosened(a.width(), a.shift());
      if (a.tag == Tag::Ptr) return a;
      if (a.tag == Tag::Input) return extend_input(a, from, to);
      if (a.undef) {
        bool sign_undef = a.undef >> (from - 1) & 1;
        return {static_cast<uint64_t>(sign_extend(a.bits, from)) & mask(to),
                sign_undef ? a.undef | (mask(to) & ~mask(from)) : a.undef, 0, Tag::Int};
      }
      return int_value(static_cast<uint64_t>(sign_extend(a.bits, from)) & mask(to));
    case ExprOp::Trunc:
      if (a.tag == Tag::Ptr) {
        if (to >= p_.pointer_width) return a;
        if (a.loose()) return a.loosened(std::min(a.width(), to), a.shift());
        if (uint64_t below = alignment(a.obj); mask(to) < below) return int_value(a.bits & mask(to));
        a.undef = to;
        return a;
      }
      if (a.tag == Tag::Input) {
        if (auto cut = cut_input(a, to)) return *cut;
        if (forgets(a)) return any_number(to);
        a = force(a);
      }
      return {a.bits & mask(to), a.undef & mask(to), 0, Tag::Int};
    default: return eval_float(e, a, {});
  }
}

// The low bits of an address may be printed, compared with each other and with null.
Value Machine::cut_pointer_as_number(unsigned width) {
  not_followed("a pointer that was cut to fewer bits is used as a number");
  return undef_value(width);
}

void Machine::no_result(meaning::NoResult why, uint64_t right, unsigned width) {
  switch (why) {
    case meaning::NoResult::DivisionByZero: undefined("division-by-zero", "division by zero"); return;
    case meaning::NoResult::DivisionOverflow:
      undefined("division-overflow", "the result of a division does not fit");
      return;
    case meaning::NoResult::ShiftOutOfRange:
      undefined("shift-out-of-range",
                "shift by " + std::to_string(right) + " in a type of " + std::to_string(width) + " bits");
  }
}

Value Machine::eval_binary(const Expr& e, Value a, Value b) {
  unsigned width = p_.exprs[e.a].width;  // of the operands
  bool comparison = meaning::is_comparison(e.op);
  if (!a.is_int() || !b.is_int()) {
    if (comparison && a.tag == Tag::Input && b.plain()) return int_value(compare_input(e.op, a, b.bits, width, false));
    if (comparison && b.tag == Tag::Input && a.plain()) return int_value(compare_input(e.op, b, a.bits, width, true));
    if (comparison && a.tag == Tag::Input && a == b)  // of the same input
      return int_value(e.op == ExprOp::Eq || e.op == ExprOp::Ule || e.op == ExprOp::Sle);
    if (auto v = shift_input(e, a, b)) return *v;
    if (auto v = reduce_input(e, a, b)) return *v;
    if (auto v = forget(e, a, b)) return *v;
    a = force(a);
    b = force(b);
    if (a.tag == Tag::Ptr || b.tag == Tag::Ptr) return eval_pointer(e, a, b);
  }
  uint64_t m = mask(width), x = a.bits, y = b.bits;
  if (a.undef | b.undef) [[unlikely]] {
    switch (e.op) {
      case ExprOp::And: {
        uint64_t u = (a.undef | b.undef) & ~(~x & ~a.undef) & ~(~y & ~b.undef);
        return {x & y & ~u, u & m, 0, Tag::Int};
      }
      case ExprOp::Or: {
        uint64_t u = (a.undef | b.undef) & ~(x & ~a.undef) & ~(y & ~b.undef);
        return {(x | y) & ~u & m, u & m, 0, Tag::Int};
      }
      case ExprOp::Xor: return {(x ^ y) & ~(a.undef | b.undef) & m, a.undef | b.undef, 0, Tag::Int};
      case ExprOp::Shl:
        if (!b.undef && y < width) return {x << y & m, a.undef << y & m, 0, Tag::Int};
        break;
      case ExprOp::LShr:
        if (!b.undef && y < width) return {x >> y, a.undef >> y, 0, Tag::Int};
        break;
      case ExprOp::AShr:
        if (!b.undef && y < width)
          return {static_cast<uint64_t>(sign_extend(x, width) >> y) & m,
                  static_cast<uint64_t>(sign_extend(a.undef, width) >> y) & m, 0, Tag::Int};
        break;
      case ExprOp::Add:
      case ExprOp::Sub:
      case ExprOp::Mul:
        if (blurs_) return undef_value(e.width);
        break;
      default:
        if (follows_unknown_ && !meaning::is_division(e.op) && !meaning::is_shift(e.op)) return undef_value(e.width);
        break;
    }
    undefined("uninitialised-read", "an uninitialised value is used");
    return undef_value(e.width);
  }
  if (!meaning::is_arithmetic(e.op)) return eval_float(e, a, b);
  Numbers numbers{width};
  meaning::check(numbers, e.op, x, y, [&](bool when, meaning::NoResult why) {
    if (when) no_result(why, y, width);
  });
  return faulted_ ? int_value(0) : int_value(meaning::apply(numbers, e.op, x, y));
}

uint64_t Machine::alignment(ObjRef o) {
  constexpr uint64_t kFunctionAlignment = 16;
  if (o == handles_) return 1;
  if (is_function(o)) return kFunctionAlignment;
  if (!is_dynamic(o)) return p_.objects[o - 1].alignment;
  const uint32_t site = header(o).site;
  const uint64_t known = site & 0x80000000u ? p_.objects[site & 0x7fffffffu].alignment : p_.sites[site].alignment;
  if (known == 0) not_followed("the low bits of the address of a block whose alignment the program computes");
  return std::max<uint64_t>(known, 1);
}

// Different objects share no byte, but one may begin where another ends; outside of its object a pointer may have any
// address.
bool Machine::may_be_same_address(const Value& a, const Value& b) {
  auto size = [&](ObjRef o) -> int64_t {
    if (is_function(o)) return 1;
    if (is_dynamic(o)) return header(o).size;
    return std::max<int64_t>(static_cast<int64_t>(p_.objects[o - 1].size), p_.objects[o - 1].external);
  };
  int64_t x = static_cast<int64_t>(a.bits), y = static_cast<int64_t>(b.bits), x_end = size(a.obj), y_end = size(b.obj);
  bool outside = x < 0 || x > x_end || y < 0 || y > y_end;
  return outside || (x == x_end && y == 0) || (x == 0 && y == y_end);
}

// At least one operand is a pointer.
Value Machine::eval_pointer(const Expr& e, const Value& first, const Value& second) {
  const Value a = merged(first), b = merged(second);
  if ((a.is_int() && a.undef) || (b.is_int() && b.undef)) {
    undefined("uninitialised-read", "an uninitialised value is used");
    return undef_value(e.width);
  }
  bool both = a.tag == Tag::Ptr && b.tag == Tag::Ptr, same = both && a.obj == b.obj;
  const Value& ptr = a.tag == Tag::Ptr ? a : b;
  const Value& other = a.tag == Tag::Ptr ? b : a;
  int64_t n = sign_extend(other.bits, p_.pointer_width);
  auto no_number = [&] {
    if (ptr.obj != handles_) return cut_pointer_as_number(e.width);
    not_followed("a thread handle is used as a number (cut to fewer bits)");
    return undef_value(e.width);
  };
  if (a.loose() || b.loose()) {
    if (auto v = compute_with_address(e, a, b)) return *v;
    return no_number();
  }
  if (a.cut() || b.cut()) {
    const bool equality = e.op == ExprOp::Eq || e.op == ExprOp::Ne;
    const bool other_handle = ptr.obj == handles_ && a.bits != b.bits;
    if (same && equality && a.undef == b.undef && !other_handle) {
      bool equal = ((a.bits ^ b.bits) & mask(static_cast<unsigned>(a.undef))) == 0;
      return int_value(equal == (e.op == ExprOp::Eq));
    }
    const unsigned width = static_cast<unsigned>(ptr.undef);  // no object is so near to a multiple of 2^32
    const int64_t number = sign_extend(other.bits, width);
    if (!both && equality && width >= 32 && number >= -4096 && number < 4096) return int_value(e.op == ExprOp::Ne);
    if (auto v = compute_with_address(e, a, b)) return *v;
    return no_number();
  }
  bool masks = e.op == ExprOp::And || e.op == ExprOp::URem || e.op == ExprOp::Or || e.op == ExprOp::Xor;
  uint64_t aligned = masks ? alignment(ptr.obj) : 0;
  if ((a.tag == Tag::Ptr && a.obj == handles_) || (b.tag == Tag::Ptr && b.obj == handles_)) {
    bool compares = e.op == ExprOp::Eq || e.op == ExprOp::Ne;
    if (!compares || (both && !same)) {
      not_followed(std::string("a thread handle is used as a number (operator ") + model::text(e.op) + ")");
      return undef_value(e.width);
    }
  }
  switch (e.op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd:
      if (!both) return ptr_value(ptr.obj, static_cast<int64_t>(ptr.bits) + n);
      break;
    case ExprOp::Sub:
      if (same) return int_value((a.bits - b.bits) & mask(e.width));
      if (!both && a.tag == Tag::Ptr) return ptr_value(a.obj, static_cast<int64_t>(a.bits) - n);
      break;
    case ExprOp::URem:
      if (!both && a.tag == Tag::Ptr && other.bits != 0 && other.bits <= aligned &&
          (other.bits & (other.bits - 1)) == 0)
        return int_value(a.bits & (other.bits - 1));
      break;
    case ExprOp::And:  // below the alignment of the object, the bits are those of the offset
      if (both) break;
      if (other.bits < aligned) return int_value(ptr.bits & other.bits);
      if (n < 0 && n >= -static_cast<int64_t>(aligned)) return ptr_value(ptr.obj, static_cast<int64_t>(ptr.bits) & n);
      break;
    case ExprOp::Or:
    case ExprOp::Xor:
      if (both) break;
      if (other.bits < aligned && (e.op == ExprOp::Xor || (ptr.bits & other.bits) == 0))
        return ptr_value(ptr.obj, static_cast<int64_t>(ptr.bits ^ other.bits));
      if (other.bits < aligned) return ptr_value(ptr.obj, static_cast<int64_t>(ptr.bits | other.bits));
      break;
    case ExprOp::Eq:
    case ExprOp::Ne: {
      bool equal = false;
      if (same) {
        equal = a.bits == b.bits;
      } else if (both) {
        const bool functions = is_function(a.obj) || is_function(b.obj);
        if (!functions && (is_gone(a.obj) || is_gone(b.obj))) {
          equal = equals_gone(a, b);
          if (faulted_) return int_value(0);
        } else if (may_be_same_address(a, b)) {
          not_followed("whether the end of one object is the beginning of another is not known");
          return int_value(0);
        }
        if (!functions) note_compared(a.obj, b.obj);
      } else if (n >= 4096 || n < -4096) {
        break;
      }
      return int_value(equal == (e.op == ExprOp::Eq));
    }
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle: {
      int64_t x = static_cast<int64_t>(a.bits), y = static_cast<int64_t>(b.bits);
      if (same) return int_value(e.op == ExprOp::Ult || e.op == ExprOp::Slt ? x < y : x <= y);
      if (!both && other.bits < 4096 && (e.op == ExprOp::Ult || e.op == ExprOp::Ule)) return int_value(a.is_int());
      if (both && has_order(a, b)) {
        note_compared(a.obj, b.obj);
        return int_value(lies_before(a.obj, b.obj));
      }
      break;
    }
    default: break;
  }
  if (auto v = compute_with_address(e, a, b)) return *v;
  not_followed(std::string("a pointer is used as a number (operator ") + model::text(e.op) + ")");
  return undef_value(e.width);
}

namespace {
double as_double(uint64_t bits, unsigned width) {
  if (width == 32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  return std::bit_cast<double>(bits);
}
uint64_t from_double(double v, unsigned width) {
  if (width == 32) return std::bit_cast<uint32_t>(static_cast<float>(v));
  return std::bit_cast<uint64_t>(v);
}
}  // namespace

Value Machine::eval_float(const Expr& e, const Value& a0, const Value& b0) {
  const bool may_not_fit = e.op == ExprOp::FpToSi || e.op == ExprOp::FpToUi;
  if (model::arity(e.op) == 1 && forgets(a0) && !may_not_fit) return any_number(e.width);
  Value a = force(a0), b = force(b0);
  if (!a.is_int() || !b.is_int()) {
    not_followed("a pointer is used as a number");
    return undef_value(e.width);
  }
  if (a.undef | b.undef) {
    if (!follows_unknown_ || may_not_fit) undefined("uninitialised-read", "an uninitialised value is used");
    return undef_value(e.width);
  }
  unsigned from = p_.exprs[e.a].width, to = e.width;
  auto arithmetic = [&](auto op) {  // float arithmetic rounds once, in its own type
    if (from == 32) {
      float r =
          op(std::bit_cast<float>(static_cast<uint32_t>(a.bits)), std::bit_cast<float>(static_cast<uint32_t>(b.bits)));
      return int_value(std::bit_cast<uint32_t>(r));
    }
    double r = op(std::bit_cast<double>(a.bits), std::bit_cast<double>(b.bits));
    return int_value(std::bit_cast<uint64_t>(r));
  };
  double x = 0, y = 0;
  if (e.op != ExprOp::SiToFp && e.op != ExprOp::UiToFp) {
    x = as_double(a.bits, from);
    if (model::arity(e.op) == 2) y = as_double(b.bits, from);
  }
  switch (e.op) {
    case ExprOp::FAdd: return arithmetic([](auto p, auto q) { return p + q; });
    case ExprOp::FSub: return arithmetic([](auto p, auto q) { return p - q; });
    case ExprOp::FMul: return arithmetic([](auto p, auto q) { return p * q; });
    case ExprOp::FDiv: return arithmetic([](auto p, auto q) { return p / q; });
    case ExprOp::FRem: return arithmetic([](auto p, auto q) { return std::fmod(p, q); });
    case ExprOp::FNeg: return int_value(a.bits ^ uint64_t{1} << (from - 1));
    case ExprOp::FEq: return int_value(x == y);
    case ExprOp::FLt: return int_value(x < y);
    case ExprOp::FLe: return int_value(x <= y);
    case ExprOp::FUno: return int_value(std::isnan(x) || std::isnan(y));
    case ExprOp::FpToFp: return int_value(from_double(x, to));
    case ExprOp::SiToFp:
      if (to == 32) return int_value(std::bit_cast<uint32_t>(static_cast<float>(sign_extend(a.bits, from))));
      return int_value(std::bit_cast<uint64_t>(static_cast<double>(sign_extend(a.bits, from))));
    case ExprOp::UiToFp:
      if (to == 32) return int_value(std::bit_cast<uint32_t>(static_cast<float>(a.bits)));
      return int_value(std::bit_cast<uint64_t>(static_cast<double>(a.bits)));
    case ExprOp::FpToSi:
    case ExprOp::FpToUi: {
      bool is_signed = e.op == ExprOp::FpToSi;
      double t = std::trunc(x), low = is_signed ? -std::ldexp(1.0, static_cast<int>(to) - 1) : 0.0;
      double high = std::ldexp(1.0, static_cast<int>(to) - (is_signed ? 1 : 0));
      if (!(t >= low && t < high)) {
        undefined("conversion-overflow", "a floating-point number does not fit into the integer type");
        return int_value(0);
      }
      uint64_t r = is_signed ? static_cast<uint64_t>(static_cast<int64_t>(t)) : static_cast<uint64_t>(t);
      return int_value(r & mask(to));
    }
    default: break;
  }
  HEDDLE_CHECK(false) << "operator " << model::text(e.op);
  return {};
}

}  // namespace heddle::semantics
