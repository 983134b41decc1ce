// SPDX-License-Identifier: GPL-3.0-or-later
// Functions with a variable number of arguments. The caller lays the unnamed arguments out in a stack object, as the
// calling convention does for arguments passed in memory, and hands its address over as a hidden last parameter.
// va_start then fills the va_list so that the code clang has expanded va_arg into finds all arguments there: on x86-64
// the register areas are marked as used up, on i386 a va_list is just the address. Reading too many arguments is an
// out-of-bounds access.
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/bitcode.h"
#include "frontend/function_builder.h"

namespace heddle::frontend {
namespace {
constexpr uint64_t kRegistersUsed = 48, kVectorRegistersUsed = 176;  // gp_offset and fp_offset past the last register
}

// The address of the unnamed arguments of a call that names `fixed` of them; null when there are none.
ExprId FunctionBuilder::unnamed_arguments(const llvm::CallBase& i, size_t fixed) {
  const unsigned slot = owner_.pointer_width() / 8;
  Parts values;
  for (size_t k = fixed; k < i.arg_size(); ++k) {
    if (i.isByValArgument(static_cast<unsigned>(k)))
      refuse("a struct passed as an unnamed argument is not supported; pass its address");
    for (ExprId e : parts(i.getArgOperand(static_cast<unsigned>(k)))) values.push_back(e);
  }
  if (values.empty()) return x_.pointer_constant(0);
  // The kernel takes whole registers: what was passed as an int may be a null pointer.
  const auto* callee = llvm::dyn_cast<llvm::Function>(i.getCalledOperand()->stripPointerCasts());
  if (callee && source_name(*callee) == "syscall")
    for (ExprId& e : values)
      if (owner_.program().exprs[e].width < owner_.pointer_width()) e = x_.resize(e, owner_.pointer_width());
  std::vector<uint64_t> offsets;
  uint64_t size = 0;
  for (ExprId e : values) {
    offsets.push_back(size);
    size += owner_.program().exprs[e].width > owner_.pointer_width() ? 2 * slot : slot;
  }
  ExprId area = hidden_object(size, "...");
  for (size_t k = 0; k < values.size(); ++k) store(x_.offset(area, offsets[k]), values[k]);
  return area;
}

void FunctionBuilder::convert_va_start(const llvm::IntrinsicInst& i) {
  ExprId list = value(i.getArgOperand(0)), area = x_.local(unnamed_, owner_.pointer_width());
  if (owner_.pointer_width() == 32) return store(list, area);
  store(list, x_.constant(kRegistersUsed, 32));
  store(x_.offset(list, 4), x_.constant(kVectorRegistersUsed, 32));
  store(x_.offset(list, 8), area);
  store(x_.offset(list, 16), x_.pointer_constant(0));
}

void FunctionBuilder::convert_va_copy(const llvm::IntrinsicInst& i) {
  emit_copy(value(i.getArgOperand(0)), value(i.getArgOperand(1)),
            x_.pointer_constant(owner_.pointer_width() == 32 ? 4 : 24));
}

}  // namespace heddle::frontend
