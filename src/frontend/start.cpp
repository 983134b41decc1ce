// SPDX-License-Identifier: GPL-3.0-or-later
// check --main and --entry: where the program begins. A function that looks like main takes its place. Else there is a
// main of ours, in the user's code as far as anybody can tell: it calls the function, starts the entries as threads,
// and waits for them. Numbers among the parameters are inputs. A pointer points to an object of which nothing is known,
// so that an execution that looks at it is not followed.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

#include "base/check.h"
#include "base/nearest.h"
#include "frontend/bitcode.h"
#include "model/library_names.h"

namespace heddle::frontend {
namespace {

// Functions that somebody else may call come first.
std::vector<std::string> names_of_functions(const llvm::Module& module) {
  std::vector<std::string> names, of_one_file;
  for (const llvm::Function& f : module)
    if (!f.isDeclaration()) (f.hasLocalLinkage() ? of_one_file : names).push_back(source_name(f));
  names.insert(names.end(), of_one_file.begin(), of_one_file.end());
  return names;
}

llvm::Function& named(llvm::Module& module, const std::string& name, const std::string& option) {
  llvm::Function* found = nullptr;
  for (llvm::Function& f : module) {
    if (f.isDeclaration() || source_name(f) != name) continue;
    if (found) throw InputError(option + " " + name + ": several files define a function of this name");
    found = &f;
  }
  if (!found)
    throw InputError(option + " " + name + ": no file defines a function of this name" +
                     base::did_you_mean(name, names_of_functions(module)));
  return *found;
}

bool looks_like_main(const llvm::Function& f) {
  const bool returns = f.getReturnType()->isIntegerTy() || f.getReturnType()->isVoidTy();
  if (f.arg_size() == 0) return returns && !f.isVarArg();
  return returns && f.arg_size() == 2 && f.getArg(0)->getType()->isIntegerTy(32) &&
         f.getArg(1)->getType()->isPointerTy() && !f.isVarArg();
}

// Engines take it that main runs once.
void remove_main(llvm::Module& module, const std::string& option) {
  llvm::Function* old = module.getFunction("main");
  if (!old) return;
  if (!old->use_empty()) throw InputError(option + ": the program calls main itself, which is not supported together");
  old->eraseFromParent();
}

class Start {
 public:
  Start(llvm::Module& module, std::string option)
      : module_(module), context_(module.getContext()), option_(std::move(option)) {}

  void make(llvm::Function* first, const std::vector<llvm::Function*>& entries) {
    llvm::Function* main = function("main", llvm::Type::getInt32Ty(context_), {}, first ? *first : *entries[0]);
    llvm::IRBuilder<> b(context_);
    begin(b, *main);
    llvm::Type* handle = module_.getDataLayout().getIntPtrType(context_);
    auto* pointer = llvm::PointerType::get(context_, 0);
    std::vector<llvm::Value*> handles;
    for (size_t i = 0; i < entries.size(); ++i) handles.push_back(b.CreateAlloca(handle));
    if (first) call(b, *first);
    llvm::FunctionCallee create = module_.getOrInsertFunction(
        "pthread_create", llvm::FunctionType::get(b.getInt32Ty(), {pointer, pointer, pointer, pointer}, false));
    llvm::FunctionCallee join =
        module_.getOrInsertFunction("pthread_join", llvm::FunctionType::get(b.getInt32Ty(), {handle, pointer}, false));
    auto* null = llvm::ConstantPointerNull::get(pointer);
    std::vector<llvm::Value*> errors;
    for (size_t i = 0; i < entries.size(); ++i)
      errors.push_back(b.CreateCall(create, {handles[i], null, thread(*entries[i]), unknown_object(*entries[i])}));
    for (size_t i = 0; i < entries.size(); ++i) {  // a thread may not have started (--malloc-may-fail)
      auto* wait = llvm::BasicBlock::Create(context_, "", main);
      auto* go_on = llvm::BasicBlock::Create(context_, "", main);
      b.CreateCondBr(b.CreateICmpEQ(errors[i], llvm::ConstantInt::get(errors[i]->getType(), 0)), wait, go_on);
      b.SetInsertPoint(wait);
      b.CreateCall(join, {b.CreateLoad(handle, handles[i]), null});
      b.CreateBr(go_on);
      b.SetInsertPoint(go_on);
    }
    b.CreateRet(b.getInt32(0));
  }

 private:
  // It stands where `like` is defined.
  llvm::Function* function(const std::string& name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters,
                           const llvm::Function& like, const std::string& shown = "") {
    auto* f = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                     llvm::GlobalValue::ExternalLinkage, name, module_);
    llvm::BasicBlock::Create(context_, "", f);
    const llvm::DISubprogram* s = like.getSubprogram();
    if (!s) return f;
    llvm::DIBuilder d(module_, true, s->getUnit());
    auto* type = d.createSubroutineType(d.getOrCreateTypeArray({}));
    const std::string text = shown.empty() ? name : shown;
    llvm::DISubprogram* ours =
        d.createFunction(s->getFile(), text, name, s->getFile(), s->getLine(), type, s->getLine(),
                         llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    d.finalizeSubprogram(ours);
    f->setSubprogram(ours);
    return f;
  }

  void begin(llvm::IRBuilder<>& b, llvm::Function& f) {
    b.SetInsertPoint(&f.getEntryBlock());
    if (llvm::DISubprogram* s = f.getSubprogram())
      b.SetCurrentDebugLocation(llvm::DILocation::get(context_, s->getLine(), 0, s));
  }

  llvm::Value* any(llvm::IRBuilder<>& b, llvm::Type* type, const llvm::Function& of) {
    if (type->isPointerTy()) return unknown_object(of);
    const char* name = type->isFloatTy() ? "float" : type->isDoubleTy() ? "double" : nullptr;
    unsigned bits = 0;
    if (!name && type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
      bits = type->getIntegerBitWidth() <= 8    ? 8
             : type->getIntegerBitWidth() <= 16 ? 16
             : type->getIntegerBitWidth() <= 32 ? 32
                                                : 64;
      name = bits == 8 ? "uchar" : bits == 16 ? "ushort" : bits == 32 ? "uint" : "ulonglong";
    }
    if (!name)
      throw InputError(option_ + " " + source_name(of) +
                       ": takes a struct; write a function that calls it, and name that one");
    llvm::Type* drawn = bits ? b.getIntNTy(bits) : type;
    llvm::Value* v = b.CreateCall(
        module_.getOrInsertFunction(std::string("__VERIFIER_nondet_") + name, llvm::FunctionType::get(drawn, false)));
    return bits ? b.CreateZExtOrTrunc(v, type) : v;
  }

  llvm::Constant* unknown_object(const llvm::Function& of) {
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context_), 0);
    return module_.getOrInsertGlobal(std::string(model::kArgumentOfEntry) + source_name(of), type);
  }

  void call(llvm::IRBuilder<>& b, llvm::Function& f) {
    std::vector<llvm::Value*> arguments;
    for (const llvm::Argument& a : f.args()) arguments.push_back(any(b, a.getType(), f));
    b.CreateCall(&f, arguments);
  }

  // What pthread_create is given.
  llvm::Function* thread(llvm::Function& f) {
    auto* pointer = llvm::PointerType::get(context_, 0);
    if (f.getReturnType()->isPointerTy() && f.arg_size() == 1 && f.getArg(0)->getType()->isPointerTy() && !f.isVarArg())
      return &f;
    const std::string name = "__heddle_thread_" + f.getName().str();
    if (llvm::Function* made = module_.getFunction(name)) return made;
    llvm::Function* made = function(name, pointer, {pointer}, f, source_name(f));
    llvm::IRBuilder<> b(context_);
    begin(b, *made);
    call(b, f);
    b.CreateRet(llvm::ConstantPointerNull::get(pointer));
    return made;
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::string option_;
};

[[noreturn]] void refuse_without_main(const llvm::Module& module, const CompileJob& job) {
  std::string message = job.files.front() + ": no function `main`" +
                        (job.files.size() > 1 ? " in any of the files" : "") + "; a program to check needs one";
  std::vector<std::string> names = names_of_functions(module);
  if (names.empty()) throw InputError(message);
  constexpr size_t kShown = 2;
  std::string some = names[0];
  for (size_t i = 1; i < std::min(kShown, names.size()); ++i) some += "," + names[i];
  throw InputError(message + ". To check a part, say where it begins: --entry " + some + " starts a thread in each, " +
                   "--main " + names[0] + " begins with one function");
}

void make_start(llvm::Module& module, const CompileJob& job) {
  const bool other_main = !job.main_function.empty() && job.main_function != "main";
  if (!other_main && job.entries.empty()) return;
  std::vector<llvm::Function*> entries;
  for (const std::string& name : job.entries) entries.push_back(&named(module, name, "--entry"));
  llvm::Function* first = job.main_function.empty() ? nullptr : &named(module, job.main_function, "--main");
  if (first && std::count(entries.begin(), entries.end(), first))
    throw InputError("--main " + job.main_function + ": is given with --entry, too");
  if (entries.empty() && looks_like_main(*first)) {
    remove_main(module, "--main");
    first->setName("main");
    first->setLinkage(llvm::GlobalValue::ExternalLinkage);
    return;
  }
  if (llvm::Function* old = module.getFunction("main"); old && old == first) {
    throw InputError("--main main --entry ...: main ends the program; name another function, or leave out --main");
  }
  remove_main(module, entries.empty() ? "--main" : "--entry");
  Start(module, entries.empty() ? "--main" : "--entry").make(first, entries);
}

}  // namespace

void choose_start(llvm::Module& module, const CompileJob& job) {
  make_start(module, job);
  const llvm::Function* start = module.getFunction("main");
  if (!start || start->isDeclaration() || start->hasLocalLinkage()) refuse_without_main(module, job);
}

}  // namespace heddle::frontend
