// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: the model knows accesses of 8, 16, 32 and 64 bits. Aggregates are accessed scalar by scalar, integers of
// other sizes (bit-fields give i24) in the largest pieces that fit. A block copy may have one shared side only, so a
// copy between two objects that others might reach goes through a hidden temporary. A weak compare-exchange does not
// fail spuriously.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/function_builder.h"

namespace heddle::frontend {
namespace {

using model::MemoryOrder;

MemoryOrder order_of(llvm::AtomicOrdering o) {
  switch (o) {
    case llvm::AtomicOrdering::NotAtomic: return MemoryOrder::NotAtomic;
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic: return MemoryOrder::Relaxed;
    case llvm::AtomicOrdering::Acquire: return MemoryOrder::Acquire;
    case llvm::AtomicOrdering::Release: return MemoryOrder::Release;
    case llvm::AtomicOrdering::AcquireRelease: return MemoryOrder::AcqRel;
    default: return MemoryOrder::SeqCst;
  }
}

std::optional<model::RmwOp> rmw_of(llvm::AtomicRMWInst::BinOp op) {
  using From = llvm::AtomicRMWInst;
  switch (op) {
    case From::Xchg: return model::RmwOp::Xchg;
    case From::Add: return model::RmwOp::Add;
    case From::Sub: return model::RmwOp::Sub;
    case From::And: return model::RmwOp::And;
    case From::Or: return model::RmwOp::Or;
    case From::Xor: return model::RmwOp::Xor;
    case From::Nand: return model::RmwOp::Nand;
    case From::Max: return model::RmwOp::Max;
    case From::Min: return model::RmwOp::Min;
    case From::UMax: return model::RmwOp::UMax;
    case From::UMin: return model::RmwOp::UMin;
    default: return std::nullopt;
  }
}

bool is_memory_width(unsigned w) { return w == 8 || w == 16 || w == 32 || w == 64; }

struct Piece {
  unsigned offset, width;  // bytes, bits
};

std::vector<Piece> pieces(unsigned width) {
  std::vector<Piece> all;
  unsigned bytes = (width + 7) / 8;
  for (unsigned at = 0; at < bytes;) {
    unsigned size = 8;
    while (size > bytes - at) size /= 2;
    all.push_back({at, size * 8});
    at += size;
  }
  return all;
}

}  // namespace

void FunctionBuilder::load(LocalId dst, ExprId address, unsigned width, MemoryOrder order) {
  auto simple = [&](LocalId to, ExprId from, unsigned bits) {
    Instr i = instruction(InstrKind::Load);
    i.a = from;
    i.dst = to;
    i.width = static_cast<uint8_t>(bits);
    i.order = order;
    emit(std::move(i));
  };
  if (is_memory_width(width)) return simple(dst, address, width);
  if (width > 8 && order != MemoryOrder::NotAtomic)
    refuse("an atomic object of this size is not supported; use 1, 2, 4 or 8 bytes");
  ExprId whole = model::kNoExpr;
  for (const Piece& p : pieces(width)) {
    LocalId part = new_local(p.width);
    simple(part, x_.offset(address, p.offset), p.width);
    ExprId e = x_.shift_left(x_.resize(x_.local(part, p.width), width < 8 ? 8 : 64), p.offset * 8);
    whole = whole ? x_.binary(ExprOp::Or, whole, e) : e;
  }
  assign(dst, x_.resize(whole, width));
}

void FunctionBuilder::store(ExprId address, ExprId value, MemoryOrder order) {
  unsigned width = x_.width(value);
  auto simple = [&](ExprId to, ExprId what) {
    Instr i = instruction(InstrKind::Store);
    i.a = to;
    i.b = what;
    i.width = static_cast<uint8_t>(x_.width(what));
    i.order = order;
    emit(std::move(i));
  };
  if (is_memory_width(width)) return simple(address, value);
  if (width > 8 && order != MemoryOrder::NotAtomic)
    refuse("an atomic object of this size is not supported; use 1, 2, 4 or 8 bytes");
  ExprId wide = width < 8 ? x_.resize(value, 8) : x_.resize(value, 64);
  for (const Piece& p : pieces(width))
    simple(x_.offset(address, p.offset), x_.resize(x_.shift_right(wide, p.offset * 8), p.width));
}

void FunctionBuilder::refuse_large_atomic(llvm::Type* t) const {
  if (owner_.layout().getTypeSizeInBits(t).getFixedValue() > 64)
    refuse("an atomic object of more than 8 bytes is not supported; use a mutex");
}

void FunctionBuilder::convert_load(const llvm::LoadInst& i) {
  ExprId address = value(i.getPointerOperand());
  if (i.isAtomic()) refuse_large_atomic(i.getType());
  std::vector<Leaf> leaves = owner_.leaves(i.getType(), pos_);
  std::vector<LocalId> mine = locals_of(&i);
  for (size_t k = 0; k < leaves.size(); ++k)
    load(mine[k], x_.offset(address, leaves[k].offset), leaves[k].width, order_of(i.getOrdering()));
}

void FunctionBuilder::convert_store(const llvm::StoreInst& i) {
  ExprId address = value(i.getPointerOperand());
  if (i.isAtomic()) refuse_large_atomic(i.getValueOperand()->getType());
  std::vector<Leaf> leaves = owner_.leaves(i.getValueOperand()->getType(), pos_);
  Parts all = parts(i.getValueOperand());
  for (size_t k = 0; k < all.size(); ++k)
    store(x_.offset(address, leaves[k].offset), all[k], order_of(i.getOrdering()));
}

void FunctionBuilder::convert_rmw(const llvm::AtomicRMWInst& i) {
  std::optional<model::RmwOp> op = rmw_of(i.getOperation());
  refuse_large_atomic(i.getType());
  unsigned width = owner_.width(i.getType(), pos_);
  if (!op || !is_memory_width(width))
    refuse("this atomic operation is not supported; use a compare-exchange loop on an integer");
  Instr r = instruction(InstrKind::Rmw);
  r.rmw = *op;
  r.a = value(i.getPointerOperand());
  r.b = value(i.getValOperand());
  r.dst = local_of(&i);
  r.width = static_cast<uint8_t>(width);
  r.order = order_of(i.getOrdering());
  emit(std::move(r));
}

void FunctionBuilder::convert_cmpxchg(const llvm::AtomicCmpXchgInst& i) {
  refuse_large_atomic(i.getCompareOperand()->getType());
  unsigned width = owner_.width(i.getCompareOperand()->getType(), pos_);
  if (!is_memory_width(width)) refuse("an atomic object of this size is not supported; use 1, 2, 4 or 8 bytes");
  Instr c = instruction(InstrKind::CmpXchg);
  c.a = value(i.getPointerOperand());
  c.b = value(i.getCompareOperand());
  c.c = value(i.getNewValOperand());
  const std::vector<LocalId>& mine = locals_of(&i);
  c.dst = mine.at(0);
  c.dst2 = mine.at(1);
  c.width = static_cast<uint8_t>(width);
  c.order = order_of(i.getSuccessOrdering());
  c.order_of_failure = order_of(i.getFailureOrdering());
  emit(std::move(c));
}

void FunctionBuilder::convert_fence(const llvm::FenceInst& i) {
  if (i.getSyncScopeID() == llvm::SyncScope::SingleThread) return;
  Instr f = instruction(InstrKind::Fence);
  f.order = order_of(i.getOrdering());
  emit(std::move(f));
}

void FunctionBuilder::emit_copy(ExprId to, ExprId from, ExprId size) {
  Instr i = instruction(InstrKind::Copy);
  i.a = to;
  i.b = from;
  i.c = size;
  emit(std::move(i));
}

void FunctionBuilder::copy(const llvm::Value* to, const llvm::Value* from, const llvm::Value* size, bool may_overlap) {
  ExprId target = value(to), source = value(from), bytes = x_.to_pointer(value(size));
  bool known = x_.is_constant(bytes);
  if (known && x_.constant_value(bytes) == 0) return;
  bool distinct = !may_overlap || llvm::getUnderlyingObject(to) != llvm::getUnderlyingObject(from);
  if (distinct && (is_private(to) || is_private(from))) return emit_copy(target, source, bytes);
  ExprId between;
  if (known) {
    between = hidden_object(x_.constant_value(bytes), "");
  } else {
    Instr make = new_object(bytes, "");
    between = x_.local(make.dst, owner_.pointer_width());
    emit(std::move(make));
  }
  emit_copy(between, source, bytes);
  emit_copy(target, between, bytes);
}

namespace {

// Is the address used for accesses only, so that no other thread can ever have it?
bool stays_here(const llvm::Value* address) {
  for (const llvm::User* user : address->users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (auto* s = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (s->getValueOperand() == address) return false;
    } else if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      if (!stays_here(user)) return false;
    } else if (!llvm::isa<llvm::MemIntrinsic, llvm::LifetimeIntrinsic>(user)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool FunctionBuilder::is_private(const llvm::Value* pointer) {
  const llvm::Value* base = llvm::getUnderlyingObject(pointer);
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) return global->isConstant();
  if (!llvm::isa<llvm::AllocaInst>(base)) return false;
  auto [known, fresh] = private_.emplace(base, false);
  if (fresh) known->second = stays_here(base);
  return known->second;
}

}  // namespace heddle::frontend
