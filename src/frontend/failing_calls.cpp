// SPDX-License-Identifier: GPL-3.0-or-later
// check --malloc-may-fail: calls that take memory or another resource may fail. In front of each call stands, after
// this pass, a question to a library model (library/failures.c): it draws an input and gives 0, or what the call
// returns instead of doing anything. Engines and the replayed program see inputs and branches, nothing else.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <vector>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

// The function of the program, and the question. POSIX and C11 say which errors a function has.
const std::map<std::string, const char*> kQuestions = {
    {"malloc", "__heddle_out_of_memory"},
    {"calloc", "__heddle_out_of_memory"},
    {"realloc", "__heddle_out_of_memory"},
    {"reallocarray", "__heddle_out_of_memory"},
    {"aligned_alloc", "__heddle_out_of_memory"},
    {"memalign", "__heddle_out_of_memory"},
    {"valloc", "__heddle_out_of_memory"},
    {"strdup", "__heddle_out_of_memory"},
    {"__strdup", "__heddle_out_of_memory"},
    {"strndup", "__heddle_out_of_memory"},
    {"asprintf", "__heddle_no_memory_and_errno"},
    {"vasprintf", "__heddle_no_memory_and_errno"},
    {"getline", "__heddle_no_memory_and_errno"},
    {"getdelim", "__heddle_no_memory_and_errno"},
    {"setenv", "__heddle_no_memory_and_errno"},
    {"mmap", "__heddle_no_memory_and_errno"},
    {"mmap64", "__heddle_no_memory_and_errno"},
    {"pipe", "__heddle_no_descriptor"},
    {"pipe2", "__heddle_no_descriptor"},
    {"dup", "__heddle_no_descriptor"},
    {"eventfd", "__heddle_no_descriptor"},
    {"epoll_create", "__heddle_no_descriptor"},
    {"epoll_create1", "__heddle_no_descriptor"},
    {"poll", "__heddle_no_memory_and_errno"},
    {"ppoll", "__heddle_no_memory_and_errno"},
    {"select", "__heddle_no_memory_and_errno"},
    {"pselect", "__heddle_no_memory_and_errno"},
    {"posix_memalign", "__heddle_no_memory"},
    {"pthread_attr_init", "__heddle_no_memory"},
    {"pthread_mutexattr_init", "__heddle_no_memory"},
    {"pthread_condattr_init", "__heddle_no_memory"},
    {"pthread_rwlockattr_init", "__heddle_no_memory"},
    {"pthread_barrierattr_init", "__heddle_no_memory"},
    {"pthread_setspecific", "__heddle_no_memory"},
    {"pthread_create", "__heddle_no_thread"},
    {"pthread_mutex_init", "__heddle_no_resources"},
    {"pthread_cond_init", "__heddle_no_resources"},
    {"pthread_rwlock_init", "__heddle_no_resources"},
    {"pthread_spin_init", "__heddle_no_resources"},
    {"pthread_barrier_init", "__heddle_no_resources"},
    {"pthread_key_create", "__heddle_no_resources"},
    {"sem_init", "__heddle_no_semaphore"},
    {"thrd_create", "__heddle_no_c11_memory"},
    {"cnd_init", "__heddle_no_c11_memory"},
    {"mtx_init", "__heddle_no_c11_object"},
    {"tss_create", "__heddle_no_c11_object"},
    {"tss_set", "__heddle_no_c11_object"},
};

// Such a function returns no null pointer when it fails, but an address of all ones.
bool fails_with_minus_one(llvm::StringRef name) { return name == "mmap" || name == "mmap64"; }

// The address of such a function becomes the address of a function of ours that makes the call. A variadic function
// cannot be called with the arguments of another one: its address then leads to a function without a model.
void give_address_a_body(llvm::Function& f) {
  auto is_called = [](const llvm::Use& u) {
    return llvm::isa<llvm::CallInst>(u.getUser()) && llvm::cast<llvm::CallInst>(u.getUser())->isCallee(&u);
  };
  if (llvm::all_of(f.uses(), is_called)) return;
  if (f.isVarArg()) {
    auto* unknown = llvm::Function::Create(f.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                           "__heddle_" + f.getName() + "_by_its_address", f.getParent());
    f.replaceUsesWithIf(unknown, [&](llvm::Use& u) { return !is_called(u); });
    return;
  }
  auto* body = llvm::Function::Create(f.getFunctionType(), llvm::GlobalValue::InternalLinkage, "call_" + f.getName(),
                                      f.getParent());
  f.replaceUsesWithIf(body, [&](llvm::Use& u) { return !is_called(u); });
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(f.getContext(), "", body));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& a : body->args()) arguments.push_back(&a);
  llvm::CallInst* call = b.CreateCall(&f, arguments);
  f.getReturnType()->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(call);
}

// What the call returns when the question says `error`.
llvm::Value* failed(const llvm::CallInst& call, llvm::Value* error, llvm::IRBuilder<>& b) {
  llvm::Type* type = call.getType();
  if (type->isIntegerTy()) return b.CreateIntCast(error, type, true);
  if (!fails_with_minus_one(call.getCalledOperand()->getName())) return llvm::Constant::getNullValue(type);
  return llvm::ConstantExpr::getIntToPtr(b.getIntN(call.getDataLayout().getPointerSizeInBits(), ~0ULL), type);
}

void let_fail(llvm::CallInst& call, const char* question) {
  llvm::IRBuilder<> b(&call);
  llvm::Value* error =
      b.CreateCall(call.getModule()->getOrInsertFunction(question, llvm::FunctionType::get(b.getInt32Ty(), false)));
  llvm::Instruction *fails = nullptr, *goes_on = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(b.CreateICmpNE(error, b.getInt32(0)), &call, &fails, &goes_on);
  if (!call.use_empty()) {
    llvm::PHINode* result = llvm::PHINode::Create(call.getType(), 2, "", call.getParent()->begin());
    call.replaceAllUsesWith(result);
    b.SetInsertPoint(fails);
    result->addIncoming(failed(call, error, b), fails->getParent());
    result->addIncoming(&call, goes_on->getParent());
  }
  call.moveBefore(goes_on);
}

}  // namespace

void let_calls_fail(llvm::Module& module) {
  for (const auto& [name, question] : kQuestions) {
    llvm::Function* f = module.getFunction(name);
    if (!f || !f->isDeclaration()) continue;
    give_address_a_body(*f);
    std::vector<llvm::User*> calls(f->user_begin(), f->user_end());
    for (llvm::User* call : calls) let_fail(*llvm::cast<llvm::CallInst>(call), question);
  }
}

}  // namespace heddle::frontend
