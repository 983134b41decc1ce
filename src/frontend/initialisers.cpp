// SPDX-License-Identifier: GPL-3.0-or-later
// Static objects: the initialiser as bytes plus relocations for the addresses in it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

#include "frontend/bitcode.h"
#include "frontend/program_builder.h"

namespace heddle::frontend {
namespace {

constexpr uint64_t kLargestObject = uint64_t{64} << 20;
constexpr size_t kShownLiteral = 24;

class InitialiserWriter {
 public:
  InitialiserWriter(ProgramBuilder& builder, model::Object& o) : builder_(builder), o_(o) {}

  void write(const llvm::Constant* c, uint64_t offset) {
    if (llvm::isa<llvm::UndefValue>(c) || c->isNullValue()) return;
    if (c->getType()->isStructTy()) return write_struct(c, offset);
    if (c->getType()->isArrayTy() || c->getType()->isVectorTy()) return write_sequence(c, offset);
    if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(c))
      return write_bits(number->getValue(), c->getType(), offset);
    if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(c))
      return write_bits(number->getValueAPF().bitcastToAPInt(), c->getType(), offset);
    write_address(c, offset);
  }

 private:
  void write_struct(const llvm::Constant* c, uint64_t offset) {
    const llvm::StructLayout* fields = builder_.layout().getStructLayout(llvm::cast<llvm::StructType>(c->getType()));
    for (unsigned i = 0; i < c->getType()->getStructNumElements(); ++i)
      write(c->getAggregateElement(i), offset + fields->getElementOffset(i));
  }
  void write_sequence(const llvm::Constant* c, uint64_t offset) {
    if (auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(c)) {
      llvm::StringRef raw = data->getRawDataValues();  // the host is little-endian like the target
      std::copy(raw.bytes_begin(), raw.bytes_end(), o_.init.begin() + static_cast<ptrdiff_t>(offset));
      return;
    }
    llvm::Type* element = c->getType()->isArrayTy() ? c->getType()->getArrayElementType()
                                                    : llvm::cast<llvm::VectorType>(c->getType())->getElementType();
    uint64_t stride = builder_.layout().getTypeAllocSize(element).getFixedValue();
    for (unsigned i = 0; const llvm::Constant* part = c->getAggregateElement(i); ++i) write(part, offset + i * stride);
  }
  void write_bits(const llvm::APInt& bits, llvm::Type* type, uint64_t offset) {
    uint64_t bytes = builder_.layout().getTypeStoreSize(type).getFixedValue();
    for (uint64_t i = 0; i < bytes; ++i) {
      unsigned at = static_cast<unsigned>(i * 8), count = std::min(8u, bits.getBitWidth() - at);
      o_.init[offset + i] = static_cast<uint8_t>(bits.extractBitsAsZExtValue(count, at));
    }
  }
  void write_address(const llvm::Constant* c, uint64_t offset) {
    ExprBuilder& x = builder_.exprs();
    ExprId e = builder_.constant(c, o_.pos);
    model::Object::Relocation r;
    r.offset = offset;
    const model::ExprPool& pool = builder_.program().exprs;
    if (pool[e].op == ExprOp::PtrAdd && x.is_constant(pool[e].b)) {
      unsigned unused = 64 - builder_.pointer_width();
      r.addend = static_cast<int64_t>(x.constant_value(pool[e].b) << unused) >> unused;
      e = pool[e].a;
    }
    if (pool[e].op == ExprOp::Const) {
      uint64_t number = pool[e].bits + static_cast<uint64_t>(r.addend);
      return write_bits(llvm::APInt(builder_.pointer_width(), number), c->getType(), offset);
    }
    bool address = pool[e].op == ExprOp::Global || pool[e].op == ExprOp::Function;
    if (!address || pool[e].width != builder_.pointer_width())
      builder_.refuse(o_.pos, "the initialiser of `" + o_.name +
                                  "` computes with an address in a way that is not supported; assign it in main");
    r.to_function = pool[e].op == ExprOp::Function;
    r.target = static_cast<uint32_t>(pool[e].bits);
    o_.relocations.push_back(r);
  }

  ProgramBuilder& builder_;
  model::Object& o_;
};

std::string literal_name(const llvm::GlobalVariable& v) {
  auto* data = v.hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataSequential>(v.getInitializer()) : nullptr;
  if (!v.hasPrivateLinkage() || !data || !data->isCString()) return v.getName().str();
  std::string text = data->getAsCString().str();
  if (text.size() > kShownLiteral) text = text.substr(0, kShownLiteral) + "...";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32) c = ' ';
  return "\"" + text + "\"";
}

// __heddle_argv_2 is the text of argument 2, as is __heddle_known_argv_2; other names of ours are words. A place that
// is to be reached keeps its name.
std::string library_object(std::string name) {
  const std::string ours = "__heddle_", known = "__heddle_known_argv_", argument = "__heddle_argv_";
  if (name == argument + "more") return "argv";
  for (const std::string& prefix : {known, argument})
    if (name.rfind(prefix, 0) == 0) return "argv[" + name.substr(prefix.size()) + "]";
  if (name.rfind(ours, 0) != 0 || name.rfind(ours + "here", 0) == 0) return name;
  name.erase(0, ours.size());
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

model::Object convert_object(ProgramBuilder& builder, const llvm::GlobalVariable& v) {
  model::Object o;
  o.name = literal_name(v);
  builder.debug().describe(v, o);
  o.constant = v.isConstant();
  o.thread_local_ = v.isThreadLocal();
  o.internal = from_library(v);
  o.external = v.isDeclaration();
  if (o.internal) o.name = library_object(o.name);
  o.alignment = static_cast<uint32_t>(v.getPointerAlignment(builder.layout()).value());
  llvm::Type* type = v.getValueType();
  o.size = type->isSized() ? builder.layout().getTypeAllocSize(type).getFixedValue() : 0;
  if (o.size > kLargestObject)
    builder.refuse(o.pos, "`" + o.name + "` has " + std::to_string(o.size) +
                              " bytes; objects of more than 64 MiB are not supported, make it smaller for checking");
  o.init.resize(o.size);
  if (v.hasInitializer()) InitialiserWriter(builder, o).write(v.getInitializer(), 0);
  std::sort(o.relocations.begin(), o.relocations.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return o;
}

}  // namespace heddle::frontend
