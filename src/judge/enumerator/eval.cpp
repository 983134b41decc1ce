// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions to values. Uninitialised bits pass through copies, masks and shifts, any other use is
// undefined; pointers may be added to, subtracted and compared
// within one object; any other arithmetic on pointers is unsupported.
#include <bit>
#include <cmath>

#include "judge/enumerator/machine.h"

namespace heddle::oracle {

using model::Expr;
using model::ExprOp;

namespace {

uint64_t mask(uint64_t v, unsigned width) { return width >= 64 ? v : v & ((uint64_t{1} << width) - 1); }
int64_t as_signed(uint64_t v, unsigned width) {
  uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((mask(v, width) ^ sign) - sign);
}
Value integer(uint64_t v, unsigned width) { return oracle::integer(mask(v, width)); }

double to_double(uint64_t v, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(v))) : std::bit_cast<double>(v);
}
Value from_double(double d, unsigned width) {
  if (width == 32) return integer(std::bit_cast<uint32_t>(static_cast<float>(d)), 32);
  return integer(std::bit_cast<uint64_t>(d), 64);
}

bool is_equality(ExprOp op) { return op == ExprOp::Eq || op == ExprOp::Ne; }

// Bits that are uninitialised in the result of an operator that passes them on, as bit-fields and padding need.
std::optional<Value> partly_undefined(ExprOp op, const Value& a, const Value& b, unsigned w) {
  auto known = [&](uint64_t bits, uint64_t undef) {
    return Value{Tag::Int, 0, mask(bits & ~undef, w), mask(undef, w)};
  };
  uint64_t either = a.undef | b.undef;
  switch (op) {
    case ExprOp::And: return known(a.bits & b.bits, either & (a.bits | a.undef) & (b.bits | b.undef));
    case ExprOp::Or: return known(a.bits | b.bits, either & ~a.bits & ~b.bits);
    case ExprOp::Xor: return known(a.bits ^ b.bits, either);
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: break;
    default: return std::nullopt;
  }
  if (b.undef || b.bits >= w) return std::nullopt;
  if (op == ExprOp::Shl) return known(a.bits << b.bits, a.undef << b.bits);
  if (op == ExprOp::LShr) return known(a.bits >> b.bits, a.undef >> b.bits);
  return known(static_cast<uint64_t>(as_signed(a.bits, w) >> b.bits),
               static_cast<uint64_t>(as_signed(a.undef, w) >> b.bits));
}

uint64_t divide(ExprOp op, uint64_t x, uint64_t y, unsigned w) {
  if (y == 0) undefined("division by zero");
  if (op == ExprOp::UDiv) return x / y;
  if (op == ExprOp::URem) return x % y;
  int64_t sx = as_signed(x, w), sy = as_signed(y, w);
  if (sy == -1 && x == mask(uint64_t{1} << (w - 1), w)) undefined("overflow in a division");
  return static_cast<uint64_t>(op == ExprOp::SDiv ? sx / sy : sx % sy);
}

uint64_t shift(ExprOp op, uint64_t x, uint64_t y, unsigned w) {
  if (y >= w) undefined("shift by the width or more");
  if (op == ExprOp::Shl) return x << y;
  if (op == ExprOp::LShr) return x >> y;
  return static_cast<uint64_t>(as_signed(x, w) >> y);
}

uint64_t integer_operator(ExprOp op, uint64_t x, uint64_t y, unsigned w) {
  switch (op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd: return x + y;
    case ExprOp::Sub: return x - y;
    case ExprOp::Mul: return x * y;
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::SRem: return divide(op, x, y, w);
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return shift(op, x, y, w);
    case ExprOp::And: return x & y;
    case ExprOp::Or: return x | y;
    case ExprOp::Xor: return x ^ y;
    case ExprOp::Eq: return x == y;
    case ExprOp::Ne: return x != y;
    case ExprOp::Ult: return x < y;
    case ExprOp::Ule: return x <= y;
    case ExprOp::Slt: return as_signed(x, w) < as_signed(y, w);
    case ExprOp::Sle: return as_signed(x, w) <= as_signed(y, w);
    default: unsupported("operator");
  }
}

bool float_operator(const Expr& e, uint64_t x, uint64_t y, unsigned w, Value& out) {
  double a = to_double(x, w), b = to_double(y, w);
  switch (e.op) {
    case ExprOp::FAdd: out = from_double(a + b, w); return true;
    case ExprOp::FSub: out = from_double(a - b, w); return true;
    case ExprOp::FMul: out = from_double(a * b, w); return true;
    case ExprOp::FDiv: out = from_double(a / b, w); return true;
    case ExprOp::FRem: out = from_double(std::fmod(a, b), w); return true;
    case ExprOp::FEq: out = integer(a == b, 1); return true;
    case ExprOp::FLt: out = integer(a < b, 1); return true;
    case ExprOp::FLe: out = integer(a <= b, 1); return true;
    case ExprOp::FUno: out = integer(std::isnan(a) || std::isnan(b), 1); return true;
    default: return false;
  }
}

Value pointer_operator(const Expr& e, const Value& a, const Value& b, unsigned pointer_width) {
  bool add = e.op == ExprOp::Add || e.op == ExprOp::PtrAdd;
  if (add && b.tag == Tag::Int) return {a.tag, a.id, mask(a.bits + b.bits, pointer_width), 0};
  if (add && a.tag == Tag::Int) return {b.tag, b.id, mask(a.bits + b.bits, pointer_width), 0};
  if (e.op == ExprOp::Sub && b.tag == Tag::Int) return {a.tag, a.id, mask(a.bits - b.bits, pointer_width), 0};
  if (a.tag != b.tag || a.id != b.id) unsupported("arithmetic or order of pointers to different objects");
  int64_t x = as_signed(a.bits, pointer_width), y = as_signed(b.bits, pointer_width);
  switch (e.op) {
    case ExprOp::Sub: return integer(static_cast<uint64_t>(x - y), e.width);
    case ExprOp::Ult:
    case ExprOp::Slt: return integer(x < y, 1);
    case ExprOp::Ule:
    case ExprOp::Sle: return integer(x <= y, 1);
    default: unsupported("a pointer used as a number");
  }
}

Value to_integer(double d, unsigned width, bool is_signed) {
  double t = std::trunc(d);
  double low = is_signed ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0;
  double high = std::ldexp(1.0, static_cast<int>(is_signed ? width - 1 : width));
  if (!(t >= low && t < high)) undefined("floating-point number does not fit the integer type");
  return integer(is_signed ? static_cast<uint64_t>(static_cast<int64_t>(t)) : static_cast<uint64_t>(t), width);
}

}  // namespace

// Two objects, at least one of which no longer exists. Pointers that are found equal are the same from now on.
bool Machine::equal_to_gone(const Value& a, const Value& b) {
  auto heap = [&](const Value& v) { return object(v.id).kind == Object::Heap; };
  for (const Value* v : {&a, &b})
    if (!object(v->id).alive && (p_.strict_pointers || !heap(*v)))
      undefined("comparison with a pointer to an object that no longer exists");
  if (a.bits != b.bits) {
    if (heap(a) && heap(b) && (a.bits - b.bits) % (p_.pointer_width / 4) != 0) return false;
    unsupported("whether a pointer into freed memory has the address of another part of an object");
  }
  if (!heap(a) || !heap(b)) return false;
  if (!image_.reuse) unsupported(kNeedsReuse);
  if (s_.address(a.id) != s_.address(b.id)) return false;
  if (object(a.id).alive)
    redirect(b.id, a.id);
  else
    redirect(a.id, b.id);
  return true;
}

// A pointer is no small number; where objects lie is not known, only that they share no byte.
bool Machine::equal(const Value& a, const Value& b) {
  if (a.undef || b.undef) undefined(kUninitialised);
  if (a.tag == Tag::Int && b.tag == Tag::Int) return a.bits == b.bits;
  if (a.tag == Tag::Int) return equal(b, a);
  if (b.tag == Tag::Int) {
    int64_t n = as_signed(b.bits, p_.pointer_width);
    if (n >= 4096 || n < -4096) unsupported("a pointer compared with a number");
    return false;
  }
  if (a.tag == Tag::Obj && b.tag == Tag::Obj && a.id != b.id && (!object(a.id).alive || !object(b.id).alive))
    return equal_to_gone(a, b);
  if (a.tag != b.tag || a.id != b.id) {
    auto length = [&](const Value& v) -> uint64_t {
      return v.tag == Tag::Fn || (object(v.id).external && object(v.id).bytes.empty()) ? 1 : object(v.id).bytes.size();
    };
    auto touch = [&](const Value& first, const Value& second) {
      return first.bits > length(first) || (first.bits == length(first) && second.bits == 0);
    };
    if (touch(a, b) || touch(b, a)) unsupported("whether the end of one object is the beginning of another");
    // A comparison is no step of its own: another thread may have freed one of them just before, or even before the
    // other was taken.
    auto heap = [&](const Value& v) { return v.tag == Tag::Obj && object(v.id).kind == Object::Heap; };
    const bool strict = p_.strict_pointers, asks = strict ? heap(a) || heap(b) : heap(a) && heap(b);
    if (asks && image_.frees && s_.threads.size() > 1 && (strict || !image_.reuse) &&
        (image_.lone || (heap(a) && shared(a.id)) || (heap(b) && shared(b.id))))
      unsupported(kNeedsReuse);
  }
  return a == b;
}

Value Machine::eval_operator(const Expr& e, const Value& a, const Value& b) {
  unsigned w = p_.exprs[e.a].width;
  if (is_equality(e.op)) return integer(equal(a, b) == (e.op == ExprOp::Eq), 1);
  if (a.undef || b.undef) {
    auto v = a.tag == Tag::Int && b.tag == Tag::Int ? partly_undefined(e.op, a, b, w) : std::nullopt;
    if (!v) undefined(kUninitialised);
    return *v;
  }
  if (a.tag != Tag::Int || b.tag != Tag::Int) return pointer_operator(e, a, b, p_.pointer_width);
  Value out;
  if (float_operator(e, a.bits, b.bits, w, out)) return out;
  return integer(integer_operator(e.op, a.bits, b.bits, w), e.width);
}

Value Machine::eval_unary(const Expr& e, const Value& a) {
  unsigned w = p_.exprs[e.a].width;
  if (a.tag != Tag::Int) {
    if (e.width >= p_.pointer_width) return a;
    unsupported("a pointer cut to fewer bits");
  }
  auto both = [&](auto convert) {
    return Value{Tag::Int, 0, mask(convert(a.bits), e.width), mask(convert(a.undef), e.width)};
  };
  if (e.op == ExprOp::ZExt || e.op == ExprOp::Trunc) return both([&](uint64_t v) { return mask(v, w); });
  if (e.op == ExprOp::SExt) return both([&](uint64_t v) { return static_cast<uint64_t>(as_signed(v, w)); });
  if (a.undef) undefined(kUninitialised);
  switch (e.op) {
    case ExprOp::FNeg: return integer(a.bits ^ (uint64_t{1} << (w - 1)), e.width);
    case ExprOp::FpToFp: return from_double(to_double(a.bits, w), e.width);
    case ExprOp::FpToSi: return to_integer(to_double(a.bits, w), e.width, true);
    case ExprOp::FpToUi: return to_integer(to_double(a.bits, w), e.width, false);
    case ExprOp::SiToFp:
      if (e.width == 32) return from_double(static_cast<float>(as_signed(a.bits, w)), 32);
      return from_double(static_cast<double>(as_signed(a.bits, w)), 64);
    case ExprOp::UiToFp:
      if (e.width == 32) return from_double(static_cast<float>(a.bits), 32);
      return from_double(static_cast<double>(a.bits), 64);
    default: unsupported("operator");
  }
}

Value Machine::eval(model::ExprId id) {
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::None: unsupported("missing expression");
    case ExprOp::Const: return integer(e.bits, e.width);
    case ExprOp::Undef: return filled({Tag::Int, 0, 0, mask(~uint64_t{0}, e.width)}, e.width);
    case ExprOp::Local: return filled(frame().locals[e.bits], e.width);
    case ExprOp::Global: return pointer_to(static_cast<ObjId>(e.bits));
    case ExprOp::Tls: return pointer_to(thread().tls.at(static_cast<model::ObjectId>(e.bits)));
    case ExprOp::Function: return {Tag::Fn, static_cast<uint32_t>(e.bits), 0, 0};
    case ExprOp::Select: return eval(truth(e.a) ? e.b : e.c);
    default: break;
  }
  if (model::arity(e.op) == 1) return eval_unary(e, eval(e.a));
  Value a = eval(e.a);
  return eval_operator(e, a, eval(e.b));
}

uint64_t Machine::number(model::ExprId e) {
  Value v = eval(e);
  if (v.undef) undefined(kUninitialised);
  if (v.tag != Tag::Int) unsupported("a pointer used as a number");
  return v.bits;
}

// The arguments leave the program.
void Machine::consume(const model::Instr& in) {
  for (model::ExprId e : in.args)
    if (eval(e).undef) undefined(kUninitialised);
}

}  // namespace heddle::oracle
