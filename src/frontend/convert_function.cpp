// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow: parameters, block layout, edges and returns.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/function_builder.h"

namespace heddle::frontend {

model::Procedure convert_function(ProgramBuilder& builder, const llvm::Function& f) {
  FunctionBuilder one(builder, f);
  return is_ordinary(f) ? one.convert_body() : one.convert_declaration();
}

FunctionBuilder::FunctionBuilder(ProgramBuilder& owner, const llvm::Function& f)
    : owner_(owner), x_(owner.exprs()), f_(f), names_(f) {
  made_.name = source_name(f);
  made_.variadic = f.isVarArg();
  made_.library = !is_ordinary(f) || from_library(f);
  made_.pos = pos_ = owner.debug().position(f.getSubprogram());
  atomic_section_ = is_ordinary(f) && made_.name.rfind("__VERIFIER_atomic_", 0) == 0;
}

model::Procedure FunctionBuilder::convert_body() {
  make_parameters();
  in_prologue_ = true;
  if (atomic_section_) builtin(Builtin::AtomicBegin, {});
  copy_byval_parameters();
  in_prologue_ = false;
  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&f_);
  std::vector<const llvm::BasicBlock*> blocks(order.begin(), order.end());
  for (size_t i = 0; i < blocks.size(); ++i) convert_block(*blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : nullptr);
  return finish();
}

void FunctionBuilder::make_parameters() {
  Signature s = owner_.signature(f_.getFunctionType(), made_.pos);
  made_.return_width = static_cast<uint8_t>(s.return_width());
  if (s.hidden_result()) hidden_result_ = new_local(owner_.pointer_width());
  for (const llvm::Argument& a : f_.args()) {
    std::vector<LocalId>& mine = locals_[&a];
    for (const Leaf& leaf : owner_.leaves(a.getType(), made_.pos)) mine.push_back(new_local(leaf.width, &a));
  }
  if (f_.isVarArg() && is_ordinary(f_)) unnamed_ = new_local(owner_.pointer_width());
  made_.params = static_cast<uint32_t>(made_.locals.size());
}

// The caller passes the address of its object; the copy that C demands is made here, as the first thing.
void FunctionBuilder::copy_byval_parameters() {
  for (const llvm::Argument& a : f_.args()) {
    if (!a.hasByValAttr()) continue;
    uint64_t size = owner_.layout().getTypeAllocSize(a.getParamByValType()).getFixedValue();
    const llvm::DILocalVariable* variable = names_.of(&a);
    ExprId original = x_.local(local_of(&a), owner_.pointer_width());
    ExprId mine = hidden_object(size, variable ? variable->getName().str() : a.getName().str());
    emit_copy(mine, original, x_.pointer_constant(size));
    locals_[&a] = {static_cast<LocalId>(owner_.program().exprs[mine].bits)};
  }
}

void FunctionBuilder::convert_block(const llvm::BasicBlock& block, const llvm::BasicBlock* next) {
  starts_[&block] = static_cast<model::Pc>(body_.size());
  stopped_ = false;
  for (const llvm::Instruction& i : block) {
    model::Position here = owner_.debug().position(i);
    if (here.line != 0) pos_ = here;
    event_ = event_id(i);
    accesses_memory_ =
        llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::MemIntrinsic>(i);
    stopped_ = i.isTerminator() && stopped_;
    const size_t before = body_.size();
    try {
      i.isTerminator() ? convert_terminator(i, next) : convert_instruction(i);
    } catch (const Unsupported& what) {
      body_.resize(before);
      return stop_at_unsupported(what);
    }
  }
}

// The rest of the program may still be checked: only executions that come here are not followed any further, and none
// of them is proven anything about.
void FunctionBuilder::stop_at_unsupported(const Unsupported& what) {
  Instr i = instruction(InstrKind::Builtin);
  i.builtin = Builtin::Unmodelled;
  i.text = what.in_short;
  emit(std::move(i));
  builtin(Builtin::Abort, {});
  stopped_ = true;
}

void FunctionBuilder::convert_instruction(const llvm::Instruction& i) {
  if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic, llvm::InsertValueInst, llvm::ExtractValueInst>(i)) return;
  if (auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i)) return convert_alloca(*a);
  if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) return convert_load(*l);
  if (auto* s = llvm::dyn_cast<llvm::StoreInst>(&i)) return convert_store(*s);
  if (auto* r = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) return convert_rmw(*r);
  if (auto* c = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) return convert_cmpxchg(*c);
  if (auto* f = llvm::dyn_cast<llvm::FenceInst>(&i)) return convert_fence(*f);
  if (auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) return convert_call(*c);
  if (llvm::isa<llvm::VAArgInst>(i)) refuse("va_arg of this type is not supported; pass an array instead");
  if (!is_expression(i))
    refuse(std::string("`") + i.getOpcodeName() + "` is not supported here; write it with plain integers and pointers");
  if (is_folded(i)) return;
  bool may_be_undefined = i.getOpcode() == llvm::Instruction::SDiv || i.getOpcode() == llvm::Instruction::UDiv ||
                          i.getOpcode() == llvm::Instruction::SRem || i.getOpcode() == llvm::Instruction::URem;
  if (i.use_empty() && !may_be_undefined && !names_.of(&i)) return;
  if (i.getType()->isAggregateType()) {
    Parts all = aggregate_parts(i);
    const std::vector<LocalId>& mine = locals_of(&i);
    for (size_t k = 0; k < all.size(); ++k) assign(mine[k], all[k]);
    return;
  }
  ExprId e = expression(i);
  assign(local_of(&i), e);
}

void FunctionBuilder::convert_terminator(const llvm::Instruction& i, const llvm::BasicBlock* next) {
  if (auto* r = llvm::dyn_cast<llvm::ReturnInst>(&i)) return convert_return(*r);
  if (auto* s = llvm::dyn_cast<llvm::SwitchInst>(&i)) return convert_switch(*s, next);
  if (llvm::isa<llvm::UnreachableInst>(i)) {
    if (!stopped_) emit(instruction(InstrKind::Unreachable));
    return;
  }
  if (llvm::isa<llvm::IndirectBrInst>(i)) refuse("computed goto is not supported; use a switch");
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(&i);
  if (!branch) refuse(std::string("`") + i.getOpcodeName() + "` is not supported");
  if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return emit_edge(*i.getParent(), *branch->getSuccessor(0), next);
  Instr jump = instruction(InstrKind::Branch);
  jump.a = value(branch->getCondition());
  emit_branches(*i.getParent(), emit(std::move(jump)), {branch->getSuccessor(0), branch->getSuccessor(1)}, next);
}

void FunctionBuilder::convert_return(const llvm::ReturnInst& i) {
  Instr back = instruction(InstrKind::Return);
  if (const llvm::Value* v = i.getReturnValue()) {
    Parts all = parts(v);
    if (all.size() == 1) {
      back.a = all[0];
    } else if (all.size() > 1) {
      std::vector<Leaf> leaves = owner_.leaves(v->getType(), pos_);
      ExprId object = x_.local(hidden_result_, owner_.pointer_width());
      for (size_t k = 0; k < all.size(); ++k) store(x_.offset(object, leaves[k].offset), all[k]);
    }
  }
  event_ = 0;  // the end of the section is no place of its own
  if (atomic_section_) builtin(Builtin::AtomicEnd, {});
  emit(std::move(back));
}

void FunctionBuilder::convert_switch(const llvm::SwitchInst& i, const llvm::BasicBlock* next) {
  Instr jump = instruction(InstrKind::Switch);
  jump.a = value(i.getCondition());
  std::vector<const llvm::BasicBlock*> targets = {i.getDefaultDest()};
  for (const auto& c : i.cases()) {
    jump.cases.emplace_back(c.getCaseValue()->getZExtValue(), 0);
    targets.push_back(c.getCaseSuccessor());
  }
  emit_branches(*i.getParent(), emit(std::move(jump)), targets, next);
}

std::vector<model::Assignment> FunctionBuilder::phi_assignments(const llvm::BasicBlock& from,
                                                                const llvm::BasicBlock& to) {
  std::vector<model::Assignment> all;
  for (const llvm::PHINode& phi : to.phis()) {
    Parts incoming = parts(phi.getIncomingValueForBlock(&from));
    const std::vector<LocalId>& mine = locals_of(&phi);
    for (size_t k = 0; k < mine.size(); ++k)
      if (incoming[k] != x_.local(mine[k], x_.width(incoming[k]))) all.push_back({mine[k], incoming[k]});
  }
  return all;
}

void FunctionBuilder::emit_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                                const llvm::BasicBlock* next) {
  std::vector<model::Assignment> phis = phi_assignments(from, to);
  if (!phis.empty()) {
    Instr all = instruction(InstrKind::Assign);
    all.assignments = std::move(phis);
    emit(std::move(all));
  }
  if (&to == next) return;
  fixups_.push_back({emit(instruction(InstrKind::Jump)), -1, &to});
}

// Slots in the order of `targets`: a branch has target and target2; a switch its default, then the cases. Edges into
// blocks with phi nodes go through a stub behind the branch that makes the assignments.
void FunctionBuilder::emit_branches(const llvm::BasicBlock& from, model::Pc at,
                                    const std::vector<const llvm::BasicBlock*>& targets, const llvm::BasicBlock* next) {
  bool is_branch = body_[at].kind == InstrKind::Branch;
  std::map<const llvm::BasicBlock*, std::vector<size_t>> with_phis;
  std::vector<const llvm::BasicBlock*> order;
  auto set = [&](size_t k, model::Pc pc) {
    Instr& jump = body_[at];
    (k == 0 ? jump.target : is_branch ? jump.target2 : jump.cases[k - 1].second) = pc;
  };
  for (size_t k = 0; k < targets.size(); ++k) {
    int slot = k == 0 ? -1 : is_branch ? -2 : static_cast<int>(k) - 1;
    if (phi_assignments(from, *targets[k]).empty()) {
      fixups_.push_back({at, slot, targets[k]});
      continue;
    }
    if (with_phis[targets[k]].empty()) order.push_back(targets[k]);
    with_phis[targets[k]].push_back(k);
  }
  for (const llvm::BasicBlock* to : order) {
    for (size_t k : with_phis[to]) set(k, static_cast<model::Pc>(body_.size()));
    emit_edge(from, *to, to == order.back() ? next : nullptr);
  }
}

model::Procedure FunctionBuilder::finish() {
  model::Pc shift = static_cast<model::Pc>(prologue_.size());
  for (const Fixup& fix : fixups_) {
    Instr& i = body_[fix.at];
    model::Pc pc = starts_.at(fix.block);
    (fix.slot == -1 ? i.target : fix.slot == -2 ? i.target2 : i.cases[static_cast<size_t>(fix.slot)].second) = pc;
  }
  made_.code = std::move(prologue_);
  for (Instr& i : body_) {
    i.target += shift;
    i.target2 += shift;
    for (auto& c : i.cases) c.second += shift;
    made_.code.push_back(std::move(i));
  }
  return std::move(made_);
}

Instr FunctionBuilder::instruction(InstrKind kind) const {
  Instr i;
  i.kind = kind;
  i.pos = pos_;
  bool access = kind == InstrKind::Load || kind == InstrKind::Store || kind == InstrKind::Rmw ||
                kind == InstrKind::CmpXchg || kind == InstrKind::Copy || kind == InstrKind::Fill;
  // the unnamed arguments of a call, for one, are stored by us alone
  i.event = access && !accesses_memory_ ? 0 : event_;
  return i;
}

model::Pc FunctionBuilder::emit(Instr&& i) {
  std::vector<Instr>& code = in_prologue_ ? prologue_ : body_;
  code.push_back(std::move(i));
  return static_cast<model::Pc>(code.size() - 1);
}

LocalId FunctionBuilder::new_local(unsigned width, const llvm::Value* named) {
  model::Local l;
  l.width = static_cast<uint8_t>(width);
  if (const llvm::DILocalVariable* variable = named ? names_.of(named) : nullptr) {
    l.name = variable->getName().str();
    l.type = owner_.debug().type(variable->getType());
  }
  made_.locals.push_back(std::move(l));
  return static_cast<LocalId>(made_.locals.size() - 1);
}

void FunctionBuilder::assign(LocalId l, ExprId value) {
  Instr i = instruction(InstrKind::Assign);
  i.assignments.push_back({l, value});
  emit(std::move(i));
}

ExprId FunctionBuilder::temporary(ExprId value) {
  LocalId l = new_local(x_.width(value));
  assign(l, value);
  return x_.local(l, x_.width(value));
}

Instr FunctionBuilder::new_object(ExprId size, const std::string& name) {
  model::Site site;
  site.name = name;
  site.pos = pos_;
  site.function = made_.name;
  Instr i = instruction(InstrKind::Alloca);
  i.a = size;
  i.dst = new_local(owner_.pointer_width());
  i.site = static_cast<model::SiteId>(owner_.program().sites.size());
  owner_.program().sites.push_back(std::move(site));
  return i;
}

ExprId FunctionBuilder::hidden_object(uint64_t size, const std::string& name) {
  Instr i = new_object(x_.pointer_constant(size), name);
  ExprId address = x_.local(i.dst, owner_.pointer_width());
  prologue_.push_back(std::move(i));
  return address;
}

const std::vector<LocalId>& FunctionBuilder::locals_of(const llvm::Value* v) {
  auto known = locals_.find(v);
  if (known != locals_.end()) return known->second;
  std::vector<LocalId> mine;
  for (const Leaf& leaf : owner_.leaves(v->getType(), pos_)) mine.push_back(new_local(leaf.width, v));
  return locals_[v] = std::move(mine);
}

}  // namespace heddle::frontend
