// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of C for which clang's debug information has no block of its own.
#pragma once
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <set>

namespace heddle::frontend {

const llvm::DILocalScope* parent(const llvm::DILocalScope* block);
bool is_within(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer);
const llvm::DILocalScope* scope_of(const llvm::Instruction& i);

// `for` has two blocks in the debug information, where C has one: the outer of the two. Any other block is itself.
const llvm::DILocalScope* block_of_for(const llvm::Function& f, const llvm::DILocalScope* block);

// The basic blocks of the innermost block of C without braces (`while`, `do`, or the body of a loop or `switch`) around
// all uses of an object, if `block` is the innermost other block around them; empty if there is none, or none is sure.
std::set<const llvm::BasicBlock*> block_without_braces(const llvm::Value& object, const llvm::DILocalScope* block);

// The names of values have no use behind this.
void forget_names(llvm::Function& f);

}  // namespace heddle::frontend
