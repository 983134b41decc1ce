// SPDX-License-Identifier: GPL-3.0-or-later
// floor, sqrt and the like are built into LLVM; here they become calls again, so that library models apply to them.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>

#include "frontend/bitcode.h"

namespace heddle::frontend {

void name_mathematics(llvm::Module& module) {
  using I = llvm::Intrinsic::IndependentIntrinsics;
  static const std::map<unsigned, std::string> kNames = {{I::floor, "floor"},   {I::ceil, "ceil"},
                                                         {I::trunc, "trunc"},   {I::round, "round"},
                                                         {I::rint, "rint"},     {I::sqrt, "sqrt"},
                                                         {I::pow, "pow"},       {I::nearbyint, "nearbyint"},
                                                         {I::minnum, "fmin"},   {I::maxnum, "fmax"},
                                                         {I::lround, "lround"}, {I::llround, "llround"},
                                                         {I::lrint, "lrint"},   {I::sin, "sin"},
                                                         {I::cos, "cos"},       {I::exp, "exp"},
                                                         {I::log, "log"},       {I::log2, "log2"},
                                                         {I::log10, "log10"},   {I::exp2, "exp2"},
                                                         {I::llrint, "llrint"}, {I::roundeven, "roundeven"},
                                                         {I::fma, "fma"},       {I::exp10, "exp10"},
                                                         {I::ldexp, "ldexp"}};
  std::vector<llvm::Function*> found;
  for (llvm::Function& f : module)
    if (f.isIntrinsic() && kNames.count(f.getIntrinsicID())) found.push_back(&f);
  for (llvm::Function* f : found) {
    llvm::Type* type = f->getArg(0)->getType();
    if (!type->isDoubleTy() && !type->isFloatTy()) continue;
    llvm::FunctionCallee named = module.getOrInsertFunction(
        kNames.at(f->getIntrinsicID()) + (type->isFloatTy() ? "f" : ""), f->getFunctionType());
    for (llvm::User* user : std::vector<llvm::User*>(f->user_begin(), f->user_end()))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) call->setCalledFunction(named);
  }
}

}  // namespace heddle::frontend
