// SPDX-License-Identifier: GPL-3.0-or-later
// The lifetimes of variables. A variable with markers is made where its lifetime begins (llvm.lifetime.start), anew
// each time, and ends at llvm.lifetime.end; a variable-length array ends where the stack pointer that was saved before
// it is restored. What ends together is one ScopeEnd. An end with nothing between it and the procedure's return is left
// to the return.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>

#include "frontend/block_types.h"
#include "frontend/function_builder.h"

namespace heddle::frontend {
namespace {

bool is_marker(const llvm::Value* v, llvm::Intrinsic::ID id) {
  auto* i = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(v);
  return i && i->getIntrinsicID() == id;
}
bool is_end(const llvm::Value* v) { return is_marker(v, llvm::Intrinsic::lifetime_end); }

const llvm::AllocaInst* marked_variable(const llvm::IntrinsicInst& i) {
  return llvm::dyn_cast<llvm::AllocaInst>(i.getArgOperand(1)->stripPointerCasts());
}

// Does the procedure return next, without doing anything else?
bool returns_behind(const llvm::Instruction& end) {
  std::set<const llvm::BasicBlock*> seen;
  for (const llvm::Instruction* i = end.getNextNonDebugInstruction();;) {
    if (llvm::isa<llvm::ReturnInst>(i)) return true;
    if (is_end(i) || is_marker(i, llvm::Intrinsic::stackrestore) || llvm::isa<llvm::PHINode>(i)) {
      i = i->getNextNonDebugInstruction();
      continue;
    }
    auto* jump = llvm::dyn_cast<llvm::BranchInst>(i);
    if (!jump || jump->isConditional() || !seen.insert(jump->getSuccessor(0)).second) return false;
    i = &jump->getSuccessor(0)->front();
  }
}

}  // namespace

const llvm::DominatorTree& FunctionBuilder::dominators() {
  if (!dominators_) dominators_ = std::make_shared<llvm::DominatorTree>(const_cast<llvm::Function&>(f_));
  return *dominators_;
}

// Does the lifetime begin in one place only, and nothing uses the variable before?
bool FunctionBuilder::begins_before_all_uses(const llvm::AllocaInst& variable) {
  const llvm::Instruction* begin = nullptr;
  for (const llvm::User* u : variable.users()) {
    if (!is_marker(u, llvm::Intrinsic::lifetime_start)) continue;
    if (begin) return false;
    begin = llvm::cast<llvm::Instruction>(u);
  }
  if (!begin) return false;
  for (const llvm::Use& use : variable.uses())
    if (use.getUser() != begin && !dominators().dominates(begin, use)) return false;
  return true;
}

void FunctionBuilder::make_variable(const llvm::AllocaInst& i) {
  auto [known, fresh] = sites_.emplace(&i, static_cast<model::SiteId>(owner_.program().sites.size()));
  if (fresh) {
    model::Site site;
    site.function = made_.name;
    site.pos = pos_;
    if (const llvm::DILocalVariable* variable = names_.at(&i)) {
      site.name = variable->getName().str();
      site.type = owner_.debug().type(variable->getType());
      site.pos = owner_.debug().position(*variable);
    } else if (const llvm::DIType* pointer = pointer_to_block(i, names_, owner_.layout())) {
      site.type = owner_.debug().pointee(pointer);
    }
    site.alignment = static_cast<uint32_t>(i.getAlign().value());
    owner_.program().sites.push_back(std::move(site));
  }
  uint64_t size = owner_.layout().getTypeAllocSize(i.getAllocatedType()).getFixedValue();
  Instr make = instruction(InstrKind::Alloca);
  make.event = 0;
  make.site = known->second;
  make.pos = owner_.program().sites[make.site].pos;
  ExprId count = x_.resize(value(i.getArraySize()), owner_.pointer_width());
  make.a = x_.is_constant(count) ? x_.pointer_constant(x_.constant_value(count) * size)
                                 : x_.binary(ExprOp::Mul, count, x_.pointer_constant(size));
  make.dst = local_of(&i);
  emit(std::move(make));
}

void FunctionBuilder::convert_alloca(const llvm::AllocaInst& i) {
  if (i.isStaticAlloca() && begins_before_all_uses(i)) return;
  if (!i.isStaticAlloca() && names_.at(&i)) end_previous(i);
  make_variable(i);
}

void FunctionBuilder::begin_lifetime(const llvm::IntrinsicInst& i) {
  if (const llvm::AllocaInst* variable = marked_variable(i)) make_variable(*variable);
}

void FunctionBuilder::end_lifetimes(const llvm::IntrinsicInst& i) {
  if (is_end(i.getPrevNonDebugInstruction()) || returns_behind(i)) return;
  std::vector<const llvm::AllocaInst*> variables;
  for (const llvm::Instruction* end = &i; is_end(end); end = end->getNextNonDebugInstruction())
    if (const llvm::AllocaInst* variable = marked_variable(llvm::cast<llvm::IntrinsicInst>(*end)))
      variables.push_back(variable);
  emit_end(variables);
}

// All variable-length arrays that were made since the stack pointer was saved. Memory of alloca() would go, too.
void FunctionBuilder::restore_stack(const llvm::IntrinsicInst& i) {
  auto* save = llvm::dyn_cast<llvm::IntrinsicInst>(i.getArgOperand(0));
  if (!save || save->getIntrinsicID() != llvm::Intrinsic::stacksave)
    refuse("restoring a stack pointer that varies is not supported; declare arrays of constant size");
  std::vector<const llvm::AllocaInst*> variables;
  for (const llvm::BasicBlock& block : f_)
    for (const llvm::Instruction& made : block) {
      auto* array = llvm::dyn_cast<llvm::AllocaInst>(&made);
      if (!array || array->isStaticAlloca() || saved_before(*array) != save) continue;
      if (!names_.at(array)) refuse("`alloca` in the block of a variable-length array is not supported; use malloc");
      if (!dominators().dominates(array, &i)) begin_as_null(*array);
      variables.push_back(array);
    }
  if (!returns_behind(i)) emit_end(variables);
}

// Where the stack pointer was saved last on every way to the array.
const llvm::Instruction* FunctionBuilder::saved_before(const llvm::AllocaInst& array) {
  const llvm::Instruction* last = nullptr;
  for (const llvm::BasicBlock& block : f_)
    for (const llvm::Instruction& save : block)
      if (is_marker(&save, llvm::Intrinsic::stacksave) && dominators().dominates(&save, &array) &&
          (!last || dominators().dominates(last, &save)))
        last = &save;
  return last;
}

void FunctionBuilder::begin_as_null(const llvm::AllocaInst& array) {
  if (!null_at_first_.insert(&array).second) return;
  Instr nothing = instruction(InstrKind::Assign);
  nothing.assignments.push_back({local_of(&array), x_.pointer_constant(0)});
  prologue_.push_back(std::move(nothing));
}

// A jump backwards over the declaration of a variable-length array leaves its scope, though the stack pointer may stay.
void FunctionBuilder::end_previous(const llvm::AllocaInst& i) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 4> restores;
  for (const llvm::BasicBlock& block : f_)
    for (const llvm::Instruction& other : block)
      if (is_marker(&other, llvm::Intrinsic::stackrestore)) restores.insert(const_cast<llvm::BasicBlock*>(&block));
  if (!llvm::isPotentiallyReachable(i.getParent()->getTerminator(), &i, &restores)) return;
  begin_as_null(i);
  emit_end({&i});
}

void FunctionBuilder::emit_end(const std::vector<const llvm::AllocaInst*>& variables) {
  if (variables.empty()) return;
  Instr end = instruction(InstrKind::ScopeEnd);
  for (const llvm::AllocaInst* v : variables) end.args.push_back(value(v));
  emit(std::move(end));
}

}  // namespace heddle::frontend
