// SPDX-License-Identifier: GPL-3.0-or-later
// Sleeps, and calls with a time limit, read the `struct timespec` that they are given. Here the program reads it itself
// in front of the call, so that every engine and the instrumented program know: a race with a thread that writes the
// time, or a pointer that leads nowhere. What the numbers say does not matter.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

#include "frontend/bitcode.h"

namespace heddle::frontend {

void read_times(llvm::Module& module) {
  static const std::map<std::string, unsigned> kTimes = {
      // which argument
      {"nanosleep", 0},
      {"thrd_sleep", 0},
      {"clock_nanosleep", 2},
      {"pthread_mutex_timedlock", 1},
      {"pthread_mutex_clocklock", 2},
      {"pthread_rwlock_timedrdlock", 1},
      {"pthread_rwlock_timedwrlock", 1},
      {"pthread_rwlock_clockrdlock", 2},
      {"pthread_rwlock_clockwrlock", 2},
      {"pthread_cond_timedwait", 2},
      {"pthread_cond_clockwait", 3},
      {"sem_timedwait", 1},
      {"sem_clockwait", 2},
      {"mtx_timedlock", 1},
      {"cnd_timedwait", 2},
  };
  for (const auto& [name, argument] : kTimes) {
    llvm::Function* f = module.getFunction(name);
    if (!f || !f->isDeclaration()) continue;
    for (llvm::User* user : std::vector<llvm::User*>(f->user_begin(), f->user_end())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != f || call->arg_size() <= argument) continue;
      llvm::Value* time = call->getArgOperand(argument);
      if (!time->getType()->isPointerTy()) continue;
      llvm::IRBuilder<> b(call);
      llvm::Type* word = module.getDataLayout().getIntPtrType(module.getContext());  // time_t and long
      for (unsigned k : {0u, 1u}) b.CreateLoad(word, k ? b.CreateConstGEP1_32(word, time, k) : time, true);
    }
  }
}

}  // namespace heddle::frontend
