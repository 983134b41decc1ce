// SPDX-License-Identifier: GPL-3.0-or-later
// Uninitialised local variables. mem2reg may replace the value of a variable that was never written by whatever is
// handy ("phi [3], [undef]" becomes 3), which would hide the bug. So each variable it is going to promote is first
// given the result of a call to __heddle_undef_<n>: mem2reg cannot look through it, and the conversion makes it
// ExprOp::Undef. The same happens wherever a marker says that its life begins (anew, in a loop). Variables whose
// address is taken stay memory (convert_lifetime.cpp).
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

class UndefSource {
 public:
  explicit UndefSource(llvm::Module& module) : module_(module) {}
  llvm::Function* of(llvm::Type* type) {
    llvm::Function*& f = functions_[type];
    if (!f)
      f = llvm::Function::Create(llvm::FunctionType::get(type, false), llvm::GlobalValue::ExternalLinkage,
                                 kUndefPrefix + std::to_string(functions_.size()), module_);
    return f;
  }

 private:
  llvm::Module& module_;
  std::map<llvm::Type*, llvm::Function*> functions_;
};

void promote_in(llvm::Function& f, UndefSource& undef) {
  llvm::EliminateUnreachableBlocks(f);
  std::vector<llvm::AllocaInst*> promotable;
  for (llvm::Instruction& i : f.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i))
      if (llvm::isAllocaPromotable(variable)) promotable.push_back(variable);
  if (promotable.empty()) return;
  for (llvm::AllocaInst* variable : promotable) {
    std::vector<llvm::Instruction*> births{variable};
    for (llvm::User* user : variable->users())
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
          call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        births.push_back(call);
    for (llvm::Instruction* birth : births) {
      llvm::IRBuilder<> after(birth->getNextNode());
      after.CreateStore(after.CreateCall(undef.of(variable->getAllocatedType())), variable);
    }
  }
  llvm::DominatorTree dominators(f);
  llvm::AssumptionCache assumptions(f);
  llvm::PromoteMemToReg(promotable, dominators, &assumptions);
}

}  // namespace

void promote_locals(llvm::Module& module) {
  UndefSource undef(module);
  std::vector<llvm::Function*> defined;
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) defined.push_back(&f);
  for (llvm::Function* f : defined) promote_in(*f, undef);
}

}  // namespace heddle::frontend
