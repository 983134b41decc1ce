// SPDX-License-Identifier: GPL-3.0-or-later
// Integers of 128 bits become two of 64 bits each, the low one first, as they lie in memory. An atomic operation on 16
// bytes becomes an atomic section with operations on both words. What has no translation here (division, conversions
// from and to floating-point numbers) stays and is refused later, where it can be reached.
//
// A section orders as a sequentially consistent operation does. So does an operation that acquires when it reads and
// releases when it writes; any weaker order would be taken for too strong, and is refused.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kHalf = 64, kBytes = 8;

bool is_wide(const llvm::Type* t) { return t->isIntegerTy(2 * kHalf); }
bool is_wide(const llvm::Value* v) { return is_wide(v->getType()); }

bool is_ordered(llvm::AtomicOrdering o, bool reads, bool writes) {
  return (!reads || llvm::isAcquireOrStronger(o)) && (!writes || llvm::isReleaseOrStronger(o)) &&
         (!writes || reads || o == llvm::AtomicOrdering::SequentiallyConsistent);
}

class Halves {
 public:
  explicit Halves(llvm::Function& f) : function_(f), half_(llvm::Type::getInt64Ty(f.getContext())) {}

  void split() {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& i : llvm::instructions(function_)) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&i); phi && is_wide(phi)) begin(*phi);
      all.push_back(&i);
    }
    // Blocks may come in any order; a value that is not split yet waits for the next round.
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::Instruction*& i : all)
        if (i && translate(*i)) {
          done_.push_back(i);
          i = nullptr;
          changed = true;
        }
    }
    for (auto& [phi, halves] : phis_) finish(*phi, halves);
    for (llvm::Instruction* i : done_)
      if (!i->getType()->isVoidTy()) i->replaceAllUsesWith(llvm::PoisonValue::get(i->getType()));
    for (llvm::Instruction* i : done_) i->eraseFromParent();
  }

 private:
  using Pair = std::pair<llvm::Value*, llvm::Value*>;

  std::optional<Pair> of(llvm::Value* v) {
    if (auto* n = llvm::dyn_cast<llvm::ConstantInt>(v))
      return Pair{llvm::ConstantInt::get(half_, n->getValue().trunc(kHalf)),
                  llvm::ConstantInt::get(half_, n->getValue().lshr(kHalf).trunc(kHalf))};
    if (llvm::isa<llvm::UndefValue>(v)) return Pair{llvm::UndefValue::get(half_), llvm::UndefValue::get(half_)};
    auto it = halves_.find(v);
    return it == halves_.end() ? std::nullopt : std::optional<Pair>(it->second);
  }
  bool is(llvm::Instruction& i, llvm::Value* low, llvm::Value* high) {
    halves_[&i] = {low, high};
    return true;
  }
  bool becomes(llvm::Instruction& i, llvm::Value* v) {
    i.replaceAllUsesWith(v);
    return true;
  }

  void begin(llvm::PHINode& phi) {
    llvm::IRBuilder<> b(&phi);
    Pair halves{b.CreatePHI(half_, phi.getNumIncomingValues()), b.CreatePHI(half_, phi.getNumIncomingValues())};
    phis_[&phi] = halves;
    halves_[&phi] = halves;
  }
  // If an incoming value was not split, the new nodes go and the old one stays, to be refused.
  void finish(llvm::PHINode& phi, const Pair& halves) {
    std::vector<Pair> incoming;
    for (llvm::Value* v : phi.incoming_values())
      if (auto pair = of(v)) incoming.push_back(*pair);
    const bool whole = incoming.size() == phi.getNumIncomingValues();
    for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
      llvm::Value* none = llvm::UndefValue::get(half_);
      llvm::cast<llvm::PHINode>(halves.first)->addIncoming(whole ? incoming[k].first : none, phi.getIncomingBlock(k));
      llvm::cast<llvm::PHINode>(halves.second)->addIncoming(whole ? incoming[k].second : none, phi.getIncomingBlock(k));
    }
    if (whole) done_.push_back(&phi);
  }

  bool translate(llvm::Instruction& i) {
    if (llvm::isa<llvm::PHINode>(i)) return false;
    llvm::IRBuilder<> b(&i);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) return is_wide(load) && translate(*load, b);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
      return is_wide(store->getValueOperand()) && translate(*store, b);
    if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) return is_wide(change) && translate(*change, b);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
      return is_wide(exchange->getCompareOperand()) && translate(*exchange, b);
    if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) return translate(*part);
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&i)) {
      auto x = of(choice->getTrueValue()), y = of(choice->getFalseValue());
      if (!is_wide(choice) || !x || !y) return false;
      llvm::Value* when = choice->getCondition();
      return is(i, b.CreateSelect(when, x->first, y->first), b.CreateSelect(when, x->second, y->second));
    }
    if (llvm::isa<llvm::FreezeInst>(i)) {
      auto x = of(i.getOperand(0));
      return is_wide(&i) && x && is(i, b.CreateFreeze(x->first), b.CreateFreeze(x->second));
    }
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&i)) return translate(*cast, b);
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&i)) {
      if (!is_wide(comparison->getOperand(0))) return false;
      auto x = of(comparison->getOperand(0)), y = of(comparison->getOperand(1));
      return x && y && becomes(i, compare(b, comparison->getPredicate(), *x, *y));
    }
    if (auto* op = llvm::dyn_cast<llvm::BinaryOperator>(&i)) {
      if (!is_wide(op)) return false;
      auto x = of(op->getOperand(0)), y = of(op->getOperand(1));
      if (!x || !y) return false;
      auto r = compute(b, op->getOpcode(), *x, *y);
      return r && is(i, r->first, r->second);
    }
    return false;
  }

  llvm::Value* high_address(llvm::IRBuilder<>& b, llvm::Value* address) {
    return b.CreateConstInBoundsGEP1_32(half_, address, 1);
  }
  Pair load(llvm::IRBuilder<>& b, llvm::Value* address, bool is_volatile, llvm::Align align = llvm::Align(kBytes)) {
    llvm::Value* low = b.CreateAlignedLoad(half_, address, align, is_volatile);
    return {low,
            b.CreateAlignedLoad(half_, high_address(b, address), llvm::commonAlignment(align, kBytes), is_volatile)};
  }
  void store(llvm::IRBuilder<>& b, const Pair& v, llvm::Value* address, bool is_volatile,
             llvm::Align align = llvm::Align(kBytes)) {
    b.CreateAlignedStore(v.first, address, align, is_volatile);
    b.CreateAlignedStore(v.second, high_address(b, address), llvm::commonAlignment(align, kBytes), is_volatile);
  }
  void section(llvm::IRBuilder<>& b, bool begins) {
    const char* name = begins ? "__VERIFIER_atomic_begin" : "__VERIFIER_atomic_end";
    b.CreateCall(function_.getParent()->getOrInsertFunction(name, llvm::FunctionType::get(b.getVoidTy(), false)));
  }

  bool translate(llvm::LoadInst& i, llvm::IRBuilder<>& b) {
    if (i.isAtomic() && !is_ordered(i.getOrdering(), true, false)) return false;
    if (i.isAtomic()) section(b, true);
    const Pair v = load(b, i.getPointerOperand(), i.isVolatile(), i.getAlign());
    if (i.isAtomic()) section(b, false);
    return is(i, v.first, v.second);
  }
  bool translate(llvm::StoreInst& i, llvm::IRBuilder<>& b) {
    auto v = of(i.getValueOperand());
    if (!v || (i.isAtomic() && !is_ordered(i.getOrdering(), false, true))) return false;
    if (i.isAtomic()) section(b, true);
    store(b, *v, i.getPointerOperand(), i.isVolatile(), i.getAlign());
    if (i.isAtomic()) section(b, false);
    return true;
  }
  bool translate(llvm::AtomicRMWInst& i, llvm::IRBuilder<>& b) {
    auto v = of(i.getValOperand());
    if (!v || !is_ordered(i.getOrdering(), true, true)) return false;
    using Op = llvm::AtomicRMWInst;
    static const std::map<Op::BinOp, unsigned> kOps = {{Op::Add, llvm::Instruction::Add},
                                                       {Op::Sub, llvm::Instruction::Sub},
                                                       {Op::And, llvm::Instruction::And},
                                                       {Op::Or, llvm::Instruction::Or},
                                                       {Op::Xor, llvm::Instruction::Xor}};
    const auto op = kOps.find(i.getOperation());
    if (i.getOperation() != Op::Xchg && op == kOps.end()) return false;
    section(b, true);
    const Pair old = load(b, i.getPointerOperand(), i.isVolatile());
    store(b, op == kOps.end() ? *v : *compute(b, op->second, old, *v), i.getPointerOperand(), i.isVolatile());
    section(b, false);
    return is(i, old.first, old.second);
  }
  bool translate(llvm::AtomicCmpXchgInst& i, llvm::IRBuilder<>& b) {
    auto expected = of(i.getCompareOperand()), wanted = of(i.getNewValOperand());
    if (!expected || !wanted || !is_ordered(i.getSuccessOrdering(), true, true)) return false;
    if (!is_ordered(i.getFailureOrdering(), true, false)) return false;
    section(b, true);
    const Pair old = load(b, i.getPointerOperand(), i.isVolatile());
    llvm::Value* same = compare(b, llvm::CmpInst::ICMP_EQ, old, *expected);
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(same, &i, false);
    llvm::IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(i.getDebugLoc());
    store(inside, *wanted, i.getPointerOperand(), i.isVolatile());
    b.SetInsertPoint(&i);
    section(b, false);
    halves_[&i] = old;
    exchanged_[&i] = same;
    return true;
  }
  bool translate(llvm::ExtractValueInst& i) {
    auto old = halves_.find(i.getAggregateOperand());
    if (old == halves_.end() || i.getNumIndices() != 1) return false;
    if (i.getIndices()[0] == 1) return becomes(i, exchanged_.at(i.getAggregateOperand()));
    return is(i, old->second.first, old->second.second);
  }

  bool translate(llvm::CastInst& i, llvm::IRBuilder<>& b) {
    llvm::Value* from = i.getOperand(0);
    const unsigned width = from->getType()->isIntegerTy() ? from->getType()->getIntegerBitWidth() : 0;
    llvm::Value* zero = llvm::ConstantInt::get(half_, 0);
    if (is_wide(&i)) {
      if (i.getOpcode() == llvm::Instruction::PtrToInt) return is(i, b.CreatePtrToInt(from, half_), zero);
      if (width == 0 || width > kHalf) return false;
      if (i.getOpcode() == llvm::Instruction::ZExt) return is(i, b.CreateZExt(from, half_), zero);
      if (i.getOpcode() != llvm::Instruction::SExt) return false;
      llvm::Value* low = b.CreateSExt(from, half_);
      return is(i, low, b.CreateAShr(low, kHalf - 1));
    }
    auto v = is_wide(from) ? of(from) : std::nullopt;
    if (!v) return false;
    if (i.getOpcode() == llvm::Instruction::IntToPtr) return becomes(i, b.CreateIntToPtr(v->first, i.getType()));
    if (i.getOpcode() != llvm::Instruction::Trunc || i.getType()->getIntegerBitWidth() > kHalf) return false;
    return becomes(i, b.CreateTrunc(v->first, i.getType()));
  }

  llvm::Value* compare(llvm::IRBuilder<>& b, llvm::CmpInst::Predicate p, const Pair& x, const Pair& y) {
    if (p == llvm::CmpInst::ICMP_EQ)
      return b.CreateAnd(b.CreateICmpEQ(x.first, y.first), b.CreateICmpEQ(x.second, y.second));
    if (p == llvm::CmpInst::ICMP_NE)
      return b.CreateOr(b.CreateICmpNE(x.first, y.first), b.CreateICmpNE(x.second, y.second));
    return b.CreateSelect(b.CreateICmpEQ(x.second, y.second),
                          b.CreateICmp(llvm::ICmpInst::getUnsignedPredicate(p), x.first, y.first),
                          b.CreateICmp(p, x.second, y.second));
  }

  std::optional<Pair> compute(llvm::IRBuilder<>& b, unsigned op, const Pair& x, const Pair& y) {
    using I = llvm::Instruction;
    switch (op) {
      case I::And: return Pair{b.CreateAnd(x.first, y.first), b.CreateAnd(x.second, y.second)};
      case I::Or: return Pair{either(b, x.first, y.first), either(b, x.second, y.second)};
      case I::Xor: return Pair{b.CreateXor(x.first, y.first), b.CreateXor(x.second, y.second)};
      case I::Add: {
        llvm::Value* low = b.CreateAdd(x.first, y.first);
        llvm::Value* carry = b.CreateZExt(b.CreateICmpULT(low, y.first), half_);
        return Pair{low, b.CreateAdd(b.CreateAdd(x.second, y.second), carry)};
      }
      case I::Sub: {
        llvm::Value* borrow = b.CreateZExt(b.CreateICmpULT(x.first, y.first), half_);
        return Pair{b.CreateSub(x.first, y.first), b.CreateSub(b.CreateSub(x.second, y.second), borrow)};
      }
      case I::Mul: return multiply(b, x, y);
      case I::Shl:
      case I::LShr:
      case I::AShr: return shift(b, op, x, y.first);
      default: return std::nullopt;
    }
  }

  // Schoolbook, by halves of a word: the low words' product has 128 bits.
  Pair multiply(llvm::IRBuilder<>& b, const Pair& x, const Pair& y) {
    auto low = [&](llvm::Value* v) { return b.CreateAnd(v, 0xffffffff); };
    auto high = [&](llvm::Value* v) { return b.CreateLShr(v, kHalf / 2); };
    llvm::Value *a = low(x.first), *c = high(x.first), *d = low(y.first), *e = high(y.first);
    llvm::Value *least = b.CreateMul(a, d), *one = b.CreateMul(c, d), *two = b.CreateMul(a, e);
    llvm::Value* middle = b.CreateAdd(b.CreateAdd(high(least), low(one)), low(two));
    llvm::Value* most = b.CreateAdd(b.CreateAdd(b.CreateMul(c, e), high(one)), b.CreateAdd(high(two), high(middle)));
    llvm::Value* across = b.CreateAdd(b.CreateMul(x.first, y.second), b.CreateMul(x.second, y.first));
    return {b.CreateMul(x.first, y.first), b.CreateAdd(most, across)};
  }

  // A half that may be an address stays one.
  static llvm::Value* either(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Value* y) {
    auto none = [](llvm::Value* v) {
      return llvm::isa<llvm::Constant>(v) && llvm::cast<llvm::Constant>(v)->isNullValue();
    };
    return none(x) ? y : none(y) ? x : b.CreateOr(x, y);
  }

  std::optional<Pair> shift_by_words(llvm::IRBuilder<>& b, unsigned op, const Pair& x, uint64_t by) {
    using I = llvm::Instruction;
    if (by == 0) return x;
    if (by != kHalf) return std::nullopt;
    llvm::Value* zero = llvm::ConstantInt::get(half_, 0);
    if (op == I::Shl) return Pair{zero, x.first};
    return Pair{x.second, op == I::AShr ? b.CreateAShr(x.second, kHalf - 1) : zero};
  }

  // By a whole word or more, by less, or by nothing at all: a word is never shifted by its width, unless the program
  // shifts by 128 or more.
  Pair shift(llvm::IRBuilder<>& b, unsigned op, const Pair& x, llvm::Value* by) {
    using I = llvm::Instruction;
    if (auto* n = llvm::dyn_cast<llvm::ConstantInt>(by))
      if (auto moved = shift_by_words(b, op, x, n->getZExtValue())) return *moved;
    llvm::Value *width = llvm::ConstantInt::get(half_, kHalf), *zero = llvm::ConstantInt::get(half_, 0);
    llvm::Value *none = b.CreateICmpEQ(by, zero), *much = b.CreateICmpUGE(by, width);
    llvm::Value *rest = b.CreateAnd(by, kHalf - 1), *other = b.CreateAnd(b.CreateSub(width, by), kHalf - 1);
    by = b.CreateSelect(b.CreateICmpUGE(by, llvm::ConstantInt::get(half_, 2 * kHalf)), width, rest);
    auto choose = [&](llvm::Value* far, llvm::Value* near, llvm::Value* same) {
      return b.CreateSelect(none, same, b.CreateSelect(much, far, near));
    };
    if (op == I::Shl)
      return {choose(zero, b.CreateShl(x.first, by), x.first),
              choose(b.CreateShl(x.first, rest), b.CreateOr(b.CreateShl(x.second, by), b.CreateLShr(x.first, other)),
                     x.second)};
    const auto how = static_cast<I::BinaryOps>(op);
    llvm::Value* sign = op == I::AShr ? b.CreateAShr(x.second, kHalf - 1) : zero;
    return {choose(b.CreateBinOp(how, x.second, rest),
                   b.CreateOr(b.CreateLShr(x.first, by), b.CreateShl(x.second, other)), x.first),
            choose(sign, b.CreateBinOp(how, x.second, by), x.second)};
  }

  llvm::Function& function_;
  llvm::Type* half_;
  std::map<llvm::Value*, Pair> halves_;
  std::map<llvm::Value*, llvm::Value*> exchanged_;  // of a compare-and-swap: it found what it expected
  std::map<llvm::PHINode*, Pair> phis_;
  std::vector<llvm::Instruction*> done_;
};

bool has_wide(llvm::Function& f) {
  for (llvm::Instruction& i : llvm::instructions(f)) {
    if (is_wide(&i)) return true;
    for (llvm::Value* v : i.operands())
      if (is_wide(v)) return true;
  }
  return false;
}

}  // namespace

void split_wide_integers(llvm::Module& module) {
  for (llvm::Function& f : module)
    if (!f.isDeclaration() && has_wide(f)) Halves(f).split();
}

}  // namespace heddle::frontend
