// SPDX-License-Identifier: GPL-3.0-or-later
// LLVM's intrinsic functions. Arithmetic intrinsics are spelled out with the operators of the model. An intrinsic that
// is not known here is Unmodelled like any other call; it is never ignored.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "frontend/function_builder.h"

namespace heddle::frontend {

namespace I = llvm::Intrinsic;

void FunctionBuilder::convert_intrinsic(const llvm::IntrinsicInst& i) {
  switch (i.getIntrinsicID()) {
    case I::lifetime_start: return begin_lifetime(i);
    case I::lifetime_end: return end_lifetimes(i);
    case I::stackrestore: return restore_stack(i);
    case I::invariant_start:
    case I::invariant_end:
    case I::assume:
    case I::experimental_noalias_scope_decl:
    case I::prefetch:
    case I::var_annotation:
    case I::x86_sse2_pause:
    case I::donothing: return;
    case I::stacksave: return assign(local_of(&i), x_.pointer_constant(0));
    case I::trap:
    case I::debugtrap:
    case I::ubsantrap:
      builtin(Builtin::Abort, {});
      stopped_ = true;
      return;
    case I::memcpy:
    case I::memcpy_inline:
    case I::memmove:
      return copy(i.getArgOperand(0), i.getArgOperand(1), i.getArgOperand(2), i.getIntrinsicID() == I::memmove);
    case I::memset:
    case I::memset_inline: {
      Instr fill = instruction(InstrKind::Fill);
      fill.a = value(i.getArgOperand(0));
      fill.b = value(i.getArgOperand(1));
      fill.c = x_.to_pointer(value(i.getArgOperand(2)));
      emit(std::move(fill));
      return;
    }
    case I::threadlocal_address:
    case I::expect:
    case I::expect_with_probability:
    case I::launder_invariant_group:
    case I::strip_invariant_group:
    case I::ssa_copy:
    case I::ptr_annotation:
    case I::annotation: return assign(local_of(&i), value(i.getArgOperand(0)));
    case I::is_constant: return assign(local_of(&i), x_.constant(0, 1));
    case I::objectsize: {
      bool minimum = llvm::cast<llvm::ConstantInt>(i.getArgOperand(1))->isOne();
      return assign(local_of(&i), x_.constant(minimum ? 0 : ~uint64_t{0}, owner_.width(i.getType(), pos_)));
    }
    case I::vastart: return convert_va_start(i);
    case I::vacopy: return convert_va_copy(i);
    case I::vaend: return;
    case I::eh_sjlj_setjmp:
    case I::eh_sjlj_longjmp:
      refuse_program("setjmp is not supported; return error codes instead of jumping out of functions");
    default: break;
  }
  if (arithmetic_intrinsic(i) || overflow_intrinsic(i)) return;
  NamedCall c;
  c.name = i.getCalledFunction()->getName().str();
  c.args = arguments(i);
  if (!i.use_empty()) {
    if (owner_.leaves(i.getType(), pos_).size() != 1) refuse("the built-in function " + c.name + " is not supported");
    c.result = local_of(&i);
    c.result_width = made_.locals[c.result].width;
  }
  call_unmodelled(c);
}

bool FunctionBuilder::arithmetic_intrinsic(const llvm::IntrinsicInst& i) {
  if (i.getType()->isVoidTy() || i.getType()->isAggregateType() || i.getType()->isVectorTy()) return false;
  auto arg = [&](unsigned k) { return value(i.getArgOperand(k)); };
  unsigned w = owner_.width(i.getType(), pos_);
  auto pick = [&](ExprOp less, bool greatest) {
    ExprId a = temporary(arg(0)), b = temporary(arg(1));
    ExprId first = x_.compare(less, a, b);
    return greatest ? x_.select(first, b, a) : x_.select(first, a, b);
  };
  ExprId result = model::kNoExpr;
  switch (i.getIntrinsicID()) {
    case I::abs: {
      ExprId a = temporary(arg(0));
      result =
          x_.select(x_.compare(ExprOp::Slt, a, x_.constant(0, w)), x_.binary(ExprOp::Sub, x_.constant(0, w), a), a);
      break;
    }
    case I::smax: result = pick(ExprOp::Slt, true); break;
    case I::smin: result = pick(ExprOp::Slt, false); break;
    case I::umax: result = pick(ExprOp::Ult, true); break;
    case I::umin: result = pick(ExprOp::Ult, false); break;
    case I::fabs: result = x_.binary(ExprOp::And, arg(0), x_.constant(~(uint64_t{1} << (w - 1)), w)); break;
    case I::copysign: {
      ExprId sign = x_.constant(uint64_t{1} << (w - 1), w), rest = x_.constant(~(uint64_t{1} << (w - 1)), w);
      result = x_.binary(ExprOp::Or, x_.binary(ExprOp::And, arg(0), rest), x_.binary(ExprOp::And, arg(1), sign));
      break;
    }
    case I::fmuladd: result = x_.binary(ExprOp::FAdd, x_.binary(ExprOp::FMul, arg(0), arg(1)), arg(2)); break;
    case I::is_fpclass: {  // isnan, isinf, isfinite
      const uint64_t classes = llvm::cast<llvm::ConstantInt>(i.getArgOperand(1))->getZExtValue();
      const unsigned wide = owner_.width(i.getArgOperand(0)->getType(), pos_);
      ExprId a = temporary(arg(0)), size = x_.binary(ExprOp::And, a, x_.constant(~(uint64_t{1} << (wide - 1)), wide));
      ExprId infinity = x_.constant(wide == 32 ? uint64_t{0xff} << 23 : uint64_t{0x7ff} << 52, wide);
      if (classes == 0x3)
        result = x_.compare(ExprOp::Ult, infinity, size);
      else if (classes == 0x204)
        result = x_.compare(ExprOp::Eq, infinity, size);
      else if (classes == 0x1f8)
        result = x_.compare(ExprOp::Ult, size, infinity);
      else
        return false;
      break;
    }
    case I::bswap: {
      ExprId a = temporary(arg(0));
      for (unsigned at = 0; at < w; at += 8) {
        ExprId byte = x_.binary(ExprOp::And, x_.shift_right(a, at), x_.constant(0xff, w));
        byte = x_.shift_left(byte, w - 8 - at);
        result = result ? x_.binary(ExprOp::Or, result, byte) : byte;
      }
      break;
    }
    case I::ctpop: result = population_count(arg(0)); break;
    case I::ctlz: result = x_.binary(ExprOp::Sub, x_.constant(w, w), population_count(smear_right(arg(0)))); break;
    case I::cttz: {  // the ones of (a - 1) & ~a
      ExprId a = temporary(arg(0));
      ExprId below = x_.binary(ExprOp::And, x_.binary(ExprOp::Sub, a, x_.constant(1, w)),
                               x_.binary(ExprOp::Xor, a, x_.constant(~uint64_t{0}, w)));
      result = population_count(below);
      break;
    }
    case I::fshl:
    case I::fshr: {
      bool left = i.getIntrinsicID() == I::fshl;
      ExprId high = temporary(arg(0)), low = temporary(arg(1));
      ExprId by = temporary(x_.binary(ExprOp::URem, arg(2), x_.constant(w, w)));
      ExprId none = x_.compare(ExprOp::Eq, by, x_.constant(0, w));
      ExprId back = x_.select(none, x_.constant(0, w), x_.binary(ExprOp::Sub, x_.constant(w, w), by));
      ExprId shifted = x_.binary(ExprOp::Or, x_.binary(ExprOp::Shl, high, left ? by : back),
                                 x_.binary(ExprOp::LShr, low, left ? back : by));
      result = x_.select(none, left ? high : low, shifted);
      break;
    }
    default: return false;
  }
  assign(local_of(&i), result);
  return true;
}

// Bits are counted pairwise, with a local after each step so that the expression does not double.
ExprId FunctionBuilder::population_count(ExprId e) {
  unsigned w = x_.width(e);
  ExprId a = temporary(x_.resize(e, 64));
  const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                            0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
  for (unsigned k = 0; k < 6; ++k) {
    ExprId mask = x_.constant(masks[k], 64);
    a = temporary(x_.binary(ExprOp::Add, x_.binary(ExprOp::And, a, mask),
                            x_.binary(ExprOp::And, x_.shift_right(a, 1u << k), mask)));
  }
  return x_.resize(a, w);
}

ExprId FunctionBuilder::smear_right(ExprId e) {
  unsigned w = x_.width(e);
  ExprId a = temporary(e);
  for (unsigned by = 1; by < w; by *= 2) a = temporary(x_.binary(ExprOp::Or, a, x_.shift_right(a, by)));
  return a;
}

bool FunctionBuilder::overflow_intrinsic(const llvm::IntrinsicInst& i) {
  auto* o = llvm::dyn_cast<llvm::WithOverflowInst>(&i);
  if (!o) return false;
  ExprId a = temporary(value(o->getLHS())), b = temporary(value(o->getRHS()));
  unsigned w = x_.width(a);
  ExprId zero = x_.constant(0, w), minus_one = x_.constant(~uint64_t{0}, w),
         least = x_.constant(uint64_t{1} << (w - 1), w);
  auto op = [&](ExprOp which, ExprId l, ExprId r) { return x_.binary(which, l, r); };
  ExprOp arithmetic = o->getBinaryOp() == llvm::Instruction::Add   ? ExprOp::Add
                      : o->getBinaryOp() == llvm::Instruction::Sub ? ExprOp::Sub
                                                                   : ExprOp::Mul;
  ExprId r = temporary(op(arithmetic, a, b));
  ExprId lost;
  if (arithmetic == ExprOp::Add && !o->isSigned())
    lost = x_.compare(ExprOp::Ult, r, a);
  else if (arithmetic == ExprOp::Sub && !o->isSigned())
    lost = x_.compare(ExprOp::Ult, a, b);
  else if (arithmetic == ExprOp::Add)
    lost = x_.compare(ExprOp::Slt, op(ExprOp::And, op(ExprOp::Xor, a, r), op(ExprOp::Xor, b, r)), zero);
  else if (arithmetic == ExprOp::Sub)
    lost = x_.compare(ExprOp::Slt, op(ExprOp::And, op(ExprOp::Xor, a, b), op(ExprOp::Xor, a, r)), zero);
  else {  // a product is right when dividing it by one factor gives the other; 0 and -1 are no divisors for that
    ExprId is_zero = x_.compare(ExprOp::Eq, a, zero), is_minus_one = x_.compare(ExprOp::Eq, a, minus_one);
    ExprId no_divisor = o->isSigned() ? op(ExprOp::Or, is_zero, is_minus_one) : is_zero;
    ExprId divisor = x_.select(no_divisor, x_.constant(1, w), a);
    ExprId differs = x_.compare(ExprOp::Ne, op(o->isSigned() ? ExprOp::SDiv : ExprOp::UDiv, r, divisor), b);
    ExprId special =
        o->isSigned() ? op(ExprOp::And, is_minus_one, x_.compare(ExprOp::Eq, b, least)) : x_.constant(0, 1);
    lost = x_.select(no_divisor, special, differs);
  }
  const std::vector<LocalId>& mine = locals_of(&i);
  assign(mine.at(0), r);
  assign(mine.at(1), lost);
  return true;
}

}  // namespace heddle::frontend
