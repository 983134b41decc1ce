// SPDX-License-Identifier: GPL-3.0-or-later
// Values: LLVM's operators in the vocabulary of the model. A value with one use in the same block that carries no
// source variable is folded into that use. Divisions and shifts by a variable stay where they are: they may be
// undefined behaviour, and that must happen at their own place.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/function_builder.h"

namespace heddle::frontend {
namespace {

using Op = llvm::Instruction;
using Pred = llvm::CmpInst::Predicate;
constexpr unsigned kDeepestFold = 12;

ExprOp binary_operator(unsigned opcode) {
  switch (opcode) {
    case Op::Add: return ExprOp::Add;
    case Op::Sub: return ExprOp::Sub;
    case Op::Mul: return ExprOp::Mul;
    case Op::UDiv: return ExprOp::UDiv;
    case Op::SDiv: return ExprOp::SDiv;
    case Op::URem: return ExprOp::URem;
    case Op::SRem: return ExprOp::SRem;
    case Op::Shl: return ExprOp::Shl;
    case Op::LShr: return ExprOp::LShr;
    case Op::AShr: return ExprOp::AShr;
    case Op::And: return ExprOp::And;
    case Op::Or: return ExprOp::Or;
    case Op::Xor: return ExprOp::Xor;
    case Op::FAdd: return ExprOp::FAdd;
    case Op::FSub: return ExprOp::FSub;
    case Op::FMul: return ExprOp::FMul;
    case Op::FDiv: return ExprOp::FDiv;
    case Op::FRem: return ExprOp::FRem;
    default: return ExprOp::None;
  }
}

bool may_be_undefined(const llvm::Instruction& i) {
  switch (i.getOpcode()) {
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: return !llvm::isa<llvm::Constant>(i.getOperand(1));
    default: return false;
  }
}

bool is_undef_call(const llvm::Value* v) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(v);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(kUndefPrefix);
}

// The block at whose end or inside which a use takes place.
const llvm::BasicBlock* place(const llvm::Use& use) {
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
  return user->getParent();
}

}  // namespace

bool FunctionBuilder::is_expression(const llvm::Instruction& i) const {
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                   llvm::GetElementPtrInst, llvm::FreezeInst>(i);
}

bool FunctionBuilder::is_folded(const llvm::Instruction& i) {
  if (!is_expression(i) || i.getType()->isAggregateType() || !i.hasOneUse() || names_.of(&i) || may_be_undefined(i))
    return false;
  if (place(*i.use_begin()) != i.getParent()) return false;
  auto known = folded_.find(&i);
  if (known == folded_.end()) {
    ExprId e = expression(i);
    known = folded_.emplace(&i, x_.depth(e) <= kDeepestFold ? e : model::kNoExpr).first;
  }
  return known->second != model::kNoExpr;
}

ExprId FunctionBuilder::value(const llvm::Value* v) {
  Parts all = parts(v);
  HEDDLE_CHECK(all.size() == 1) << "a scalar value in " << made_.name;
  return all[0];
}

FunctionBuilder::Parts FunctionBuilder::parts(const llvm::Value* v) {
  if (auto* c = llvm::dyn_cast<llvm::Constant>(v)) return owner_.constants(c, pos_);
  if (is_undef_call(v)) {
    Parts all;
    for (const Leaf& leaf : owner_.leaves(v->getType(), pos_)) all.push_back(x_.undef(leaf.width));
    return all;
  }
  if (auto* i = llvm::dyn_cast<llvm::Instruction>(v)) {
    if (llvm::isa<llvm::InsertValueInst, llvm::ExtractValueInst>(i)) return aggregate_parts(*i);
    if (is_folded(*i)) return {folded_.at(i)};
  }
  Parts all;
  for (LocalId l : locals_of(v)) all.push_back(x_.local(l, made_.locals[l].width));
  return all;
}

namespace {

// The position and number of the scalars that an index path selects.
struct Slice {
  size_t begin = 0, count = 0;
};

size_t leaf_count(ProgramBuilder& b, llvm::Type* t, model::Position at) { return b.leaves(t, at).size(); }

Slice slice(ProgramBuilder& b, llvm::Type* t, llvm::ArrayRef<unsigned> path, model::Position at) {
  Slice s;
  for (unsigned index : path) {
    if (auto* st = llvm::dyn_cast<llvm::StructType>(t)) {
      for (unsigned k = 0; k < index; ++k) s.begin += leaf_count(b, st->getElementType(k), at);
      t = st->getElementType(index);
    } else {
      t = t->getArrayElementType();
      s.begin += index * leaf_count(b, t, at);
    }
  }
  s.count = leaf_count(b, t, at);
  return s;
}

}  // namespace

FunctionBuilder::Parts FunctionBuilder::aggregate_parts(const llvm::Instruction& i) {
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&i)) {
    Parts all = parts(insert->getAggregateOperand()), fresh = parts(insert->getInsertedValueOperand());
    Slice s = slice(owner_, insert->getType(), insert->getIndices(), pos_);
    for (size_t k = 0; k < s.count; ++k) all[s.begin + k] = fresh[k];
    return all;
  }
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
    Parts all = parts(extract->getAggregateOperand());
    Slice s = slice(owner_, extract->getAggregateOperand()->getType(), extract->getIndices(), pos_);
    return Parts(all.begin() + static_cast<ptrdiff_t>(s.begin),
                 all.begin() + static_cast<ptrdiff_t>(s.begin + s.count));
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&i)) {
    Parts a = parts(choice->getTrueValue()), b = parts(choice->getFalseValue());
    ExprId condition = value(choice->getCondition());
    for (size_t k = 0; k < a.size(); ++k) a[k] = x_.select(condition, a[k], b[k]);
    return a;
  }
  if (llvm::isa<llvm::FreezeInst>(i)) return parts(i.getOperand(0));
  refuse("this operation on a whole struct is not supported");
}

void FunctionBuilder::refuse_vectors(const llvm::Instruction& i) {
  bool vector = i.getType()->isVectorTy();
  for (const llvm::Value* operand : i.operands()) vector = vector || operand->getType()->isVectorTy();
  if (vector) refuse("vector arithmetic is not supported; use scalars");
}

ExprId FunctionBuilder::expression(const llvm::Instruction& i) {
  if (auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return cast(*c);
  if (llvm::isa<llvm::FreezeInst>(i)) return value(i.getOperand(0));
  refuse_vectors(i);
  if (auto* c = llvm::dyn_cast<llvm::CmpInst>(&i)) return c->isFPPredicate() ? compare_floats(*c) : compare(*c);
  if (auto* g = llvm::dyn_cast<llvm::GetElementPtrInst>(&i)) return element_address(*g);
  if (auto* s = llvm::dyn_cast<llvm::SelectInst>(&i))
    return x_.select(value(s->getCondition()), value(s->getTrueValue()), value(s->getFalseValue()));
  if (i.getOpcode() == Op::FNeg) {
    ExprId a = value(i.getOperand(0));
    return x_.convert(ExprOp::FNeg, x_.width(a), a);
  }
  return binary(i);
}

ExprId FunctionBuilder::binary(const llvm::Instruction& i) {
  ExprOp op = binary_operator(i.getOpcode());
  HEDDLE_CHECK(op != ExprOp::None) << i.getOpcodeName();
  ExprId a = value(i.getOperand(0)), b = value(i.getOperand(1));
  if (op == ExprOp::Xor && x_.width(a) == 1 && x_.is_constant(b) && x_.constant_value(b) == 1) return x_.negate_bit(a);
  return x_.binary(op, a, b);
}

ExprId FunctionBuilder::compare(const llvm::CmpInst& i) {
  ExprId a = value(i.getOperand(0)), b = value(i.getOperand(1));
  switch (i.getPredicate()) {
    case Pred::ICMP_EQ: return x_.compare(ExprOp::Eq, a, b);
    case Pred::ICMP_NE: return x_.compare(ExprOp::Ne, a, b);
    case Pred::ICMP_ULT: return x_.compare(ExprOp::Ult, a, b);
    case Pred::ICMP_ULE: return x_.compare(ExprOp::Ule, a, b);
    case Pred::ICMP_UGT: return x_.compare(ExprOp::Ult, b, a);
    case Pred::ICMP_UGE: return x_.compare(ExprOp::Ule, b, a);
    case Pred::ICMP_SLT: return x_.compare(ExprOp::Slt, a, b);
    case Pred::ICMP_SLE: return x_.compare(ExprOp::Sle, a, b);
    case Pred::ICMP_SGT: return x_.compare(ExprOp::Slt, b, a);
    case Pred::ICMP_SGE: return x_.compare(ExprOp::Sle, b, a);
    default: refuse("this comparison is not supported");
  }
}

// The unordered predicates are the negations of ordered ones: `a ugt b` is not `a <= b`.
ExprId FunctionBuilder::compare_floats(const llvm::CmpInst& i) {
  ExprId a = value(i.getOperand(0)), b = value(i.getOperand(1));
  auto test = [&](ExprOp op, ExprId l, ExprId r) { return x_.compare(op, l, r); };
  switch (i.getPredicate()) {
    case Pred::FCMP_FALSE: return x_.constant(0, 1);
    case Pred::FCMP_TRUE: return x_.constant(1, 1);
    case Pred::FCMP_OEQ: return test(ExprOp::FEq, a, b);
    case Pred::FCMP_OLT: return test(ExprOp::FLt, a, b);
    case Pred::FCMP_OLE: return test(ExprOp::FLe, a, b);
    case Pred::FCMP_OGT: return test(ExprOp::FLt, b, a);
    case Pred::FCMP_OGE: return test(ExprOp::FLe, b, a);
    case Pred::FCMP_ONE: return x_.binary(ExprOp::Or, test(ExprOp::FLt, a, b), test(ExprOp::FLt, b, a));
    case Pred::FCMP_ORD: return x_.negate_bit(test(ExprOp::FUno, a, b));
    case Pred::FCMP_UNO: return test(ExprOp::FUno, a, b);
    case Pred::FCMP_UEQ: return x_.binary(ExprOp::Or, test(ExprOp::FUno, a, b), test(ExprOp::FEq, a, b));
    case Pred::FCMP_UNE: return x_.negate_bit(test(ExprOp::FEq, a, b));
    case Pred::FCMP_ULT: return x_.negate_bit(test(ExprOp::FLe, b, a));
    case Pred::FCMP_ULE: return x_.negate_bit(test(ExprOp::FLt, b, a));
    case Pred::FCMP_UGT: return x_.negate_bit(test(ExprOp::FLe, a, b));
    case Pred::FCMP_UGE: return x_.negate_bit(test(ExprOp::FLt, a, b));
    default: refuse("this comparison is not supported");
  }
}

ExprId FunctionBuilder::cast(const llvm::CastInst& i) {
  if (i.getOpcode() != Op::BitCast) refuse_vectors(i);
  ExprId a = value(i.getOperand(0));
  unsigned to = owner_.width(i.getType(), pos_);
  switch (i.getOpcode()) {
    case Op::Trunc:
    case Op::ZExt:
    case Op::PtrToInt:
    case Op::IntToPtr: return x_.resize(a, to);
    case Op::SExt: return x_.resize_signed(a, to);
    case Op::BitCast: return a;
    case Op::FPTrunc:
    case Op::FPExt: return x_.convert(ExprOp::FpToFp, to, a);
    case Op::FPToSI: return x_.convert(ExprOp::FpToSi, to, a);
    case Op::FPToUI: return x_.convert(ExprOp::FpToUi, to, a);
    case Op::SIToFP: return x_.convert(ExprOp::SiToFp, to, a);
    case Op::UIToFP: return x_.convert(ExprOp::UiToFp, to, a);
    default: refuse(std::string("`") + i.getOpcodeName() + "` is not supported");
  }
}

ExprId FunctionBuilder::element_address(const llvm::GetElementPtrInst& i) {
  ExprId address = value(i.getPointerOperand());
  uint64_t fixed = 0;
  for (auto step = llvm::gep_type_begin(i); step != llvm::gep_type_end(i); ++step) {
    if (llvm::StructType* s = step.getStructTypeOrNull()) {
      fixed += owner_.layout().getStructLayout(s)->getElementOffset(
          llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue());
      continue;
    }
    uint64_t stride = step.getSequentialElementStride(owner_.layout()).getFixedValue();
    ExprId index = x_.resize_signed(value(step.getOperand()), owner_.pointer_width());
    if (x_.is_constant(index)) {
      fixed += x_.constant_value(index) * stride;
    } else {
      ExprId bytes = stride == 1 ? index : x_.binary(ExprOp::Mul, index, x_.pointer_constant(stride));
      address = x_.offset_by(address, bytes);
    }
  }
  return x_.offset(address, fixed);
}

}  // namespace heddle::frontend
