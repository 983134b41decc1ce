// SPDX-License-Identifier: GPL-3.0-or-later
// The checker gives a meaning to much that C leaves undefined: signed arithmetic wraps, memory is bytes at any address,
// `restrict` and the attributes of a function are only words. clang tells the optimiser about all of it, in flags and
// attributes that allow a different program. This pass takes the permissions away, so that the executable means what
// the checker means. It runs last: whatever the user's flags or the other passes left in the module is gone afterwards.
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "instrument/passes.h"

namespace heddle::instrument {
namespace {

namespace I = llvm::Intrinsic;
using llvm::Attribute;

// Keeps the attributes of a parameter or a result that belong to the calling convention, and removes the others.
llvm::AttributeSet calling_convention(llvm::LLVMContext& context, llvm::AttributeSet given) {
  bool in_memory = given.hasAttribute(Attribute::ByVal) || given.hasAttribute(Attribute::StructRet) ||
                   given.hasAttribute(Attribute::ByRef);
  llvm::AttrBuilder kept(context);
  for (Attribute a : given) {
    if (a.isStringAttribute()) continue;
    switch (a.getKindAsEnum()) {
      case Attribute::ByVal:
      case Attribute::ByRef:
      case Attribute::StructRet:
      case Attribute::InReg:
      case Attribute::Nest:
      case Attribute::ZExt:
      case Attribute::SExt:
      case Attribute::StackAlignment: kept.addAttribute(a); break;
      case Attribute::Alignment:
        if (in_memory) kept.addAttribute(a);
        break;
      default: break;
    }
  }
  return llvm::AttributeSet::get(context, kept);
}

// Removes what the author of a function has promised about it.
llvm::AttributeSet without_promises(llvm::LLVMContext& context, llvm::AttributeSet given) {
  llvm::AttributeMask promises;
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::WillReturn, Attribute::MustProgress, Attribute::NoSync,
                                   Attribute::NoFree, Attribute::NoRecurse, Attribute::NoCallback,
                                   Attribute::Speculatable, Attribute::AllocKind, Attribute::AllocSize})
    promises.addAttribute(kind);
  for (const char* arithmetic : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math",
                                 "approx-func-fp-math", "denormal-fp-math", "denormal-fp-math-f32", "alloc-family"})
    promises.addAttribute(arithmetic);
  return given.removeAttributes(context, promises);
}

llvm::AttributeList defined(llvm::LLVMContext& context, llvm::AttributeList given, unsigned parameters) {
  std::vector<llvm::AttributeSet> of_parameters;
  for (unsigned k = 0; k < parameters; ++k)
    of_parameters.push_back(calling_convention(context, given.getParamAttrs(k)));
  return llvm::AttributeList::get(context, without_promises(context, given.getFnAttrs()),
                                  calling_convention(context, given.getRetAttrs()), of_parameters);
}

void drop_metadata(llvm::Instruction& i) {
  using llvm::LLVMContext;
  for (unsigned kind :
       {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_range, LLVMContext::MD_nonnull,
        LLVMContext::MD_align, LLVMContext::MD_noundef, LLVMContext::MD_dereferenceable,
        LLVMContext::MD_dereferenceable_or_null, LLVMContext::MD_noalias, LLVMContext::MD_alias_scope,
        LLVMContext::MD_invariant_group, LLVMContext::MD_fpmath, LLVMContext::MD_unpredictable})
    i.setMetadata(kind, nullptr);
}

// Any address will do. Atomic accesses must be aligned on the machine, too.
void allow_any_address(llvm::Instruction& i) {
  if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i); l && !l->isAtomic()) l->setAlignment(llvm::Align(1));
  if (auto* s = llvm::dyn_cast<llvm::StoreInst>(&i); s && !s->isAtomic()) s->setAlignment(llvm::Align(1));
  if (auto* m = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) m->setDestAlignment(llvm::Align(1));
  if (auto* m = llvm::dyn_cast<llvm::MemTransferInst>(&i)) m->setSourceAlignment(llvm::Align(1));
}

// What the front end says instead of the call (frontend/convert_intrinsic.cpp); null: the call stays.
llvm::Value* replacement(llvm::IntrinsicInst& i) {
  llvm::IRBuilder<> b(&i);
  switch (i.getIntrinsicID()) {
    case I::is_constant: return b.getFalse();
    case I::objectsize:
      return llvm::ConstantInt::get(
          i.getType(), llvm::cast<llvm::ConstantInt>(i.getArgOperand(1))->isOne() ? 0 : ~uint64_t{0}, true);
    case I::fmuladd: return b.CreateFAdd(b.CreateFMul(i.getArgOperand(0), i.getArgOperand(1)), i.getArgOperand(2));
    case I::ctlz:
    case I::cttz:
    case I::abs: i.setArgOperand(1, b.getFalse()); return nullptr;  // zero and the least number have a result, too
    default: return nullptr;
  }
}

bool is_only_a_hint(const llvm::Instruction& i) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case I::assume:
    case I::lifetime_start:
    case I::lifetime_end:
    case I::invariant_start:
    case I::invariant_end:
    case I::experimental_noalias_scope_decl: return call->use_empty();
    default: return false;
  }
}

void define(llvm::Instruction& i) {
  i.dropPoisonGeneratingFlags();
  if (llvm::isa<llvm::FPMathOperator>(i)) i.copyFastMathFlags(llvm::FastMathFlags());
  drop_metadata(i);
  allow_any_address(i);
  auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  if (call && !llvm::isa<llvm::IntrinsicInst>(call))
    call->setAttributes(defined(i.getContext(), call->getAttributes(), call->arg_size()));
}

}  // namespace

void define_behaviour(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (f.isIntrinsic()) continue;
    f.setAttributes(defined(module.getContext(), f.getAttributes(), static_cast<unsigned>(f.arg_size())));
    if (f.isDeclaration()) continue;
    f.addFnAttr(Attribute::NullPointerIsValid);
    for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(f))) {
      auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
      if (llvm::Value* value = intrinsic ? replacement(*intrinsic) : nullptr) {
        i.replaceAllUsesWith(value);
        i.eraseFromParent();
      } else if (is_only_a_hint(i)) {
        i.eraseFromParent();
      } else {
        define(i);
      }
    }
  }
}

}  // namespace heddle::instrument
