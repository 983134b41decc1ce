// SPDX-License-Identifier: GPL-3.0-or-later
// Around each access that other threads may notice:
//
//   if (heddle_mode) heddle_before(event, address, size);
//   the access
//   if (heddle_mode) heddle_after(event);
//
// heddle_mode never changes once the program runs: its load is marked invariant, so that the optimiser may keep it in a
// register or take the test out of a loop. Copies and fills of blocks go to the run-time as a whole, which does them piece by
// piece as the schedule says; a copy that the model makes through a temporary is made through one here too.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/bitcode.h"
#include "instrument/passes.h"

namespace heddle::instrument {
namespace {

class Announcer {
 public:
  explicit Announcer(llvm::Module& module)
      : module_(module),
        context_(module.getContext()),
        mode_(run_time_flag(module, "heddle_mode")),
        void_(llvm::Type::getVoidTy(context_)),
        pointer_(llvm::PointerType::get(context_, 0)),
        number_(llvm::Type::getInt32Ty(context_)),
        size_(module.getDataLayout().getIntPtrType(context_)) {}

  void access(llvm::Instruction& i, uint32_t event) {
    llvm::Value* address = nullptr;
    llvm::Type* type = nullptr;
    if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) address = l->getPointerOperand(), type = l->getType();
    if (auto* s = llvm::dyn_cast<llvm::StoreInst>(&i)) address = s->getPointerOperand(), type = s->getValueOperand()->getType();
    if (auto* r = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) address = r->getPointerOperand(), type = r->getValOperand()->getType();
    if (auto* c = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) address = c->getPointerOperand(), type = c->getNewValOperand()->getType();
    uint64_t bytes = module_.getDataLayout().getTypeStoreSize(type).getFixedValue();
    llvm::Instruction* after = i.getNextNode();
    llvm::IRBuilder<> first(when_not_free(&i));
    first.CreateCall(function("heddle_before", void_, {number_, pointer_, size_}), {number(event), address, llvm::ConstantInt::get(size_, bytes)});
    llvm::IRBuilder<> second(when_not_free(after));
    second.CreateCall(function("heddle_after", void_, {number_}), {number(event)});
  }

  void block(llvm::MemIntrinsic& i, uint32_t event, bool through_temporary) {
    llvm::Instruction *slow = nullptr, *fast = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(not_free(&i), &i, &slow, &fast, unlikely());
    llvm::IRBuilder<> b(slow);
    llvm::Value* size = b.CreateZExtOrTrunc(i.getLength(), size_);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      llvm::FunctionCallee f = function("heddle_copy", pointer_, {number_, pointer_, pointer_, size_});
      if (through_temporary) {
        llvm::Value* stack = b.CreateStackSave();
        llvm::Value* between = b.CreateAlloca(b.getInt8Ty(), size);
        b.CreateCall(f, {number(event), between, copy->getSource(), size});
        b.CreateCall(f, {number(event), copy->getDest(), between, size});
        b.CreateStackRestore(stack);
      } else {
        b.CreateCall(f, {number(event), copy->getDest(), copy->getSource(), size});
      }
    } else {
      auto& fill = llvm::cast<llvm::MemSetInst>(i);
      b.CreateCall(function("heddle_fill", pointer_, {number_, pointer_, number_, size_}),
                   {number(event), fill.getDest(), b.CreateZExt(fill.getValue(), number_), size});
    }
    i.moveBefore(fast);
  }

 private:
  llvm::ConstantInt* number(uint32_t n) { return llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(number_), n); }
  llvm::FunctionCallee function(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }
  llvm::MDNode* unlikely() { return llvm::MDBuilder(context_).createBranchWeights(1, 100000); }
  llvm::Value* not_free(llvm::Instruction* before) {
    llvm::IRBuilder<> b(before);
    llvm::LoadInst* mode = b.CreateLoad(number_, &mode_);
    mode->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
    return b.CreateICmpNE(mode, number(0));
  }
  llvm::Instruction* when_not_free(llvm::Instruction* before) {
    return llvm::SplitBlockAndInsertIfThen(not_free(before), before, false, unlikely());
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::GlobalVariable& mode_;
  llvm::Type *void_, *pointer_, *number_;
  llvm::IntegerType* size_;
};

}  // namespace

llvm::GlobalVariable& run_time_flag(llvm::Module& module, const char* name) {
  return *llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, llvm::Type::getInt32Ty(module.getContext())));
}

void announce_accesses(llvm::Module& module, const Places& places) {
  std::vector<std::pair<llvm::Instruction*, const Place*>> found;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block)
        if (auto p = places.find(frontend::event_id(i)); p != places.end()) found.emplace_back(&i, &p->second);
  Announcer announcer(module);
  for (auto& [i, place] : found) {
    uint32_t event = frontend::event_id(*i);
    if (auto* b = llvm::dyn_cast<llvm::MemIntrinsic>(i)) {
      if (place->copies || place->fill) announcer.block(*b, event, place->copies > 1);
    } else if (place->access && llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(i)) {
      announcer.access(*i, event);
    }
  }
}

}  // namespace heddle::instrument
