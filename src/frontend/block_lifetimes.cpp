// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetimes that clang does not mark. clang leaves llvm.lifetime markers out where a jump may pass by a declaration or
// a label stands before it in its block, and it never marks compound literals. C says that all of these live from when
// their block is entered until it is left, in whatever way (C17 6.2.4 and 6.5.2.5). The debug information says in which
// block each instruction stands; so this pass marks the beginning where control comes into the block of the variable,
// and the end where control goes out of it.
//
// The block of an object without a declaration is the innermost one around everything that uses it (bodies.cpp). An
// instruction without a place counts as a part of what comes before it. Where two ways meet, one from inside and one
// from outside of the block, and no place tells which it is, the object counts as alive: its end comes later then,
// never too early.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>
#include <optional>
#include <set>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/bodies.h"
#include "frontend/debug_info.h"

namespace heddle::frontend {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

// The innermost block around all that uses the address.
void include_uses(const llvm::Value& address, const llvm::DILocalScope*& around) {
  for (const llvm::User* user : address.users()) {
    auto* i = llvm::dyn_cast<Instruction>(user);
    if (!i) continue;
    if (const llvm::DILocalScope* here = scope_of(*i)) {
      if (!around) around = here;
      while (around && !is_within(here, around)) around = parent(around);
    }
    if (llvm::isa<llvm::GetElementPtrInst>(i)) include_uses(*i, around);
  }
}

bool is_marked(const llvm::AllocaInst& variable) {
  return llvm::any_of(variable.users(), [](const llvm::User* u) { return llvm::isa<llvm::LifetimeIntrinsic>(u); });
}

bool has_plain_jumps(const llvm::Function& f) {
  return llvm::all_of(
      f, [](const BasicBlock& b) { return !llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(b.getTerminator()); });
}

// One object and its block.
class Marker {
 public:
  Marker(llvm::AllocaInst& variable, const llvm::DILocalScope* block, bool is_unnamed)
      : variable_(variable), block_(block), is_unnamed_(is_unnamed) {}

  void mark() {
    if (!block_) return;
    if (is_unnamed_) part_ = block_without_braces(variable_, block_);
    if (part_.empty() && !llvm::isa<llvm::DILexicalBlockBase>(block_)) return;
    llvm::Function& f = *variable_.getFunction();
    for (BasicBlock& b : f) look_at(b);
    spread();
    // An end in front of a jump comes before the beginning that the jump leads to: `for (;;)` jumps from outside of its
    // body into it.
    for (auto [at, begins] : inside_blocks_) put(at, begins);
    std::vector<BasicBlock*> blocks;
    for (BasicBlock& b : f) blocks.push_back(&b);
    for (BasicBlock* b : blocks) mark_edges_into(*b);
  }

 private:
  struct Ends {
    std::optional<bool> first, last;  // inside, as the places of the instructions say
  };

  void look_at(BasicBlock& b) {
    Ends& ends = of_[&b];
    if (!part_.empty() && part_.count(&b) == 0) {
      ends.first = ends.last = false;
      return;
    }
    for (Instruction& i : b) {
      if (llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::DbgInfoIntrinsic>(i)) continue;
      const llvm::DILocalScope* here = scope_of(i);
      if (!here) continue;
      bool inside = is_within(here, block_);
      if (!ends.first) ends.first = inside;
      if (ends.last && *ends.last != inside) inside_blocks_.emplace_back(&i, inside);
      ends.last = inside;
    }
  }

  // Basic blocks without a place: they count as inside if one of the ways to them comes from inside.
  void spread() {
    for (auto& [b, ends] : of_)
      if (!ends.first) unknown_.insert(b);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock* b : unknown_)
        for (const BasicBlock* p : llvm::predecessors(b))
          if (!of_[b].last.value_or(false) && of_[p].last.value_or(false)) of_[b].first = of_[b].last = changed = true;
    }
  }

  void mark_edges_into(BasicBlock& b) {
    bool inside = of_[&b].first.value_or(false);
    if (&b == &b.getParent()->getEntryBlock() && inside) put(&*b.getFirstNonPHIOrDbgOrAlloca(), true);
    std::set<BasicBlock*> from(llvm::pred_begin(&b), llvm::pred_end(&b));
    for (BasicBlock* p : from) {
      if (of_[p].last.value_or(false) == inside) continue;
      Instruction* leaves = p->getTerminator();
      if (leaves->getNumSuccessors() == 1) {
        put(leaves, inside);
      } else if (b.getUniquePredecessor()) {
        put(&*b.getFirstNonPHIOrDbg(), inside);
      } else {
        unsigned edge = 0;
        while (leaves->getSuccessor(edge) != &b) ++edge;
        BasicBlock* between =
            llvm::SplitCriticalEdge(leaves, edge, llvm::CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
        HEDDLE_CHECK(between) << "an edge from a branch to where ways meet can be split";
        put(between->getTerminator(), inside);
        of_[between] = {inside, inside};
      }
    }
  }

  void put(Instruction* before, bool begins) {
    llvm::IRBuilder<> b(before);
    auto* size = b.getInt64(variable_.getDataLayout().getTypeAllocSize(variable_.getAllocatedType()).getFixedValue());
    begins ? b.CreateLifetimeStart(&variable_, size) : b.CreateLifetimeEnd(&variable_, size);
  }

  llvm::AllocaInst& variable_;
  const llvm::DILocalScope* block_;
  bool is_unnamed_;
  std::set<const BasicBlock*> part_;  // of the block, without braces; empty: all of it
  std::map<const BasicBlock*, Ends> of_;
  std::set<const BasicBlock*> unknown_;
  std::vector<std::pair<Instruction*, bool>> inside_blocks_;  // in front of which it begins or ends
};

// Where control comes to the declaration again, the variable loses its value (C17 6.2.4p6). For a variable whose
// address is not taken this pass marks the beginning of a new life there. Otherwise the object stays the same for those
// who have its address; so the pass copies from an object that has no value. With an initialiser nothing is lost: the
// initialiser writes at the place of the declaration.
bool is_initialised_at(const llvm::AllocaInst& variable, const llvm::DILocation& declaration) {
  return llvm::any_of(variable.users(), [&](const llvm::User* u) {
    auto* i = llvm::cast<Instruction>(u);
    const llvm::DILocation* at = i->getDebugLoc();
    return i->mayWriteToMemory() && !llvm::isa<llvm::LifetimeIntrinsic>(i) && at &&
           at->getLine() == declaration.getLine() && at->getColumn() == declaration.getColumn() &&
           at->getScope() == declaration.getScope();
  });
}

void copy_no_value(llvm::AllocaInst& variable, Instruction* at) {
  if (!llvm::isPotentiallyReachable(at->getParent()->getTerminator(), at)) return;
  const llvm::DataLayout& layout = variable.getDataLayout();
  llvm::IRBuilder<> b(at);
  if (variable.getAllocatedType()->isSingleValueType()) {
    b.CreateStore(llvm::UndefValue::get(variable.getAllocatedType()), &variable);
    return;
  }
  auto* size = b.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue());
  llvm::AllocaInst* nothing = llvm::IRBuilder<>(&variable).CreateAlloca(variable.getAllocatedType());
  nothing->setAlignment(variable.getAlign());
  b.CreateLifetimeStart(nothing, size);
  b.CreateMemCpy(&variable, variable.getAlign(), nothing, variable.getAlign(), size);
  b.CreateLifetimeEnd(nothing, size);
}

void lose_value_at_declaration(llvm::AllocaInst& variable) {
  for (const llvm::DbgVariableRecord* declaration : llvm::findDVRDeclares(&variable)) {
    auto* at = const_cast<Instruction*>(declaration->getInstruction());
    HEDDLE_CHECK(at) << "a declaration stands in front of an instruction";
    if (!llvm::isAllocaPromotable(&variable)) {
      if (!is_initialised_at(variable, *declaration->getDebugLoc().get())) copy_no_value(variable, at);
      continue;
    }
    llvm::IRBuilder<> b(at);
    b.CreateLifetimeStart(
        &variable, b.getInt64(variable.getDataLayout().getTypeAllocSize(variable.getAllocatedType()).getFixedValue()));
  }
}

void mark_in(llvm::Function& f) {
  if (!f.getSubprogram() || !has_plain_jumps(f)) return;
  VariableNames names(f);
  std::vector<Marker> all;
  for (Instruction& i : f.getEntryBlock()) {
    auto* object = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (!object || !object->isStaticAlloca() || is_marked(*object)) continue;
    const llvm::DILocalVariable* variable = names.at(object);
    if (!variable && llvm::isAllocaPromotable(object)) continue;
    if (variable && (variable->isParameter() || variable->isArtificial())) continue;
    if (variable) lose_value_at_declaration(*object);
    const llvm::DILocalScope* block = variable ? variable->getScope()->getNonLexicalBlockFileScope() : nullptr;
    if (!variable) include_uses(*object, block);
    if (!variable) block = block_of_for(f, block);
    all.emplace_back(*object, block, !variable);
  }
  for (Marker& m : all) m.mark();
}

}  // namespace

void mark_lifetimes(llvm::Module& module) {
  for (llvm::Function& f : module)
    if (!f.isDeclaration() && !from_library(f)) {
      mark_in(f);
      forget_names(f);
    }
}

}  // namespace heddle::frontend
