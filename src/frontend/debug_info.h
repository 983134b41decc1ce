// SPDX-License-Identifier: GPL-3.0-or-later
// From DWARF-style metadata to what people read: positions, source types, names of variables.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "model/program.h"

namespace llvm {
class DIFile;
class DILocalVariable;
class DIType;
class DICompositeType;
class DIDerivedType;
class DebugLoc;
class DISubprogram;
class Function;
class GlobalVariable;
class Instruction;
class Value;
}  // namespace llvm

namespace heddle::frontend {

class DebugInfo {
 public:
  explicit DebugInfo(model::Program& program);

  model::Position position(const llvm::Instruction& i);  // line 0 when unknown
  model::Position position(const llvm::DISubprogram* s);
  model::Position position(const llvm::DILocalVariable& v);
  model::TypeId type(const llvm::DIType* t);
  model::TypeId pointee(const llvm::DIType* t);  // 0 unless t is a pointer
  // The type of a pointer, with that of what it leads to as its element; only pointers to new blocks have one.
  model::TypeId pointer_to_block(const llvm::DIType* t);
  void describe(const llvm::GlobalVariable& v, model::Object& o);

 private:
  uint32_t file(const llvm::DIFile* f);
  model::Type make(const llvm::DIType* t);
  model::Type make_derived(const llvm::DIDerivedType* t);
  model::Type make_composite(const llvm::DICompositeType* t);
  model::Type make_array(const llvm::DICompositeType* t);

  model::Program& program_;
  std::string cwd_;
  std::map<const llvm::DIType*, model::TypeId> types_, to_blocks_;
  std::map<std::string, uint32_t> files_;
};

// Which source variable an SSA value or a stack object holds, by the debug records of one function.
class VariableNames {
 public:
  explicit VariableNames(const llvm::Function& f);
  const llvm::DILocalVariable* of(const llvm::Value* v) const;  // the first, or null
  const std::vector<const llvm::DILocalVariable*>& all_of(const llvm::Value* v) const;
  // The variable that lives at an address, and not one that keeps the address; or null.
  const llvm::DILocalVariable* at(const llvm::Value* address) const;

 private:
  std::map<const llvm::Value*, const llvm::DILocalVariable*> declared_;
  std::map<const llvm::Value*, std::vector<const llvm::DILocalVariable*>> names_;
};

}  // namespace heddle::frontend
