// SPDX-License-Identifier: GPL-3.0-or-later
// check --harmless: a function about which nothing is known gets a body that returns any value and does nothing else.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/known_functions.h"

namespace heddle::frontend {
namespace {

llvm::Value* any_value(llvm::IRBuilder<>& b, llvm::Module& module, llvm::Type* type) {
  const unsigned bits = static_cast<unsigned>(module.getDataLayout().getTypeSizeInBits(type).getFixedValue());
  const bool wide = bits > 32;
  llvm::Type* drawn = wide ? b.getInt64Ty() : b.getInt32Ty();
  llvm::FunctionCallee draw = module.getOrInsertFunction(wide ? "__heddle_NondetLong" : "__heddle_Nondet",
                                                         llvm::FunctionType::get(drawn, {drawn, drawn}, false));
  const uint64_t most = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  llvm::Value* v = b.CreateCall(draw, {llvm::ConstantInt::get(drawn, 0), llvm::ConstantInt::get(drawn, most)});
  v = b.CreateZExtOrTrunc(v, b.getIntNTy(bits));
  return type->isPointerTy() ? b.CreateIntToPtr(v, type) : b.CreateBitCast(v, type);
}

}  // namespace

void make_harmless(llvm::Module& module, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    llvm::Function* f = module.getFunction(name);
    if (!f) continue;
    if (from_library(*f)) f->deleteBody();  // the user knows better
    if (!f->isDeclaration())
      throw InputError("--harmless: the program defines `" + name +
                       "` itself; give another definition with --model FILE.c instead");
    if (known_function(name)) throw InputError("--harmless: Heddle knows what `" + name + "` does; leave it out");
    llvm::Type* type = f->getReturnType();
    const bool scalar = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
    if (!type->isVoidTy() && (!scalar || module.getDataLayout().getTypeSizeInBits(type).getFixedValue() > 64))
      throw InputError("--harmless: `" + name + "` returns a struct; give a definition with --model FILE.c");
    f->setSubprogram(nullptr);  // that of a declaration
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(module.getContext(), "", f));
    if (f->doesNotReturn()) {
      b.CreateCall(module.getOrInsertFunction("abort", llvm::FunctionType::get(b.getVoidTy(), false)));
      b.CreateUnreachable();
    } else {
      type->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(any_value(b, module, type));
    }
    mark_as_library(*f);
    f->addFnAttr(kHarmlessMark);
  }
}

}  // namespace heddle::frontend
