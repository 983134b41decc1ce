// SPDX-License-Identifier: GPL-3.0-or-later
#include "frontend/inline_bodies.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "frontend/known_functions.h"

namespace heddle::frontend {

void InlineBodies::add_definitions(const llvm::Module& module) {
  for (const llvm::GlobalValue& v : module.global_values())
    if (!v.isDeclaration() && !v.hasLocalLinkage()) defined_.insert(v.getName().str());
}

bool InlineBodies::lacks_some(const llvm::Module& module) const {
  for (const llvm::Function& f : module) {
    if (!f.isDeclaration() || f.isIntrinsic() || f.use_empty()) continue;
    std::string name = f.getName().str();
    bool known = defined_.count(name) || library_.getFunction(name) || known_function(name) || !why_refused(name).empty();
    if (!known && name.rfind("__VERIFIER_nondet_", 0) != 0) return true;
  }
  return false;
}

void InlineBodies::take_from(std::unique_ptr<llvm::Module> old_rule, std::unique_ptr<llvm::Module>& module) const {
  for (const llvm::Function& f : *module) {
    const llvm::Function* again = old_rule->getFunction(f.getName());
    if (!f.isDeclaration() && (!again || again->isDeclaration())) return;
  }
  for (llvm::Function& f : *old_rule) {
    const llvm::Function* before = module->getFunction(f.getName());
    bool appeared = !f.isDeclaration() && !f.hasLocalLinkage() && (!before || before->isDeclaration());
    if (appeared) f.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  }
  module = std::move(old_rule);
}

}  // namespace heddle::frontend
