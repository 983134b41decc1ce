// SPDX-License-Identifier: GPL-3.0-or-later
// What a block of memory holds, as far as the source says: the type of the variable, member, parameter or result that
// the block's address goes to. Only people see it.
#pragma once
#include "frontend/debug_info.h"

namespace llvm {
class DataLayout;
}

namespace heddle::frontend {

// The type of a pointer to the block whose address is `address`, or null: what malloc, or a function around it,
// returned, or a variable without a name.
const llvm::DIType* pointer_to_block(const llvm::Value& address, const VariableNames& names,
                                     const llvm::DataLayout& layout);

}  // namespace heddle::frontend
