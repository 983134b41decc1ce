// SPDX-License-Identifier: GPL-3.0-or-later
#include "frontend/program_builder.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"
#include "base/sha256.h"
#include "frontend/bitcode.h"
#include "frontend/frontend.h"
#include "frontend/function_builder.h"

namespace heddle::frontend {

namespace {
// Positions, names and hashes of the sources are in it, as debug information.
std::string hash(const llvm::Module& module) {
  std::string bitcode;
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(module, out);
  return base::sha256(bitcode);
}
}  // namespace

model::Program load(const CompileJob& job, std::string* digest) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = linked_module(context, job);
  if (digest) *digest = hash(*module);
  promote_locals(*module);
  model::Program program = ProgramBuilder(*module).build();
  const auto& flags = job.clang_flags;
  program.strict_pointers = std::find(flags.begin(), flags.end(), kStrictPointers) != flags.end();
  model::check_invariants(program);
  return program;
}

ProgramBuilder::ProgramBuilder(llvm::Module& module)
    : module_(module), exprs_(program_.exprs, module.getDataLayout().getPointerSizeInBits()), debug_(program_) {
  program_.pointer_width = module.getDataLayout().getPointerSizeInBits();
}

model::Program ProgramBuilder::build() {
  model::Procedure entry = make_entry(*this, module_);
  program_.entry = static_cast<model::ProcId>(program_.procedures.size());
  program_.procedures.push_back(std::move(entry));
  if (const llvm::Function* f = module_.getFunction("__heddle_thread_exit"))
    if (!f->isDeclaration()) program_.thread_exit = procedure(*f);
  convert_pending();
  program_.constants = source_constants(module_);
  return std::move(program_);
}

void ProgramBuilder::convert_pending() {
  while (!pending_procedures_.empty() || !pending_objects_.empty()) {
    if (!pending_procedures_.empty()) {
      const llvm::Function* f = pending_procedures_.back();
      pending_procedures_.pop_back();
      model::Procedure converted = convert_function(*this, *f);
      program_.procedures[procedures_.at(f)] = std::move(converted);
    } else {
      const llvm::GlobalVariable* v = pending_objects_.back();
      pending_objects_.pop_back();
      model::Object converted = convert_object(*this, *v);
      program_.objects[objects_.at(v)] = std::move(converted);
    }
  }
}

const llvm::DataLayout& ProgramBuilder::layout() const { return module_.getDataLayout(); }

model::ProcId ProgramBuilder::procedure(const llvm::Function& f) {
  auto [it, fresh] = procedures_.emplace(&f, static_cast<model::ProcId>(program_.procedures.size()));
  if (fresh) {
    program_.procedures.emplace_back();
    pending_procedures_.push_back(&f);
  }
  return it->second;
}

model::ObjectId ProgramBuilder::object(const llvm::GlobalVariable& v) {
  auto [it, fresh] = objects_.emplace(&v, static_cast<model::ObjectId>(program_.objects.size()));
  if (fresh) {
    program_.objects.emplace_back();
    pending_objects_.push_back(&v);
  }
  return it->second;
}

model::ObjectId ProgramBuilder::add_object(model::Object&& o) {
  program_.objects.push_back(std::move(o));
  return static_cast<model::ObjectId>(program_.objects.size() - 1);
}

ExprId ProgramBuilder::address(const llvm::GlobalValue& v, model::Position at) {
  if (auto* f = llvm::dyn_cast<llvm::Function>(&v)) return exprs_.address(ExprOp::Function, procedure(*f));
  if (auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&v))
    return exprs_.address(g->isThreadLocal() ? ExprOp::Tls : ExprOp::Global, object(*g));
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&v)) return constant(alias->getAliasee(), at);
  refuse(at, "`" + v.getName().str() + "` is chosen by the loader (ifunc); define it directly");
}

unsigned ProgramBuilder::width(llvm::Type* t, model::Position at) {
  if (t->isPointerTy()) return pointer_width();
  if (t->isIntegerTy() && t->getIntegerBitWidth() <= 64) return t->getIntegerBitWidth();
  if (t->isIntegerTy())
    refuse(at,
           "this use of an integer of more than 64 bits is not supported: division, conversion from or to "
           "floating point, more than 128 bits, or an atomic operation weaker than memory_order_acq_rel");
  if (t->isFloatTy()) return 32;
  if (t->isDoubleTy()) return 64;
  if (t->isX86_FP80Ty() || t->isFP128Ty()) refuse(at, "`long double` is not supported; use double");
  if (t->isHalfTy() || t->isBFloatTy()) refuse(at, "16-bit floating point is not supported; use float");
  if (t->isVectorTy() && layout().getTypeSizeInBits(t).getFixedValue() <= 64)
    return static_cast<unsigned>(layout().getTypeSizeInBits(t).getFixedValue());
  if (t->isVectorTy()) refuse(at, "vector types are not supported; use an array or scalars");
  refuse(at, "a value of this type is not supported");
}

void ProgramBuilder::add_leaves(llvm::Type* t, uint64_t offset, model::Position at, std::vector<Leaf>& out) {
  if (auto* s = llvm::dyn_cast<llvm::StructType>(t)) {
    const llvm::StructLayout* fields = layout().getStructLayout(s);
    for (unsigned i = 0; i < s->getNumElements(); ++i)
      add_leaves(s->getElementType(i), offset + fields->getElementOffset(i), at, out);
  } else if (auto* a = llvm::dyn_cast<llvm::ArrayType>(t)) {
    uint64_t stride = layout().getTypeAllocSize(a->getElementType()).getFixedValue();
    for (uint64_t i = 0; i < a->getNumElements(); ++i) add_leaves(a->getElementType(), offset + i * stride, at, out);
  } else {
    out.push_back({offset, width(t, at)});
  }
}

std::vector<Leaf> ProgramBuilder::leaves(llvm::Type* t, model::Position at) {
  std::vector<Leaf> out;
  if (!t->isVoidTy()) add_leaves(t, 0, at, out);
  return out;
}

Signature ProgramBuilder::signature(const llvm::FunctionType* t, model::Position at) {
  Signature s;
  s.result = leaves(t->getReturnType(), at);
  if (s.hidden_result()) s.params.push_back(pointer_width());
  for (llvm::Type* param : t->params())
    for (const Leaf& leaf : leaves(param, at)) s.params.push_back(leaf.width);
  return s;
}

void ProgramBuilder::refuse(model::Position at, const std::string& what) const {
  throw Unsupported(at.line ? model::position_text(program_, at) : "", what);
}

void ProgramBuilder::refuse_program(model::Position at, const std::string& what) const {
  throw InputError(model::position_text(program_, at) + ": " + what);
}

}  // namespace heddle::frontend
