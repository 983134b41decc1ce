// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that mean something to the model become calls of the run-time function of the same operation, with the event
// first: pthread_mutex_lock(m) is heddle_MutexLock(event, m), whatever name the program used for it. What a call means
// is asked of the front end's table, so that both always agree.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/bitcode.h"
#include "frontend/known_functions.h"
#include "instrument/passes.h"

namespace heddle::instrument {
namespace {

using frontend::KnownFunction;
using model::Builtin;

// Result and parameters after the event: v nothing, i int, p pointer, l long or size_t; P is a deadline, the last
// argument of the call if it has more than the model looks at.
const std::map<Builtin, const char*> kSignatures = {
    {Builtin::Error, "v"},
    {Builtin::Abort, "v"},
    {Builtin::Exit, "vi"},
    {Builtin::AssertFail, "vppip"},
    {Builtin::AtomicBegin, "v"},
    {Builtin::AtomicEnd, "v"},
    {Builtin::Assume, "vi"},
    {Builtin::Free, "vp"},
    {Builtin::Realloc, "ppl"},
    {Builtin::ThreadCreate, "ipipp"},
    {Builtin::ThreadJoin, "ilp"},
    {Builtin::ThreadTryJoin, "ilp"},
    {Builtin::ThreadDetach, "il"},
    {Builtin::ThreadExit, "vp"},
    {Builtin::MutexInit, "ipi"},
    {Builtin::MutexDestroy, "ip"},
    {Builtin::MutexLock, "ip"},
    {Builtin::MutexTryLock, "ip"},
    {Builtin::MutexTimedLock, "ipP"},
    {Builtin::MutexUnlock, "ip"},
    {Builtin::RwInit, "ip"},
    {Builtin::RwDestroy, "ip"},
    {Builtin::RwReadLock, "ip"},
    {Builtin::RwWriteLock, "ip"},
    {Builtin::RwTryReadLock, "ip"},
    {Builtin::RwTryWriteLock, "ip"},
    {Builtin::RwTimedReadLock, "ipP"},
    {Builtin::RwTimedWriteLock, "ipP"},
    {Builtin::RwUnlock, "ip"},
    {Builtin::SpinInit, "ip"},
    {Builtin::SpinDestroy, "ip"},
    {Builtin::SpinLock, "ip"},
    {Builtin::SpinTryLock, "ip"},
    {Builtin::SpinUnlock, "ip"},
    {Builtin::CondInit, "ip"},
    {Builtin::CondDestroy, "ip"},
    {Builtin::CondWait, "ipp"},
    {Builtin::CondTimedWait, "ippP"},
    {Builtin::CondSignal, "ip"},
    {Builtin::CondBroadcast, "ip"},
    {Builtin::BarrierInit, "ipi"},
    {Builtin::BarrierDestroy, "ip"},
    {Builtin::BarrierWait, "ip"},
    {Builtin::SemInit, "ipi"},
    {Builtin::SemDestroy, "ip"},
    {Builtin::SemWait, "ip"},
    {Builtin::SemTryWait, "ip"},
    {Builtin::SemTimedWait, "ipP"},
    {Builtin::ThreadCancel, "ilp"},
    {Builtin::ThreadCancelled, "ip"},
    {Builtin::ThreadCancelJoin, "ilpp"},
    {Builtin::SemCancelWait, "ipp"},
    {Builtin::CondCancelWait, "ippp"},
    {Builtin::CondCancelTimedWait, "ipppP"},
    {Builtin::SemPost, "ip"},
    {Builtin::SemGetValue, "ipp"},
};

bool never_returns(Builtin b) {
  return b == Builtin::Error || b == Builtin::Abort || b == Builtin::Exit || b == Builtin::AssertFail ||
         b == Builtin::ThreadExit;
}

// After these calls the process runs another program. (_exit and quick_exit are ends that the model knows.)
const std::set<std::string> kLeaves = {"execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve"};
// The run-time has functions of its own for these, since it must know when a handler runs.
const std::set<std::string> kHandlers = {"sigaction", "signal"};
const std::set<std::string> kSleeps = {"sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep"};

class Redirect {
 public:
  Redirect(llvm::Module& module, const Places& places)
      : module_(module), context_(module.getContext()), places_(places) {}

  void call(llvm::CallInst& c, const std::string& name) {
    uint32_t event = frontend::event_id(c);
    if (name.rfind("__VERIFIER_nondet_", 0) == 0 || name == model::kFairChoice) {
      if (c.arg_empty()) replace(c, input(c, event, nullptr));
      return;
    }
    if (name == "__VERIFIER_assert" && !c.arg_empty()) return declared_assert(c, event);
    if (kLeaves.count(name)) {
      llvm::CallInst::Create(module_.getOrInsertFunction("heddle_leaving", llvm::FunctionType::get(type('v'), false)),
                             "", c.getIterator());
      return;
    }
    std::optional<KnownFunction> known = frontend::known_function(name);
    if (!known) return;
    switch (known->kind) {
      case KnownFunction::Call: return builtin(c, event, *known, name);
      case KnownFunction::Output:
      case KnownFunction::PureInput: return result_is_input(c, event);
      case KnownFunction::NoEffect: return no_effect(c, name);
    }
  }

  // `__VERIFIER_atomic_...(...)`: the whole body is a section. It has no event of its own.
  void section(llvm::Function& f) {
    llvm::IRBuilder<> b(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    b.CreateCall(run_time("heddle_AtomicBegin", "v"), {b.getInt32(0)});
    for (llvm::BasicBlock& block : f)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        b.SetInsertPoint(end);
        b.CreateCall(run_time("heddle_AtomicEnd", "v"), {b.getInt32(0)});
      }
  }

  // What runs after main is called here, as in the model: the last to register first.
  void end_of_main(llvm::Function& main) {
    std::vector<llvm::Function*> destructors = take_destructors();
    for (llvm::BasicBlock& block : main)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        llvm::IRBuilder<> b(end);
        llvm::Value* code = end->getReturnValue() ? convert(b, end->getReturnValue(), b.getInt32Ty()) : b.getInt32(0);
        std::vector<llvm::CallInst*> after_main;
        for (llvm::Function* f : destructors) after_main.push_back(b.CreateCall(f));
        after_main.push_back(b.CreateCall(run_time("heddle_Exit", "vi"), {b.getInt32(0), code}));
        for (llvm::CallInst* c : after_main) c->setMetadata(kAfterMain, llvm::MDNode::get(context_, {}));
      }
  }

 private:
  std::vector<llvm::Function*> take_destructors() {
    std::vector<std::pair<uint64_t, llvm::Function*>> found;
    llvm::GlobalVariable* list = module_.getGlobalVariable("llvm.global_dtors");
    auto* entries =
        list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
    for (unsigned k = 0; entries && k < entries->getNumOperands(); ++k) {
      llvm::Constant* entry = entries->getOperand(k);
      uint64_t priority = llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0u))->getZExtValue();
      if (auto* f = llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1u)->stripPointerCasts()))
        found.emplace_back(priority, f);
    }
    if (list) list->eraseFromParent();
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<llvm::Function*> last_first;
    for (auto f = found.rbegin(); f != found.rend(); ++f) last_first.push_back(f->second);
    return last_first;
  }
  llvm::Type* type(char letter) {
    switch (letter) {
      case 'v': return llvm::Type::getVoidTy(context_);
      case 'i': return llvm::Type::getInt32Ty(context_);
      case 'l': return module_.getDataLayout().getIntPtrType(context_);
      default: return llvm::PointerType::get(context_, 0);
    }
  }
  llvm::FunctionCallee run_time(const std::string& name, const std::string& signature) {
    std::vector<llvm::Type*> parameters{type('i')};
    for (char letter : signature.substr(1)) parameters.push_back(type(letter));
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(type(signature[0]), parameters, false));
  }
  llvm::Value* convert(llvm::IRBuilder<>& b, llvm::Value* v, llvm::Type* to) {
    llvm::Type* from = v->getType();
    if (from == to || to->isVoidTy()) return v;
    if (from->isPointerTy() && to->isPointerTy()) return v;
    if (from->isPointerTy()) return b.CreatePtrToInt(v, to);
    if (to->isPointerTy()) return b.CreateIntToPtr(v, to);
    if (from->isIntegerTy() && to->isIntegerTy()) return b.CreateIntCast(v, to, false);
    if (to->isFloatingPointTy() && from->isIntegerTy()) {
      llvm::Type* bits =
          llvm::IntegerType::get(context_, static_cast<unsigned>(to->getPrimitiveSizeInBits().getFixedValue()));
      return b.CreateBitCast(b.CreateIntCast(v, bits, false), to);
    }
    if (from->isFloatingPointTy() && to->isIntegerTy()) {
      llvm::Type* bits =
          llvm::IntegerType::get(context_, static_cast<unsigned>(from->getPrimitiveSizeInBits().getFixedValue()));
      return b.CreateIntCast(b.CreateBitCast(v, bits), to, false);
    }
    return llvm::Constant::getNullValue(to);
  }
  void replace(llvm::CallInst& c, llvm::Value* by) {
    if (!c.use_empty()) c.replaceAllUsesWith(by);
    c.eraseFromParent();
  }

  void builtin(llvm::CallInst& c, uint32_t event, const KnownFunction& known, const std::string& name) {
    llvm::IRBuilder<> b(&c);
    if (known.builtin == Builtin::Apart) return replace(c, nullptr);  // the copy that follows does what it does
    if (known.builtin == Builtin::Nondet) return replace(c, input(c, event, nullptr));
    if (name.rfind("__heddle_", 0) == 0) {  // the models' names for what the C library has
      const char* real = known.builtin == Builtin::Malloc       ? "malloc"
                         : known.builtin == Builtin::Calloc     ? "calloc"
                         : known.builtin == Builtin::ThreadSelf ? "pthread_self"
                                                                : nullptr;
      if (real) return c.setCalledFunction(module_.getOrInsertFunction(real, c.getFunctionType()));
    }
    auto known_signature = kSignatures.find(known.builtin);
    if (known_signature == kSignatures.end()) return;
    std::string signature = known_signature->second;
    std::vector<llvm::Value*> arguments{b.getInt32(event)};
    size_t looked_at =
        known.arguments < 0 ? c.arg_size() : std::min<size_t>(static_cast<size_t>(known.arguments), c.arg_size());
    if (known.builtin == Builtin::AssertFail) looked_at = name == "__assert_fail" ? c.arg_size() : 0;
    for (size_t k = 1; k < signature.size(); ++k) {
      llvm::Type* wanted = type(signature[k]);
      if (signature[k] == 'P')
        arguments.push_back(c.arg_size() > k - 1 ? convert(b, c.getArgOperand(c.arg_size() - 1), wanted)
                                                 : llvm::Constant::getNullValue(wanted));
      else
        arguments.push_back(k - 1 < looked_at ? convert(b, c.getArgOperand(static_cast<unsigned>(k - 1)), wanted)
                                              : llvm::Constant::getNullValue(wanted));
    }
    if (known.builtin == Builtin::Assume)
      arguments[1] = b.CreateZExt(b.CreateICmpNE(arguments[1], b.getInt32(0)), b.getInt32Ty());
    llvm::CallInst* made =
        b.CreateCall(run_time(std::string("heddle_") + model::name(known.builtin), signature), arguments);
    if (never_returns(known.builtin)) {
      llvm::changeToUnreachable(&c);
      return;
    }
    replace(c, c.getType()->isVoidTy() ? nullptr
               : signature[0] == 'v'   ? llvm::Constant::getNullValue(c.getType())
                                       : convert(b, made, c.getType()));
  }

  // heddle_input(event, what the program would have got). `real` is null for inputs that only the verifier knows.
  llvm::Value* input(llvm::CallInst& c, uint32_t event, llvm::Value* real) {
    llvm::IRBuilder<> b(real ? c.getNextNode() : &c);
    llvm::Type* wide = b.getInt64Ty();
    llvm::Value* own =
        real ? convert(b, real, wide)
             : b.CreateCall(module_.getOrInsertFunction("heddle_any_value", llvm::FunctionType::get(wide, false)));
    if (!real && c.arg_size() == 2) {  // __heddle_Nondet(low, high)
      llvm::Value *low = convert(b, c.getArgOperand(0), wide), *high = convert(b, c.getArgOperand(1), wide);
      auto* span = llvm::dyn_cast<llvm::ConstantInt>(b.CreateSub(high, low));
      if (!span || !span->isMinusOne())
        own = b.CreateAdd(low, b.CreateURem(own, b.CreateAdd(b.CreateSub(high, low), b.getInt64(1))));
    }
    llvm::Value* v = b.CreateCall(
        module_.getOrInsertFunction("heddle_input", llvm::FunctionType::get(wide, {b.getInt32Ty(), wide}, false)),
        {b.getInt32(event), own});
    return c.getType()->isVoidTy() ? nullptr : convert(b, v, c.getType());
  }

  void result_is_input(llvm::CallInst& c, uint32_t event) {
    auto place = places_.find(event);
    if (place == places_.end() || !place->second.input || c.getType()->isVoidTy()) return;
    llvm::SmallVector<llvm::Use*, 4> uses;
    for (llvm::Use& u : c.uses()) uses.push_back(&u);
    llvm::Value* v = input(c, event, &c);
    for (llvm::Use* u : uses) u->set(v);
  }

  void no_effect(llvm::CallInst& c, const std::string& name) {
    llvm::Value* zero = c.getType()->isVoidTy() ? nullptr : llvm::Constant::getNullValue(c.getType());
    if (name.find("attr") != std::string::npos) return replace(c, zero);  // attribute objects are the models'
    if (!kSleeps.count(name)) return;
    llvm::IRBuilder<> b(&c);
    llvm::Value* real =
        b.CreateICmpEQ(b.CreateLoad(b.getInt32Ty(), &run_time_flag(module_, "heddle_follows_models")), b.getInt32(0));
    llvm::BasicBlock* before = c.getParent();
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(real, &c, false);
    if (!c.use_empty()) {
      llvm::PHINode* result = llvm::PHINode::Create(c.getType(), 2, "", c.getParent()->begin());
      c.replaceAllUsesWith(result);
      result->addIncoming(&c, then->getParent());
      result->addIncoming(zero, before);
    }
    c.moveBefore(then);
  }

  void declared_assert(llvm::CallInst& c, uint32_t event) {
    llvm::IRBuilder<> b(&c);
    llvm::Value* v = c.getArgOperand(0);
    llvm::Value* failed = b.CreateICmpEQ(v, llvm::Constant::getNullValue(v->getType()));
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(failed, &c, true);
    b.SetInsertPoint(then);
    llvm::Value* none = llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0));
    b.CreateCall(run_time("heddle_AssertFail", "vppip"), {b.getInt32(event), none, none, b.getInt32(0), none});
    replace(c, c.getType()->isVoidTy() ? nullptr : llvm::Constant::getNullValue(c.getType()));
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const Places& places_;
};

// The address of such a function becomes the address of a function of ours that makes the call.
void make_thunks(llvm::Module& module) {
  std::vector<llvm::Function*> named;
  for (llvm::Function& f : module) {
    std::optional<KnownFunction> known =
        f.isIntrinsic() || f.isVarArg() ? std::nullopt : frontend::known_function(frontend::source_name(f));
    if (known && known->kind == KnownFunction::Call && !frontend::is_ordinary(f)) named.push_back(&f);
  }
  for (llvm::Function* f : named) {
    auto as_value = [](const llvm::Use& u) {
      return !llvm::isa<llvm::CallInst>(u.getUser()) || !llvm::cast<llvm::CallInst>(u.getUser())->isCallee(&u);
    };
    if (!llvm::any_of(f->uses(), as_value)) continue;
    auto* thunk = llvm::Function::Create(f->getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                         "heddle_call_" + f->getName(), module);
    f->replaceUsesWithIf(thunk, [&](llvm::Use& u) { return as_value(u); });
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(module.getContext(), "", thunk));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& a : thunk->args()) arguments.push_back(&a);
    llvm::CallInst* call = b.CreateCall(f, arguments);
    f->getReturnType()->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(call);
  }
}

}  // namespace

void redirect_calls(llvm::Module& module, const Places& places) {
  make_thunks(module);
  std::vector<std::pair<llvm::WeakTrackingVH, std::string>> calls;  // what follows a call that never returns goes away
  std::vector<llvm::Function*> sections;
  for (llvm::Function& f : module) {
    std::string name = frontend::source_name(f);
    if (frontend::is_ordinary(f) && name.rfind("__VERIFIER_atomic_", 0) == 0) sections.push_back(&f);
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* c = llvm::dyn_cast<llvm::CallInst>(&i);
        if (!c || c->isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(c)) continue;
        auto* callee = llvm::dyn_cast<llvm::Function>(c->getCalledOperand()->stripPointerCastsAndAliases());
        if (callee && !frontend::is_ordinary(*callee)) calls.emplace_back(c, frontend::source_name(*callee));
      }
  }
  for (const std::string& name : kHandlers)
    if (llvm::Function* f = module.getFunction(name); f && f->isDeclaration()) f->setName("heddle_" + name);
  Redirect redirect(module, places);
  if (llvm::Function* main = module.getFunction("main")) redirect.end_of_main(*main);
  for (llvm::Function* f : sections) redirect.section(*f);
  for (auto& [call, name] : calls)
    if (auto* c = llvm::dyn_cast_if_present<llvm::CallInst>(static_cast<llvm::Value*>(call))) redirect.call(*c, name);
}

}  // namespace heddle::instrument
