// SPDX-License-Identifier: GPL-3.0-or-later
// A loop is a block of C, and so is its body and that of `switch`, with braces or without (C17 6.8.4p3, 6.8.5p5). clang
// writes braces, `for` and `if` into its debug information. Where the others begin and end, clang's names of basic
// blocks tell: `while.body` ... `while.end`, and so on.
//
// Only what is sure counts: all uses of the object are in the body, and nothing of the same kind stands in the body
// beside them. Otherwise the object lives longer than C says, never shorter.
#include "frontend/bodies.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <vector>

namespace heddle::frontend {
namespace {

using llvm::BasicBlock;

struct Kind {
  std::array<const char*, 2> bodies, ends;
};
constexpr std::array<Kind, 6> kKinds{{{{"while.body", ""}, {"while.end", ""}},
                                      {{"while.cond", ""}, {"while.end", ""}},
                                      {{"do.body", ""}, {"do.cond", "do.end"}},
                                      {{"do.body", ""}, {"do.end", ""}},
                                      {{"for.body", ""}, {"for.inc", "for.end"}},
                                      {{"sw.bb", "sw.default"}, {"sw.epilog", ""}}}};

bool is_called(const BasicBlock& b, const std::array<const char*, 2>& names) {
  const llvm::StringRef name = b.getName().rtrim("0123456789");
  return !name.empty() && (name == names[0] || name == names[1]);
}

void collect_uses(const llvm::Value& address, std::set<const BasicBlock*>& blocks) {
  for (const llvm::User* user : address.users()) {
    auto* i = llvm::dyn_cast<llvm::Instruction>(user);
    if (!i) continue;
    blocks.insert(i->getParent());
    if (llvm::isa<llvm::GetElementPtrInst>(i)) collect_uses(*i, blocks);
  }
}

// Does control come from within `block` only? Into a body with braces it comes from around them.
bool is_entered_from(const llvm::DILocalScope* block, const BasicBlock& body) {
  return llvm::all_of(llvm::predecessors(&body), [&](const BasicBlock* p) {
    const llvm::DILocalScope* from = scope_of(*p->getTerminator());
    return from && is_within(from, block);
  });
}

// What is reached from the beginning of the body before its end; empty if another body of the kind is in there.
std::set<const BasicBlock*> spread(const BasicBlock& begin, const Kind& kind, const llvm::DominatorTree& dominators) {
  std::set<const BasicBlock*> body{&begin};
  std::vector<const BasicBlock*> next{&begin};
  while (!next.empty()) {
    const BasicBlock* b = next.back();
    next.pop_back();
    for (const BasicBlock* s : llvm::successors(b)) {
      if (is_called(*s, kind.ends) || !dominators.dominates(&begin, s) || !body.insert(s).second) continue;
      if (is_called(*s, kind.bodies)) return {};
      next.push_back(s);
    }
  }
  return body;
}

}  // namespace

const llvm::DILocalScope* parent(const llvm::DILocalScope* block) {
  auto* inner = llvm::dyn_cast<llvm::DILexicalBlockBase>(block);
  return inner ? inner->getScope()->getNonLexicalBlockFileScope() : nullptr;
}

bool is_within(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
  for (; inner; inner = parent(inner))
    if (inner == outer) return true;
  return false;
}

const llvm::DILocalScope* scope_of(const llvm::Instruction& i) {
  const llvm::DILocation* at = i.getDebugLoc();
  return at ? at->getScope()->getNonLexicalBlockFileScope() : nullptr;
}

const llvm::DILocalScope* block_of_for(const llvm::Function& f, const llvm::DILocalScope* block) {
  auto* inner = llvm::dyn_cast_if_present<llvm::DILexicalBlock>(block);
  auto* outer = inner ? llvm::dyn_cast_if_present<llvm::DILexicalBlock>(parent(inner)) : nullptr;
  if (!outer || inner->getLine() != outer->getLine() || inner->getColumn() != outer->getColumn()) return block;
  for (const BasicBlock& b : f)
    if (is_called(b, {"for.body", ""}))
      for (const BasicBlock* p : llvm::predecessors(&b))
        if (scope_of(*p->getTerminator()) == outer) return outer;
  return block;
}

std::set<const BasicBlock*> block_without_braces(const llvm::Value& object, const llvm::DILocalScope* block) {
  std::set<const BasicBlock*> uses, innermost;
  collect_uses(object, uses);
  if (uses.empty()) return {};
  auto& f = const_cast<llvm::Function&>(*(*uses.begin())->getParent());
  const llvm::DominatorTree dominators(f);
  for (const BasicBlock& begin : f)
    for (const Kind& kind : kKinds) {
      if (!is_called(begin, kind.bodies) || !is_entered_from(block, begin)) continue;
      std::set<const BasicBlock*> body = spread(begin, kind, dominators);
      const bool around = llvm::all_of(uses, [&](const BasicBlock* b) { return body.count(b) != 0; });
      if (around && (innermost.empty() || body.size() < innermost.size())) innermost = std::move(body);
    }
  return innermost;
}

void forget_names(llvm::Function& f) {
  for (BasicBlock& b : f) {
    b.setName("");
    for (llvm::Instruction& i : b) i.setName("");
  }
  for (llvm::Argument& a : f.args()) a.setName("");
}

}  // namespace heddle::frontend
