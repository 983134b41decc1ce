// SPDX-License-Identifier: GPL-3.0-or-later
// schedule --no-locks: the program's own locks do nothing, and every attempt to take one succeeds. What they are for is
// then for the scheduler to see to. The pass runs where the program is compiled with kNoLocks, so that a result that
// keeps the flags is about the same program wherever it is looked at again.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/frontend.h"

namespace heddle::frontend {
namespace {

const std::set<std::string> kLocks = {
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_mutex_unlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock",
    "mtx_lock",
    "mtx_trylock",
    "mtx_timedlock",
    "mtx_unlock",
};

const std::set<std::string> kNeedLocks = {
    "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait",
};

}  // namespace

bool leaves_out_locks(const CompileJob& job) {
  return std::find(job.clang_flags.begin(), job.clang_flags.end(), kNoLocks) != job.clang_flags.end();
}

void leave_out_locks(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (!f.isDeclaration()) continue;
    const std::string name = source_name(f);
    if (kNeedLocks.count(name) && !f.use_empty())
      throw InputError("--no-locks: the program calls `" + name +
                       "`, which needs its mutex; write what is waited for as an assumption in an atomic section");
    if (!kLocks.count(name)) continue;
    std::vector<llvm::CallInst*> calls;
    for (const llvm::Use& u : f.uses()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(u.getUser());
      if (!call || !call->isCallee(&u)) throw InputError("--no-locks: the program takes the address of `" + name + "`");
      calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
  }
}

}  // namespace heddle::frontend
