// SPDX-License-Identifier: GPL-3.0-or-later
// Types are copied without following pointers: a pointer only has the name of its target, so recursive types end by
// themselves. A typedef is its target under the typedef's name. Paths below the working directory are shown relative to
// it, all others as the debug information has them.
#include "frontend/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <filesystem>

namespace heddle::frontend {
namespace {

std::string name_of(const llvm::DIType* t) {
  if (!t) return "void";
  std::string name = t->getName().str();
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_structure_type: return "struct " + name;
    case llvm::dwarf::DW_TAG_union_type: return "union " + name;
    case llvm::dwarf::DW_TAG_enumeration_type: return "enum " + name;
    case llvm::dwarf::DW_TAG_subroutine_type: return "function";
    case llvm::dwarf::DW_TAG_array_type: return name_of(llvm::cast<llvm::DICompositeType>(t)->getBaseType()) + "[]";
    default: break;
  }
  auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(t);
  if (!derived || t->getTag() == llvm::dwarf::DW_TAG_typedef) return name;
  std::string base = name_of(derived->getBaseType());
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type: return base + (base.back() == '*' ? "*" : " *");
    case llvm::dwarf::DW_TAG_const_type: return "const " + base;
    default: return base;
  }
}

bool is_wrapper(const llvm::DIType* t) {
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_atomic_type:
    case llvm::dwarf::DW_TAG_restrict_type: return true;
    default: return false;
  }
}

model::Type make_basic(const llvm::DIBasicType* t) {
  model::Type made;
  made.name = t->getName().str();
  made.size = t->getSizeInBits() / 8;
  unsigned encoding = t->getEncoding();
  made.is_signed = encoding == llvm::dwarf::DW_ATE_signed || encoding == llvm::dwarf::DW_ATE_signed_char;
  switch (encoding) {
    case llvm::dwarf::DW_ATE_boolean: made.kind = model::Type::Boolean; break;
    case llvm::dwarf::DW_ATE_float: made.kind = model::Type::Float; break;
    case llvm::dwarf::DW_ATE_signed_char:
    case llvm::dwarf::DW_ATE_unsigned_char: made.kind = model::Type::Character; break;
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_unsigned: made.kind = model::Type::Integer; break;
    default: break;
  }
  return made;
}

}  // namespace

DebugInfo::DebugInfo(model::Program& program) : program_(program) {
  std::error_code ignored;
  cwd_ = std::filesystem::current_path(ignored).string() + "/";
}

uint32_t DebugInfo::file(const llvm::DIFile* f) {
  if (!f) return 0;
  std::string path = f->getFilename().str();
  std::string directory = f->getDirectory().str();
  if (!path.empty() && path[0] != '/' && !directory.empty() && directory + "/" != cwd_) path = directory + "/" + path;
  if (path.rfind(cwd_, 0) == 0) path = path.substr(cwd_.size());
  auto [it, fresh] = files_.emplace(path, static_cast<uint32_t>(program_.files.size()));
  if (fresh) program_.files.push_back(path);
  return it->second;
}

model::Position DebugInfo::position(const llvm::Instruction& i) {
  const llvm::DebugLoc& loc = i.getDebugLoc();
  if (!loc || loc.getLine() == 0) return {};
  return {file(loc->getFile()), loc.getLine(), loc.getCol()};
}

model::Position DebugInfo::position(const llvm::DISubprogram* s) {
  if (!s) return {};
  return {file(s->getFile()), s->getLine(), 0};
}

model::Position DebugInfo::position(const llvm::DILocalVariable& v) { return {file(v.getFile()), v.getLine(), 0}; }

model::TypeId DebugInfo::type(const llvm::DIType* t) {
  while (t && is_wrapper(t)) t = llvm::cast<llvm::DIDerivedType>(t)->getBaseType();
  if (!t) return 0;
  auto known = types_.find(t);
  if (known != types_.end()) return known->second;
  model::Type made = make(t);
  if (made.kind == model::Type::Unknown && made.size == 0) return types_[t] = 0;
  program_.types.push_back(std::move(made));
  return types_[t] = static_cast<model::TypeId>(program_.types.size() - 1);
}

model::TypeId DebugInfo::pointee(const llvm::DIType* t) {
  while (t && (is_wrapper(t) || t->getTag() == llvm::dwarf::DW_TAG_typedef))
    t = llvm::cast<llvm::DIDerivedType>(t)->getBaseType();
  if (!t || t->getTag() != llvm::dwarf::DW_TAG_pointer_type) return 0;
  return type(llvm::cast<llvm::DIDerivedType>(t)->getBaseType());
}

model::TypeId DebugInfo::pointer_to_block(const llvm::DIType* t) {
  auto known = to_blocks_.find(t);
  if (known != to_blocks_.end()) return known->second;
  model::Type made = program_.types[type(t)];
  made.element = pointee(t);
  program_.types.push_back(std::move(made));
  return to_blocks_[t] = static_cast<model::TypeId>(program_.types.size() - 1);
}

model::Type DebugInfo::make(const llvm::DIType* t) {
  if (auto* basic = llvm::dyn_cast<llvm::DIBasicType>(t)) return make_basic(basic);
  if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(t)) return make_derived(derived);
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(t)) return make_composite(composite);
  return {};
}

model::Type DebugInfo::make_derived(const llvm::DIDerivedType* t) {
  model::Type made;
  if (t->getTag() == llvm::dwarf::DW_TAG_typedef) made = program_.types[type(t->getBaseType())];
  if (t->getTag() == llvm::dwarf::DW_TAG_pointer_type) {
    made.kind = model::Type::Pointer;
    made.size = t->getSizeInBits() / 8;
  }
  made.name = name_of(t);
  return made;
}

model::Type DebugInfo::make_composite(const llvm::DICompositeType* t) {
  if (t->getTag() == llvm::dwarf::DW_TAG_array_type) return make_array(t);
  model::Type made;
  made.name = name_of(t);
  made.size = t->getSizeInBits() / 8;
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_structure_type: made.kind = model::Type::Struct; break;
    case llvm::dwarf::DW_TAG_union_type: made.kind = model::Type::Union; break;
    case llvm::dwarf::DW_TAG_enumeration_type: made.kind = model::Type::Enum; break;
    default: return made;
  }
  for (const llvm::DINode* element : t->getElements()) {
    if (auto* value = llvm::dyn_cast<llvm::DIEnumerator>(element)) {
      made.is_signed = made.is_signed || !value->isUnsigned();
      made.enumerators.emplace_back(value->getValue().sextOrTrunc(64).getSExtValue(), value->getName().str());
    } else if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element)) {
      made.fields.push_back({member->getName().str(), member->getOffsetInBits() / 8, type(member->getBaseType())});
    }
  }
  return made;
}

// `int a[2][3]` has two subranges in one node: the innermost array is the last of them.
model::Type DebugInfo::make_array(const llvm::DICompositeType* t) {
  model::TypeId element = type(t->getBaseType());
  model::Type made;
  auto dimensions = t->getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    auto* range = llvm::dyn_cast<llvm::DISubrange>(dimensions[i]);
    auto* count = range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
    made = model::Type{};
    made.kind = model::Type::Array;
    made.element = element;
    made.count = count && !count->isNegative() ? count->getZExtValue() : 0;
    made.size = made.count * program_.types[element].size;
    made.name = program_.types[element].name + "[" + (made.count ? std::to_string(made.count) : "") + "]";
    if (i == 0) break;
    program_.types.push_back(made);
    element = static_cast<model::TypeId>(program_.types.size() - 1);
  }
  return made;
}

void DebugInfo::describe(const llvm::GlobalVariable& v, model::Object& o) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> entries;
  v.getDebugInfo(entries);
  if (entries.empty()) return;
  const llvm::DIGlobalVariable* variable = entries[0]->getVariable();
  if (!variable->getName().empty()) o.name = variable->getName().str();
  o.pos = {file(variable->getFile()), variable->getLine(), 0};
  o.type = type(variable->getType());
}

VariableNames::VariableNames(const llvm::Function& f) {
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& i : block)
      for (const llvm::DbgVariableRecord& r : llvm::filterDbgVars(i.getDbgRecordRange())) {
        if (r.getNumVariableLocationOps() != 1 || r.getExpression()->getNumElements() != 0) continue;
        const llvm::Value* v = r.getVariableLocationOp(0);
        if (!v || llvm::isa<llvm::Constant>(v)) continue;
        names_[v].push_back(r.getVariable());
        if (r.getType() == llvm::DbgVariableRecord::LocationType::Declare) declared_.emplace(v, r.getVariable());
      }
}

const llvm::DILocalVariable* VariableNames::of(const llvm::Value* v) const {
  const auto& all = all_of(v);
  return all.empty() ? nullptr : all.front();
}

const llvm::DILocalVariable* VariableNames::at(const llvm::Value* address) const {
  auto it = declared_.find(address);
  return it == declared_.end() ? nullptr : it->second;
}

const std::vector<const llvm::DILocalVariable*>& VariableNames::all_of(const llvm::Value* v) const {
  static const std::vector<const llvm::DILocalVariable*> kNone;
  auto it = names_.find(v);
  return it == names_.end() ? kNone : it->second;
}

}  // namespace heddle::frontend
