// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks whose alignment the program chooses: a block's address has the low bits of its site, and a site has one
// alignment. So a call of aligned_alloc and its like with a constant goes to a model for that alignment
// (library/memory.c), in which the constant is part of the name of the function that makes the block. All other calls
// make blocks of which no alignment is known.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

constexpr uint64_t kOfMalloc = 16, kLargest = 4096;  // what the library has models for lies between
constexpr const char* kMaker = "__heddle_block_at_";

const std::map<std::string, unsigned> kAligned = {  // and which argument is the alignment
    {"aligned_alloc", 0},
    {"memalign", 0},
    {"posix_memalign", 1}};

}  // namespace

void align_blocks(llvm::Module& module) {
  std::vector<std::pair<llvm::CallInst*, uint64_t>> calls;
  for (llvm::Function& f : module) {
    auto known = f.isDeclaration() ? kAligned.find(source_name(f)) : kAligned.end();
    if (known == kAligned.end()) continue;
    for (llvm::User* user : f.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != &f || call->arg_size() <= known->second) continue;
      auto* n = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(known->second));
      if (!n || !n->getValue().isPowerOf2() || n->getValue().ugt(kLargest)) continue;
      calls.emplace_back(call, std::max(kOfMalloc, n->getZExtValue()));
    }
  }
  for (auto [call, alignment] : calls) {
    const std::string name = "__heddle_" + source_name(*call->getCalledFunction()) + "_" + std::to_string(alignment);
    call->setCalledFunction(module.getOrInsertFunction(name, call->getFunctionType()));
  }
}

uint32_t alignment_of_blocks(const llvm::Function& maker) {
  llvm::StringRef name = maker.getName();
  uint32_t alignment = kOfMalloc;
  if (name.consume_front(kMaker)) name.consumeInteger(10, alignment);
  return alignment;
}

}  // namespace heddle::frontend
