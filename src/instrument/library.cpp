// SPDX-License-Identifier: GPL-3.0-or-later
// The library models in the real program. Models of thread functions (pthread_create, C11 threads, pthread_once, keys)
// stay: they end in operations of the run-time, which are the real ones. For everything else (strings, clocks, random
// numbers) the program calls the real library, except when it follows a trace: there the model runs, so that every
// single event of the trace has its place. The models get names of their own: the real library's must stay free.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <filesystem>
#include <set>

#include "frontend/bitcode.h"
#include "instrument/passes.h"

namespace heddle::instrument {
namespace {

bool always_runs(const llvm::Function& f) {
  static const std::set<std::string> files = {"pthread_objects", "c11_threads",  "once", "thread_keys",
                                              "semaphores",      "cancellation", "ends", "own_locks"};
  const llvm::DISubprogram* s = f.getSubprogram();
  return s && files.count(std::filesystem::path(s->getFilename().str()).stem().string()) != 0;
}

// These exist in the model only.
bool has_no_real_one(llvm::StringRef name) { return name.starts_with("__heddle_"); }

// The arguments of main: the program's own.
bool hands_on_first(const llvm::CallInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front("heddle_model_");
  return name == frontend::kArgumentCount || name == frontend::kArgumentVector;
}

// The function of the C library that a model of ours with another name stands for.
std::string real_name(llvm::StringRef name) {
  if (name.consume_front("__heddle_outside_") && !name.starts_with("look_at_")) return name.str();
  if (name.consume_front("__heddle_known_")) return name.str();
  return "";
}

// The run-time must know when a handler of a signal runs.
bool sets_handler(llvm::StringRef name) { return name == "signal" || name == "sigaction"; }

void choose_at_run_time(llvm::CallInst& call, llvm::Function* real) {
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> b(&call);
  llvm::Value* follows =
      b.CreateICmpNE(b.CreateLoad(b.getInt32Ty(), &run_time_flag(module, "heddle_follows_models")), b.getInt32(0));
  llvm::Instruction *model_end = nullptr, *real_end = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(follows, &call, &model_end, &real_end);
  llvm::BasicBlock* join = call.getParent();
  llvm::Value* other = nullptr;
  if (real) {
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    copy->setCalledFunction(call.getFunctionType(), real);
    copy->insertBefore(real_end);
    other = copy;
  } else if (hands_on_first(call)) {
    other = call.getArgOperand(0);
  } else if (!call.getType()->isVoidTy()) {
    other = llvm::Constant::getNullValue(call.getType());
  }
  llvm::PHINode* result = nullptr;
  if (!call.use_empty()) {
    result = llvm::PHINode::Create(call.getType(), 2, "", join->begin());
    call.replaceAllUsesWith(result);
  }
  call.moveBefore(model_end);
  if (result) {
    result->addIncoming(&call, model_end->getParent());
    result->addIncoming(other, real_end->getParent());
  }
}

void separate(llvm::Function& model) {
  std::string name = model.getName().str();
  model.setName("heddle_model_" + name);
  model.setLinkage(llvm::GlobalValue::InternalLinkage);
  model.setComdat(nullptr);
  if (always_runs(model)) return;
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : model.users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
      if (call->getCalledOperand() == &model && !frontend::from_library(*call->getFunction())) calls.push_back(call);
  if (calls.empty()) return;
  llvm::Function* real = nullptr;
  const std::string real_one = has_no_real_one(name) ? real_name(name) : sets_handler(name) ? "heddle_" + name : name;
  if (!real_one.empty()) {
    const bool may_be_missing = model.hasFnAttribute(frontend::kHarmlessMark);
    real = llvm::Function::Create(
        model.getFunctionType(),
        may_be_missing ? llvm::GlobalValue::ExternalWeakLinkage : llvm::GlobalValue::ExternalLinkage, real_one,
        *model.getParent());
    real->setCallingConv(model.getCallingConv());
  }
  for (llvm::CallInst* call : calls) choose_at_run_time(*call, real);
}

// The streams are handed to the real output functions; the real getopt leaves its results in the others.
bool is_shared_with_library(llvm::StringRef name) {
  static const std::set<std::string> names = {"stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt"};
  return names.count(name.str()) != 0;
}
void use_real_variable(llvm::GlobalVariable& v) {
  std::string name = v.getName().str();
  v.setName("heddle_model_" + name);
  auto* real = new llvm::GlobalVariable(*v.getParent(), v.getValueType(), false, llvm::GlobalValue::ExternalLinkage,
                                        nullptr, name);
  v.replaceAllUsesWith(real);
  v.eraseFromParent();
}

// A model that gives up calls a function that is defined nowhere. No trace leads to such a call, but to those whose
// result nothing in the trace depends on.
void define_what_has_no_model(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (!f.isDeclaration() || !f.getName().starts_with("__heddle_")) continue;
    f.setSubprogram(nullptr);  // that of a declaration does not fit a definition
    f.setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(module.getContext(), "", &f));
    if (f.getName() == "__heddle_any_part_of_a_number_of_mathematics") {
      b.CreateRet(llvm::Constant::getNullValue(f.getReturnType()));
      continue;
    }
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::trap, {});
    b.CreateUnreachable();
  }
}

// Objects without content: in the real program they are there, and nobody looks at them.
void define_texts(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> texts;
  for (llvm::GlobalVariable& v : module.globals())
    if (v.isDeclaration() && v.getName().starts_with("__heddle_")) texts.push_back(&v);
  for (llvm::GlobalVariable* v : texts) {
    llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 16);
    auto* made = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                          llvm::Constant::getNullValue(type), "");
    v->replaceAllUsesWith(made);
    made->takeName(v);
    v->eraseFromParent();
  }
}

}  // namespace

void separate_library(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& v : module.globals())
    if (frontend::from_library(v) && !v.isDeclaration()) variables.push_back(&v);
  for (llvm::GlobalVariable* v : variables) {
    if (is_shared_with_library(v->getName())) {
      use_real_variable(*v);
      continue;
    }
    v->setName("heddle_model_" + v->getName());
    v->setLinkage(llvm::GlobalValue::InternalLinkage);
    v->setComdat(nullptr);
  }
  std::vector<llvm::Function*> models;
  for (llvm::Function& f : module)
    if (frontend::from_library(f) && !f.isDeclaration()) models.push_back(&f);
  define_texts(module);
  llvm::Constant* at_thread_exit = llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0));
  if (llvm::Function* f = module.getFunction("__heddle_thread_exit")) at_thread_exit = f;
  new llvm::GlobalVariable(module, at_thread_exit->getType(), false, llvm::GlobalValue::ExternalLinkage, at_thread_exit,
                           "heddle_at_thread_exit");
  for (llvm::Function* f : models) separate(*f);
  define_what_has_no_model(module);
}

}  // namespace heddle::instrument
