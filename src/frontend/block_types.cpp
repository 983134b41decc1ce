// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers of LLVM have no type, so the debug information says what they lead to. The address of a new block is
// followed to where it goes within its function; a place in memory has the type of the variable around it.
#include "frontend/block_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

namespace heddle::frontend {
namespace {

const llvm::DIType* plain(const llvm::DIType* t) {
  while (auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(t)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type || derived->getTag() == llvm::dwarf::DW_TAG_member) break;
    t = derived->getBaseType();
  }
  return t;
}

const llvm::DIType* pointee(const llvm::DIType* t) {
  auto* pointer = llvm::dyn_cast_if_present<llvm::DIDerivedType>(plain(t));
  return pointer && pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type ? pointer->getBaseType() : nullptr;
}

// A pointer to void, or to a struct that is only declared, says nothing.
bool leads_to_something(const llvm::DIType* pointer) {
  const llvm::DIType* to = plain(pointee(pointer));
  return to && !to->isForwardDecl();
}

const llvm::DIType* type_of(const llvm::GlobalVariable& g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> entries;
  g.getDebugInfo(entries);
  return entries.empty() ? nullptr : entries[0]->getVariable()->getType();
}

// The type of the result (0) or of a parameter of a function.
const llvm::DIType* type_in(const llvm::Function* f, unsigned which) {
  if (!f || !f->getSubprogram()) return nullptr;
  llvm::DITypeRefArray all = f->getSubprogram()->getType()->getTypeArray();
  return which < all.size() ? all[which] : nullptr;
}

class BlockTypes {
 public:
  BlockTypes(const VariableNames& names, const llvm::DataLayout& layout) : names_(names), layout_(layout) {}

  const llvm::DIType* of(const llvm::Value& address) {
    same_.push_back(&address);
    for (size_t k = 0; k < same_.size(); ++k)  // grows
      for (const llvm::User* user : same_[k]->users()) follow(*user);
    for (const llvm::Value* v : same_)
      for (const llvm::DILocalVariable* variable : names_.all_of(v)) consider(variable->getType(), 3);
    for (const llvm::Value* v : same_)
      for (const llvm::Use& use : v->uses()) consider_use(use);
    return found_;
  }

 private:
  struct Place {
    const llvm::DIType* type = nullptr;  // of the whole object
    int64_t offset = 0;
  };

  void consider(const llvm::DIType* pointer, unsigned how_sure) {
    if (how_sure <= sure_ || !leads_to_something(pointer)) return;
    found_ = pointer;
    sure_ = how_sure;
  }

  void follow(const llvm::User& user) {
    if (!llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst>(user) || !user.getType()->isPointerTy()) return;
    if (std::find(same_.begin(), same_.end(), &user) == same_.end()) same_.push_back(&user);
  }

  void consider_use(const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() == 0) consider(pointer_at(place(store->getPointerOperand(), 0)), 4);
    } else if (auto* back = llvm::dyn_cast<llvm::ReturnInst>(user)) {
      consider(type_in(back->getFunction(), 0), 2);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (call->isArgOperand(&use)) consider(type_in(call->getCalledFunction(), call->getArgOperandNo(&use) + 1), 1);
    }
  }

  // What a pointer leads to.
  Place place(const llvm::Value* v, unsigned depth) {
    if (depth > 8) return {};
    v = v->stripPointerCasts();
    if (auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v)) return {type_of(*g), 0};
    if (auto* step = llvm::dyn_cast<llvm::GEPOperator>(v)) {
      Place p = place(step->getPointerOperand(), depth + 1);
      p.offset += distance(*step);
      return p;
    }
    if (const llvm::DILocalVariable* variable = names_.at(v)) return {variable->getType(), 0};
    for (const llvm::DILocalVariable* variable : names_.all_of(v))
      if (leads_to_something(variable->getType())) return {pointee(variable->getType()), 0};
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(v))
      return {pointee(pointer_at(place(load->getPointerOperand(), depth + 1))), 0};
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(v)) return {pointee(type_in(call->getCalledFunction(), 0)), 0};
    return {};
  }

  // All elements of an array are alike, so an index that is not known counts as 0.
  int64_t distance(const llvm::GEPOperator& step) {
    int64_t sum = 0;
    for (auto at = llvm::gep_type_begin(step); at != llvm::gep_type_end(step); ++at) {
      auto* index = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
      if (!index) continue;
      if (llvm::StructType* s = at.getStructTypeOrNull())
        sum += static_cast<int64_t>(
            layout_.getStructLayout(s)->getElementOffset(static_cast<unsigned>(index->getZExtValue())));
      else
        sum += index->getSExtValue() * static_cast<int64_t>(at.getSequentialElementStride(layout_).getFixedValue());
    }
    return sum;
  }

  // The pointer that stands at a place, if there is one.
  const llvm::DIType* pointer_at(Place p) {
    for (;;) {
      const llvm::DIType* t = plain(p.type);
      if (!t || p.offset < 0) return nullptr;
      if (t->getTag() == llvm::dwarf::DW_TAG_pointer_type)
        return p.offset % static_cast<int64_t>(layout_.getPointerSize()) == 0 ? t : nullptr;
      auto* whole = llvm::dyn_cast<llvm::DICompositeType>(t);
      if (!whole) return nullptr;
      if (t->getTag() == llvm::dwarf::DW_TAG_array_type) {
        const llvm::DIType* element = plain(whole->getBaseType());
        if (!element || element->getSizeInBits() == 0) return nullptr;
        p = {element, p.offset % static_cast<int64_t>(element->getSizeInBits() / 8)};
        continue;
      }
      if (t->getSizeInBits() != 0) p.offset %= static_cast<int64_t>(t->getSizeInBits() / 8);
      if (!enter(*whole, p)) return nullptr;
    }
  }

  static bool enter(const llvm::DICompositeType& whole, Place& p) {
    for (const llvm::DINode* element : whole.getElements()) {
      auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (!member || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
      const int64_t begin = static_cast<int64_t>(member->getOffsetInBits() / 8);
      const llvm::DIType* type = plain(member->getBaseType());
      if (!type || p.offset < begin || p.offset >= begin + static_cast<int64_t>(type->getSizeInBits() / 8)) continue;
      p = {type, p.offset - begin};
      return true;
    }
    return false;
  }

  const VariableNames& names_;
  const llvm::DataLayout& layout_;
  std::vector<const llvm::Value*> same_;  // the address under all its names
  const llvm::DIType* found_ = nullptr;
  unsigned sure_ = 0;
};

}  // namespace

const llvm::DIType* pointer_to_block(const llvm::Value& address, const VariableNames& names,
                                     const llvm::DataLayout& layout) {
  return address.getType()->isPointerTy() ? BlockTypes(names, layout).of(address) : nullptr;
}

}  // namespace heddle::frontend
