// SPDX-License-Identifier: GPL-3.0-or-later
// The project's own locks, as its heddle.toml names them: a function that takes the lock to which one of its arguments
// points, and one that gives it back. They stand for a mutex each, whatever their bodies say; every verdict repeats
// that. Where all calls name their lock by its address, each lock becomes one mutex, which engines tell apart best.
// Else a library model (library/own_locks.c) finds the mutex that belongs to an address.
// A program may use neither function of a pair: one heddle.toml is for all programs of a project. But a program with
// one of the two would take locks that nobody gives back, and a deadlock would be found that is none: it is refused.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/nearest.h"
#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

struct Operation {
  llvm::Function* function;
  int argument;  // that points to the lock; -1: the pair of functions is one lock
  size_t pair;
  bool takes;
};

// The address of a variable, or of a part of it.
using Address = std::pair<const llvm::GlobalVariable*, int64_t>;

std::string name_of(const std::string& operation) { return operation.substr(0, operation.find(':')); }

std::vector<Operation> operations(llvm::Module& module, const std::vector<std::string>& texts, bool takes) {
  std::vector<Operation> all;
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t colon = texts[i].find(':');
    const std::string name = name_of(texts[i]);
    const int argument = colon == std::string::npos ? -1 : std::stoi(texts[i].substr(colon + 1));
    for (llvm::Function& f : module) {
      if (source_name(f) != name) continue;
      if (argument >= static_cast<int>(f.arg_size()) ||
          (argument >= 0 && !f.getArg(argument)->getType()->isPointerTy()))
        throw InputError("heddle.toml: " + texts[i] + ": the function `" + name + "` has no pointer as argument " +
                         std::to_string(argument) + " (they are counted from 0)");
      if (!f.getReturnType()->isVoidTy() && !f.getReturnType()->isIntegerTy())
        throw InputError("heddle.toml: " + texts[i] + ": a lock function returns nothing, or an integer");
      all.push_back({&f, argument, i, takes});
    }
  }
  return all;
}

// Throws InputError if the program has one function of a pair and not the other.
void refuse_half_pairs(const llvm::Module& module, const CompileJob& job) {
  std::vector<std::string> names;
  for (const llvm::Function& f : module)
    if (!f.isIntrinsic()) names.push_back(source_name(f));
  const auto has = [&](const std::string& name) { return std::count(names.begin(), names.end(), name) != 0; };
  for (size_t i = 0; i < job.acquires.size() && i < job.releases.size(); ++i) {
    const std::string acquire = name_of(job.acquires[i]), release = name_of(job.releases[i]);
    if (has(acquire) == has(release)) continue;
    const std::string& missing = has(acquire) ? release : acquire;
    throw InputError("heddle.toml: [[lock]]: the program has no function `" + missing + "`" +
                     base::did_you_mean(missing, names) + ", but uses `" + (has(acquire) ? acquire : release) +
                     "`; correct the name, or leave out this [[lock]]");
  }
}

// The calls of a function; false if it is also used in another way.
bool calls(llvm::Function& f, std::vector<llvm::CallInst*>& into) {
  for (const llvm::Use& u : f.uses()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(u.getUser());
    if (!call || !call->isCallee(&u) || call->getFunctionType() != f.getFunctionType()) return false;
    into.push_back(call);
  }
  return true;
}

class OwnLocks {
 public:
  explicit OwnLocks(llvm::Module& module) : module_(module) {}

  void replace(const std::vector<Operation>& all) {
    bool simple = true;
    for (const Operation& o : all) {
      std::vector<llvm::CallInst*> theirs;
      simple = simple && calls(*o.function, theirs);
      for (llvm::CallInst* call : theirs) simple = simple && (o.argument < 0 || address(*call, o));
    }
    for (const Operation& o : all) simple ? replace_calls(o) : replace_body(o);
  }

 private:
  std::optional<Address> address(const llvm::CallInst& call, const Operation& o) const {
    const llvm::DataLayout& layout = module_.getDataLayout();
    const llvm::Value* v = call.getArgOperand(static_cast<unsigned>(o.argument));
    llvm::APInt offset(layout.getIndexTypeSizeInBits(v->getType()), 0);
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(v->stripAndAccumulateConstantOffsets(layout, offset, true));
    if (!variable || variable->isThreadLocal()) return std::nullopt;
    return Address{variable, offset.getSExtValue()};
  }

  llvm::GlobalVariable* new_mutex(const std::string& name) {
    auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module_.getContext()), 5);  // as large as a mutex
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage,
                                    llvm::ConstantAggregateZero::get(type), name);
  }
  llvm::GlobalVariable* mutex(const Address& a) {
    llvm::GlobalVariable*& m = mutexes_[a];
    if (!m) m = new_mutex(a.first->getName().str() + (a.second ? "+" + std::to_string(a.second) : "") + ".lock");
    return m;
  }
  llvm::GlobalVariable* mutex_of_pair(const Operation& o) {
    llvm::GlobalVariable*& m = pairs_[o.pair];
    if (!m) m = new_mutex(source_name(*o.function) + ".lock");
    return m;
  }

  llvm::FunctionCallee function(const char* name, llvm::Type* result) {
    auto* pointer = llvm::PointerType::get(module_.getContext(), 0);
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(result, {pointer}, false));
  }
  void operate(llvm::IRBuilder<>& b, const Operation& o, llvm::Value* mutex) {
    b.CreateCall(function(o.takes ? "pthread_mutex_lock" : "pthread_mutex_unlock", b.getInt32Ty()), {mutex});
  }

  void replace_calls(const Operation& o) {
    std::vector<llvm::CallInst*> theirs;
    calls(*o.function, theirs);
    for (llvm::CallInst* call : theirs) {
      llvm::IRBuilder<> b(call);
      operate(b, o, o.argument < 0 ? mutex_of_pair(o) : mutex(*address(*call, o)));
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
  }

  void replace_body(const Operation& o) {
    llvm::Function& f = *o.function;
    f.deleteBody();
    f.setSubprogram(nullptr);
    f.setComdat(nullptr);
    f.setLinkage(llvm::GlobalValue::ExternalLinkage);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(module_.getContext(), "", &f));
    if (o.argument < 0)
      operate(b, o, mutex_of_pair(o));
    else
      b.CreateCall(function(o.takes ? "__heddle_take_own_lock" : "__heddle_give_own_lock", b.getVoidTy()),
                   {f.getArg(static_cast<unsigned>(o.argument))});
    f.getReturnType()->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(llvm::Constant::getNullValue(f.getReturnType()));
  }

  llvm::Module& module_;
  std::map<Address, llvm::GlobalVariable*> mutexes_;
  std::map<size_t, llvm::GlobalVariable*> pairs_;
};

}  // namespace

void take_locks(llvm::Module& module, const CompileJob& job) {
  refuse_half_pairs(module, job);
  std::vector<Operation> all = operations(module, job.acquires, true);
  for (const Operation& o : operations(module, job.releases, false)) all.push_back(o);
  OwnLocks(module).replace(all);
}

}  // namespace heddle::frontend
