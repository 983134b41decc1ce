// SPDX-License-Identifier: GPL-3.0-or-later
// atexit: its model keeps the functions (library/ends.c). Here `exit` becomes the model that runs them first, and so
// does the end of main. Where the program may also end with its last thread, or by err, atexit stays without a model.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/bitcode.h"

namespace heddle::frontend {

void run_functions_at_exit(llvm::Module& module) {
  llvm::Function* registers = module.getFunction("atexit");
  llvm::Function* main = module.getFunction("main");
  if (!registers || !registers->isDeclaration() || registers->use_empty()) return;
  auto is_used = [&](const char* name) {
    const llvm::Function* f = module.getFunction(name);
    return f && f->isDeclaration() && !f->use_empty();
  };
  bool ends_otherwise = !main->use_empty();
  for (const char* way : {"pthread_exit", "thrd_exit", "pthread_cancel", "quick_exit", "err", "errx"})
    ends_otherwise |= is_used(way);
  if (ends_otherwise) {
    registers->setName("__heddle_atexit_in_a_program_that_ends_with_its_last_thread");
    return;
  }
  if (llvm::Function* exit = module.getFunction("exit"); exit && exit->isDeclaration()) {
    exit->replaceAllUsesWith(module.getOrInsertFunction(outside_name("exit"), exit->getFunctionType()).getCallee());
    exit->eraseFromParent();
  }
  llvm::FunctionCallee run = module.getOrInsertFunction(
      "__heddle_run_at_exit", llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false));
  for (llvm::BasicBlock& block : *main)
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      llvm::CallInst* call = llvm::CallInst::Create(run, "", end->getIterator());
      call->setDebugLoc(end->getDebugLoc());
    }
}

}  // namespace heddle::frontend
