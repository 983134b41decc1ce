// SPDX-License-Identifier: GPL-3.0-or-later
// The integers that the user's code mentions, with their neighbours: when an input has too many values to try them all,
// these are the ones where behaviour changes.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

#include "frontend/bitcode.h"
#include "frontend/program_builder.h"

namespace heddle::frontend {
namespace {

void add(const llvm::Value* v, std::set<uint64_t>& all) {
  auto* number = llvm::dyn_cast<llvm::ConstantInt>(v);
  if (!number || number->getBitWidth() > 64 || number->getBitWidth() == 1) return;
  uint64_t mask = number->getBitWidth() == 64 ? ~uint64_t{0} : (uint64_t{1} << number->getBitWidth()) - 1;
  uint64_t value = number->getZExtValue();
  for (uint64_t near : {value - 1, value, value + 1}) all.insert(near & mask);
}

}  // namespace

std::vector<uint64_t> source_constants(const llvm::Module& module) {
  std::set<uint64_t> all;
  for (const llvm::Function& f : module) {
    if (from_library(f)) continue;
    for (const llvm::BasicBlock& block : f)
      for (const llvm::Instruction& i : block) {
        if (llvm::isa<llvm::ICmpInst, llvm::BinaryOperator>(i))
          for (const llvm::Value* operand : i.operands()) add(operand, all);
        if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&i))
          for (const auto& c : choice->cases()) add(c.getCaseValue(), all);
      }
  }
  return {all.begin(), all.end()};
}

}  // namespace heddle::frontend
