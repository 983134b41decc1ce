// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of the environment whose names are literals. The models of getenv and its like look for a name among those
// that were asked for, and end in a call without a model where there are too many, or one is too long
// (library/arguments.c). Where all names of the program are literals, and few, each has a number, and the calls go to
// variants of the models that need no search and have no such end.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

constexpr size_t kMostNames = 3, kLongestName = 30;  // as the models have it

struct Asks {
  llvm::CallInst* call;
  unsigned number;
};

// Every call with the number of its name; nothing if some name is not known.
std::vector<Asks> numbered_calls(const std::vector<llvm::Function*>& functions) {
  std::vector<Asks> all;
  std::vector<std::string> names;
  for (llvm::Function* f : functions)
    for (llvm::User* user : f->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != f || call->arg_size() != f->arg_size() || call->arg_size() == 0)
        return {};
      const std::optional<std::string> name = literal_text(call->getArgOperand(0));
      if (!name || name->empty() || name->size() > kLongestName || name->find('=') != std::string::npos) return {};
      auto at = std::find(names.begin(), names.end(), *name);
      if (at == names.end()) at = names.insert(at, *name);
      if (names.size() > kMostNames) return {};
      all.push_back({call, static_cast<unsigned>(at - names.begin())});
    }
  return all;
}

}  // namespace

void number_environment_variables(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (const char* name : {"getenv", "setenv", "unsetenv"})
    if (llvm::Function* f = module.getFunction(name)) {
      if (!f->isDeclaration()) return;
      functions.push_back(f);
    }
  for (const auto& [call, number] : numbered_calls(functions)) {
    llvm::Function& f = *call->getCalledFunction();
    llvm::IRBuilder<> b(call);
    std::vector<llvm::Type*> types = f.getFunctionType()->params().vec();
    types.push_back(b.getInt32Ty());
    llvm::FunctionCallee model = module.getOrInsertFunction("__heddle_known_" + f.getName().str(),
                                                            llvm::FunctionType::get(f.getReturnType(), types, false));
    std::vector<llvm::Value*> arguments(call->arg_begin(), call->arg_end());
    arguments.push_back(b.getInt32(number));
    llvm::CallInst* other = b.CreateCall(model, arguments);
    call->replaceAllUsesWith(other);
    call->eraseFromParent();
  }
}

}  // namespace heddle::frontend
