// SPDX-License-Identifier: GPL-3.0-or-later
// Constants in code: numbers, addresses and the constant expressions over them.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Operator.h>

#include "frontend/program_builder.h"

namespace heddle::frontend {
namespace {

ExprOp integer_operator(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add: return ExprOp::Add;
    case llvm::Instruction::Sub: return ExprOp::Sub;
    case llvm::Instruction::Mul: return ExprOp::Mul;
    case llvm::Instruction::Xor: return ExprOp::Xor;
    default: return ExprOp::None;
  }
}

}  // namespace

std::vector<ExprId> ProgramBuilder::constants(const llvm::Constant* c, model::Position at) {
  if (!c->getType()->isAggregateType()) return {constant(c, at)};
  std::vector<ExprId> all;
  unsigned n = c->getType()->isStructTy() ? c->getType()->getStructNumElements()
                                          : static_cast<unsigned>(c->getType()->getArrayNumElements());
  for (unsigned i = 0; i < n; ++i)
    for (ExprId e : constants(c->getAggregateElement(i), at)) all.push_back(e);
  return all;
}

ExprId ProgramBuilder::constant(const llvm::Constant* c, model::Position at) {
  unsigned bits = width(c->getType(), at);
  if (llvm::isa<llvm::UndefValue>(c)) return exprs_.undef(bits);
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(c)) return exprs_.constant(number->getZExtValue(), bits);
  if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(c))
    return exprs_.constant(number->getValueAPF().bitcastToAPInt().getZExtValue(), bits);
  if (c->isNullValue()) return exprs_.constant(0, bits);
  if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(c)) return address(*global, at);
  if (llvm::isa<llvm::BlockAddress>(c))
    refuse(at, "the address of a label (computed goto) is not supported; use a switch");
  if (auto* vector = llvm::dyn_cast<llvm::ConstantDataVector>(c)) {
    uint64_t packed = 0;
    unsigned each = bits / vector->getNumElements();
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      packed |= exprs_.constant_value(constant(vector->getElementAsConstant(i), at)) << (i * each);
    return exprs_.constant(packed, bits);
  }
  return constant_expression(c, at);
}

ExprId ProgramBuilder::constant_expression(const llvm::Constant* c, model::Position at) {
  unsigned bits = width(c->getType(), at);
  auto* e = llvm::dyn_cast<llvm::ConstantExpr>(c);
  if (!e) refuse(at, "this kind of constant is not supported");
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(e)) {
    llvm::APInt offset(layout().getIndexTypeSizeInBits(gep->getType()), 0);
    if (!gep->accumulateConstantOffset(layout(), offset)) refuse(at, "this address constant is not supported");
    return exprs_.offset(constant(llvm::cast<llvm::Constant>(gep->getPointerOperand()), at),
                         static_cast<uint64_t>(offset.getSExtValue()));
  }
  switch (e->getOpcode()) {
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::Trunc: return exprs_.resize(constant(e->getOperand(0), at), bits);
    case llvm::Instruction::BitCast: return constant(e->getOperand(0), at);
    default: break;
  }
  ExprOp op = integer_operator(e->getOpcode());
  if (op == ExprOp::None) refuse(at, "this constant expression is not supported");
  return exprs_.binary(op, constant(e->getOperand(0), at), constant(e->getOperand(1), at));
}

}  // namespace heddle::frontend
