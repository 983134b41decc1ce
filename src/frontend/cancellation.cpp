// SPDX-License-Identifier: GPL-3.0-or-later
// Thread cancellation and cleanup handlers, before the library models are linked (library/cancellation.c).
//
// pthread_cleanup_push is a macro of the C library: it saves its place with __sigsetjmp, registers that, and calls the
// handler when the unwinder comes back to the place. Here the handler is registered instead, as what the models run.
// The macro's code names it:
//
//   void (*__cancel_routine)(void *) = ROUTINE; void *__cancel_arg = ARGUMENT;
//   if (__sigsetjmp(&buffer, 0)) { __cancel_routine(__cancel_arg); __pthread_unwind_next(&buffer); }
//   __pthread_register_cancel(&buffer); ... __pthread_unregister_cancel(&buffer);
//
// In a program that cancels no thread the cancellation points stay as they are, at no cost. Many programs cancel
// threads only after a pthread_create that failed. Where starts do not fail (no --malloc-may-fail), this code is never
// reached; it is taken out, and the program cancels no thread.
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/known_functions.h"

namespace heddle::frontend {
namespace {

std::vector<llvm::CallInst*> calls_of(llvm::Module& module, const char* name) {
  std::vector<llvm::CallInst*> calls;
  llvm::Function* f = module.getFunction(name);
  if (!f || !f->isDeclaration()) return calls;
  for (llvm::User* user : f->users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledOperand() == f) calls.push_back(call);
  return calls;
}

llvm::Value* buffer_of(const llvm::CallInst& call) { return call.getArgOperand(0)->stripPointerCasts(); }

void call_instead(llvm::CallInst& call, const char* model, const std::vector<llvm::Value*>& arguments) {
  llvm::IRBuilder<> b(&call);
  std::vector<llvm::Type*> types;
  for (llvm::Value* v : arguments) types.push_back(v->getType());
  b.CreateCall(call.getModule()->getOrInsertFunction(model, llvm::FunctionType::get(b.getVoidTy(), types, false)),
               arguments);
  call.eraseFromParent();
}

class CleanupHandlers {
 public:
  explicit CleanupHandlers(llvm::Module& module) : module_(module) {}

  // Is there one?
  bool rewrite() {
    for (auto [name, model] : {std::pair{"__pthread_register_cancel", "__heddle_push_handler"},
                               std::pair{"__pthread_register_cancel_defer", "__heddle_push_handler_and_defer"}})
      for (llvm::CallInst* call : calls_of(module_, name)) push(*call, model);
    for (auto [name, model] : {std::pair{"__pthread_unregister_cancel", "__heddle_pop_handler"},
                               std::pair{"__pthread_unregister_cancel_restore", "__heddle_pop_handler_and_restore"}})
      for (llvm::CallInst* call : calls_of(module_, name)) call_instead(*call, model, {buffer_of(*call)});
    for (llvm::Instruction* i : never_reached_) llvm::changeToUnreachable(i);
    return !never_reached_.empty();
  }

 private:
  // The variables of the macro are found where it calls the handler. What is not the macro's code stays, and is refused
  // as a jump.
  void push(llvm::CallInst& call, const char* model) {
    llvm::Value* buffer = buffer_of(call);
    llvm::CallInst *unwind = same_buffer("__pthread_unwind_next", buffer), *jump = same_buffer("__sigsetjmp", buffer);
    llvm::CallInst* handler = nullptr;
    if (!unwind || !jump) return;
    for (llvm::Instruction* i = unwind->getPrevNode(); i && !handler; i = i->getPrevNode())
      if (auto* c = llvm::dyn_cast<llvm::CallInst>(i); c && !c->getCalledFunction() && c->arg_size() == 1) handler = c;
    auto* routine = handler ? llvm::dyn_cast<llvm::LoadInst>(handler->getCalledOperand()) : nullptr;
    auto* argument = handler ? llvm::dyn_cast<llvm::LoadInst>(handler->getArgOperand(0)) : nullptr;
    if (!routine || !argument) return;
    llvm::IRBuilder<> b(&call);
    llvm::Value* what = b.CreateLoad(routine->getType(), routine->getPointerOperand());
    llvm::Value* with = b.CreateLoad(argument->getType(), argument->getPointerOperand());
    call_instead(call, model, {buffer, what, with});
    jump->replaceAllUsesWith(llvm::ConstantInt::get(jump->getType(), 0));
    jump->eraseFromParent();
    never_reached_.push_back(&*unwind->getParent()->getFirstNonPHIOrDbg());
  }

  llvm::CallInst* same_buffer(const char* name, const llvm::Value* buffer) {
    for (llvm::CallInst* c : calls_of(module_, name))
      if (buffer_of(*c) == buffer) return c;
    return nullptr;
  }

  llvm::Module& module_;
  std::vector<llvm::Instruction*> never_reached_;
};

// Branches on a comparison of what pthread_create returned, and where they lead when that is 0.
using Decided = std::map<const llvm::BranchInst*, const llvm::BasicBlock*>;

Decided where_starts_succeed(llvm::Module& module) {
  Decided decided;
  for (llvm::CallInst* call : calls_of(module, "pthread_create"))
    for (llvm::User* user : call->users()) {
      auto* compared = llvm::dyn_cast<llvm::ICmpInst>(user);
      auto* with = compared ? llvm::dyn_cast<llvm::ConstantInt>(compared->getOperand(1)) : nullptr;
      if (!with || compared->getOperand(0) != call) continue;
      const llvm::APInt zero(with->getBitWidth(), 0);
      const unsigned way = llvm::ICmpInst::compare(zero, with->getValue(), compared->getPredicate()) ? 0 : 1;
      for (llvm::User* u : compared->users())
        if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(u); branch && branch->isConditional())
          decided[branch] = branch->getSuccessor(way);
    }
  return decided;
}

std::set<const llvm::BasicBlock*> reached_blocks(const llvm::Function& f, const Decided& decided) {
  std::set<const llvm::BasicBlock*> seen;
  std::vector<const llvm::BasicBlock*> todo;
  if (!f.isDeclaration()) todo.push_back(&f.getEntryBlock());
  while (!todo.empty()) {
    const llvm::BasicBlock* block = todo.back();
    todo.pop_back();
    if (!seen.insert(block).second) continue;
    auto only = decided.find(llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()));
    if (only != decided.end())
      todo.push_back(only->second);
    else
      todo.insert(todo.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return seen;
}

void take_out(const Decided& decided) {
  std::set<llvm::Function*> changed;
  for (const auto& [branch, to] : decided) {
    auto* b = const_cast<llvm::BranchInst*>(branch);
    b->setCondition(llvm::ConstantInt::getBool(b->getContext(), b->getSuccessor(0) == to));
    changed.insert(b->getFunction());
    llvm::ConstantFoldTerminator(b->getParent());
  }
  for (llvm::Function* f : changed) llvm::removeUnreachableBlocks(*f);
}

// Can main, or what it refers to, call the function?
bool is_reachable(const llvm::Module& module, const llvm::Function& wanted, const Decided& decided = {}) {
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> todo{module.getFunction("main")};
  for (const char* list : {"llvm.global_ctors", "llvm.global_dtors"}) todo.push_back(module.getGlobalVariable(list));
  while (!todo.empty()) {
    const llvm::Value* v = todo.back();
    todo.pop_back();
    if (!v || !seen.insert(v).second) continue;
    if (v == &wanted) return true;
    if (auto* f = llvm::dyn_cast<llvm::Function>(v)) {
      for (const llvm::BasicBlock* block : reached_blocks(*f, decided))
        for (const llvm::Instruction& i : *block) todo.insert(todo.end(), i.op_begin(), i.op_end());
    } else if (auto* c = llvm::dyn_cast<llvm::Constant>(v)) {
      todo.insert(todo.end(), c->op_begin(), c->op_end());
    }
  }
  return false;
}

bool is_left_to_library(const llvm::Function* f) { return f && f->isDeclaration() && !f->use_empty(); }

// Those cancellation points of POSIX (2.9.5.2) at which a look at the beginning is enough: functions that do not wait
// in the model, or that have no model.
const std::set<std::string> kActAtBeginning = {"sleep",
                                               "usleep",
                                               "nanosleep",
                                               "clock_nanosleep",
                                               "sem_timedwait",
                                               "sem_clockwait",
                                               "pthread_timedjoin_np",
                                               "pthread_clockjoin_np",
                                               "accept",
                                               "close",
                                               "connect",
                                               "creat",
                                               "fcntl",
                                               "fsync",
                                               "fdatasync",
                                               "msync",
                                               "accept4",
                                               "epoll_wait",
                                               "epoll_pwait",
                                               "eventfd_read",
                                               "ppoll",
                                               "lockf",
                                               "msgrcv",
                                               "msgsnd",
                                               "open",
                                               "openat",
                                               "pause",
                                               "poll",
                                               "pread",
                                               "pselect",
                                               "pwrite",
                                               "read",
                                               "readv",
                                               "recv",
                                               "recvfrom",
                                               "recvmsg",
                                               "select",
                                               "send",
                                               "sendmsg",
                                               "sendto",
                                               "sigwait",
                                               "system",
                                               "wait",
                                               "waitid",
                                               "waitpid",
                                               "write",
                                               "writev"};
const std::set<std::string> kMayAct = {"getchar",    "getc",    "fgetc",   "fflush",  "fclose",
                                       "thrd_sleep", "getline", "fgets",   "fread",   "fopen",
                                       "scanf",      "fscanf",  "mkstemp", "tmpfile", "eventfd_write"};

bool prints(const std::string& name) {
  std::optional<KnownFunction> known = known_function(name);
  return known && known->kind == KnownFunction::Output;
}

void look_in_front(llvm::Module& module, llvm::Function& f, const std::string& model) {
  llvm::FunctionCallee look =
      module.getOrInsertFunction(model, llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false));
  for (llvm::Use& use : f.uses()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (!call || !call->isCallee(&use))
      throw InputError(module.getSourceFileName() + ": the address of `" + f.getName().str() +
                       "` is taken in a program that cancels threads, which is not supported; call it directly");
    llvm::IRBuilder<>(call).CreateCall(look);
  }
}

void replace(llvm::Module& module, const char* name) {
  llvm::Function* f = module.getFunction(name);
  if (is_left_to_library(f))
    f->replaceAllUsesWith(module.getOrInsertFunction(cancellable_name(name), f->getFunctionType()).getCallee());
}

}  // namespace

std::string cancellable_name(const std::string& function) { return "__heddle_cancellable_" + function; }

bool make_cancellable(llvm::Module& module, bool starts_may_fail) {
  bool handlers = CleanupHandlers(module).rewrite();
  const llvm::Function* cancel = module.getFunction("pthread_cancel");
  bool cancels = is_left_to_library(cancel) && is_reachable(module, *cancel);
  if (cancels && !starts_may_fail) {
    const Decided decided = where_starts_succeed(module);
    cancels = is_reachable(module, *cancel, decided);
    if (!cancels) take_out(decided);
  }
  if (handlers || cancels)
    for (const char* end : {"pthread_exit", "thrd_exit", "pthread_once"}) replace(module, end);
  if (!cancels) return false;
  for (const char* name : {"pthread_testcancel", "pthread_setcanceltype", "pthread_join", "pthread_cond_wait",
                           "pthread_cond_timedwait", "pthread_cond_clockwait", "sem_wait"})
    replace(module, name);
  std::vector<llvm::Function*> others;
  for (llvm::Function& f : module)
    if (is_left_to_library(&f) && !f.isIntrinsic()) others.push_back(&f);
  for (llvm::Function* f : others) {
    std::string name = f->getName().str();
    if (kActAtBeginning.count(name))
      look_in_front(module, *f, cancellable_name("pthread_testcancel"));
    else if (kMayAct.count(name) || prints(name))
      look_in_front(module, *f, "__heddle_may_act_upon_cancel");
  }
  return true;
}

void expect_no_requests(llvm::Module& module) {
  llvm::Function* asks = module.getFunction("__heddle_a_request_has_come");
  if (!asks) return;
  for (llvm::User* user : std::vector<llvm::User*>(asks->user_begin(), asks->user_end()))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 0));
      call->eraseFromParent();
    }
}

}  // namespace heddle::frontend
