// SPDX-License-Identifier: GPL-3.0-or-later
// Event ids: the name that an access or call has in the model, in traces and in the instrumented program alike. They
// are given in the order of the linked module before any pass runs, so that the instrumentation, which starts from the
// same bitcode, finds the same numbers.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

constexpr const char* kMetadata = "heddle.event";

bool is_event(const llvm::Instruction& i) {
  if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(i)) return false;
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst,
                   llvm::CallBase>(i);
}

// The end of a variable that others know: of its block, or of its function.
bool is_end(const llvm::Instruction& i) {
  auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&i);
  return llvm::isa<llvm::ReturnInst>(i) || (marker && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_end);
}

void number_function(llvm::Function& f, uint32_t& next, bool ends) {
  llvm::LLVMContext& context = f.getContext();
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      if (ends ? !is_end(i) : !is_event(i)) continue;
      auto* number = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), next++));
      i.setMetadata(kMetadata, llvm::MDNode::get(context, number));
    }
}

}  // namespace

void assign_event_ids(llvm::Module& module) {
  uint32_t next = 1;
  for (bool ends : {false, true})  // the ends last, because those that matter are rare
    for (bool library : {false, true})
      for (llvm::Function& f : module)
        if (from_library(f) == library) number_function(f, next, ends);
}

uint32_t event_id(const llvm::Instruction& i) {
  const llvm::MDNode* node = i.getMetadata(kMetadata);
  if (!node) return 0;
  return static_cast<uint32_t>(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

}  // namespace heddle::frontend
