// SPDX-License-Identifier: GPL-3.0-or-later
// The conversion of a whole module: functions and objects are converted when something reachable mentions them, so code
// that no thread can run is never looked at (and never refused).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "frontend/debug_info.h"
#include "frontend/expr_builder.h"
#include "model/program.h"

namespace llvm {
class Constant;
class DataLayout;
class FunctionType;
class GlobalValue;
class Module;
class Type;
}  // namespace llvm

namespace heddle::frontend {

// C that Heddle does not know. In the body of a function it costs only the executions that come there
// (FunctionBuilder::stop_at_unsupported), elsewhere the whole program.
struct Unsupported : InputError {
  Unsupported(const std::string& place, const std::string& what)
      : InputError((place.empty() ? "" : place + ": ") + what),
        in_short(what.substr(0, what.find(" is not supported")) + (place.empty() ? "" : " at " + place)) {}
  std::string in_short;  // "inline assembly at a.c:17"
};

struct Leaf {  // one scalar of a first-class value
  uint64_t offset = 0;
  unsigned width = 0;
};

// How a function type looks in the model: aggregates are passed as their scalars; an aggregate result of more than one
// scalar is written through a hidden first parameter, a pointer to memory of the caller.
struct Signature {
  std::vector<unsigned> params;  // widths, the hidden parameter included
  std::vector<Leaf> result;
  bool hidden_result() const { return result.size() > 1; }
  unsigned return_width() const { return result.size() == 1 ? result[0].width : 0; }
};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(llvm::Module& module);
  model::Program build();

  model::Program& program() { return program_; }
  ExprBuilder& exprs() { return exprs_; }
  DebugInfo& debug() { return debug_; }
  const llvm::DataLayout& layout() const;
  unsigned pointer_width() const { return program_.pointer_width; }

  model::ProcId procedure(const llvm::Function& f);
  model::ObjectId object(const llvm::GlobalVariable& v);
  model::ObjectId add_object(model::Object&& o);
  ExprId address(const llvm::GlobalValue& v, model::Position at);
  unsigned width(llvm::Type* t, model::Position at);  // of a scalar
  std::vector<Leaf> leaves(llvm::Type* t, model::Position at);
  Signature signature(const llvm::FunctionType* t, model::Position at);
  // The scalars of a constant (convert_constant.cpp).
  std::vector<ExprId> constants(const llvm::Constant* c, model::Position at);
  ExprId constant(const llvm::Constant* c, model::Position at);
  [[noreturn]] void refuse(model::Position at, const std::string& what) const;  // throws Unsupported
  [[noreturn]] void refuse_program(model::Position at, const std::string& what) const;

 private:
  void convert_pending();
  void add_leaves(llvm::Type* t, uint64_t offset, model::Position at, std::vector<Leaf>& out);
  ExprId constant_expression(const llvm::Constant* c, model::Position at);

  llvm::Module& module_;
  model::Program program_;
  ExprBuilder exprs_;
  DebugInfo debug_;
  std::map<const llvm::Function*, model::ProcId> procedures_;
  std::map<const llvm::GlobalVariable*, model::ObjectId> objects_;
  std::vector<const llvm::Function*> pending_procedures_;
  std::vector<const llvm::GlobalVariable*> pending_objects_;
};

// The content of a static object (initialisers.cpp).
model::Object convert_object(ProgramBuilder& builder, const llvm::GlobalVariable& v);
// __heddle_start: constructors, main, exit (entry.cpp).
model::Procedure make_entry(ProgramBuilder& builder, const llvm::Module& module);
// Candidates for wide inputs: what the user's code compares with and computes with (source_constants.cpp).
std::vector<uint64_t> source_constants(const llvm::Module& module);

}  // namespace heddle::frontend
