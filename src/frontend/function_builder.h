// SPDX-License-Identifier: GPL-3.0-or-later
// The conversion of one function. Every SSA value becomes a local, or an expression folded into its only use; blocks
// are laid out one after the other; phi nodes become one simultaneous assignment on each incoming edge. Variables of a
// block are made where their lifetime begins, all other stack objects once; hidden temporaries in a prologue.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/program_builder.h"

namespace llvm {
class AllocaInst;
class AtomicCmpXchgInst;
class AtomicRMWInst;
class BasicBlock;
class CallBase;
class CastInst;
class CmpInst;
class DominatorTree;
class FenceInst;
class GetElementPtrInst;
class IntrinsicInst;
class LoadInst;
class ReturnInst;
class StoreInst;
class SwitchInst;
}  // namespace llvm

namespace heddle::frontend {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::LocalId;

// Converts a defined function. For a function that is only declared but whose address is taken, it makes a procedure
// that does what a call of the function does.
model::Procedure convert_function(ProgramBuilder& builder, const llvm::Function& f);

class FunctionBuilder {
 public:
  FunctionBuilder(ProgramBuilder& owner, const llvm::Function& f);
  model::Procedure convert_body();
  model::Procedure convert_declaration();

 private:
  using Parts = std::vector<ExprId>;
  // A call to a function without a body.
  struct NamedCall {
    std::string name;
    Parts args;
    unsigned result_width = 0;  // 0: the result is not used
    LocalId result = model::kNoLocal;
    const llvm::CallBase* call = nullptr;
    bool noreturn = false;
  };

  // convert_function.cpp: locals, blocks, edges
  void make_parameters();
  void copy_byval_parameters();
  void convert_block(const llvm::BasicBlock& block, const llvm::BasicBlock* next);
  void convert_instruction(const llvm::Instruction& i);
  void convert_terminator(const llvm::Instruction& i, const llvm::BasicBlock* next);
  void convert_return(const llvm::ReturnInst& i);
  void convert_switch(const llvm::SwitchInst& i, const llvm::BasicBlock* next);
  void emit_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to, const llvm::BasicBlock* next);
  std::vector<model::Assignment> phi_assignments(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void emit_branches(const llvm::BasicBlock& from, model::Pc at, const std::vector<const llvm::BasicBlock*>& targets,
                     const llvm::BasicBlock* next);
  model::Procedure finish();
  Instr instruction(InstrKind kind) const;
  model::Pc emit(Instr&& i);
  LocalId new_local(unsigned width, const llvm::Value* named = nullptr);
  void assign(LocalId l, ExprId value);
  ExprId temporary(ExprId value);                                // the value in a fresh local
  Instr new_object(ExprId size, const std::string& name);        // its Alloca, not emitted yet
  ExprId hidden_object(uint64_t size, const std::string& name);  // address of a stack object made in the prologue
  const std::vector<LocalId>& locals_of(const llvm::Value* v);
  LocalId local_of(const llvm::Value* v) { return locals_of(v).at(0); }
  [[noreturn]] void refuse(const std::string& what) const { owner_.refuse(pos_, what); }
  [[noreturn]] void refuse_program(const std::string& what) const { owner_.refuse_program(pos_, what); }
  void stop_at_unsupported(const Unsupported& what);

  // convert_expr.cpp: values
  ExprId value(const llvm::Value* v);
  Parts parts(const llvm::Value* v);
  Parts aggregate_parts(const llvm::Instruction& i);
  bool is_expression(const llvm::Instruction& i) const;
  bool is_folded(const llvm::Instruction& i);
  ExprId expression(const llvm::Instruction& i);
  ExprId binary(const llvm::Instruction& i);
  ExprId compare(const llvm::CmpInst& i);
  ExprId compare_floats(const llvm::CmpInst& i);
  ExprId cast(const llvm::CastInst& i);
  ExprId element_address(const llvm::GetElementPtrInst& i);
  void refuse_vectors(const llvm::Instruction& i);

  // convert_lifetime.cpp: variables of the stack
  void convert_alloca(const llvm::AllocaInst& i);
  void make_variable(const llvm::AllocaInst& i);
  void begin_lifetime(const llvm::IntrinsicInst& i);
  void end_lifetimes(const llvm::IntrinsicInst& i);
  void restore_stack(const llvm::IntrinsicInst& i);
  void end_previous(const llvm::AllocaInst& i);
  const llvm::DominatorTree& dominators();
  bool begins_before_all_uses(const llvm::AllocaInst& variable);
  const llvm::Instruction* saved_before(const llvm::AllocaInst& array);
  void begin_as_null(const llvm::AllocaInst& array);
  void emit_end(const std::vector<const llvm::AllocaInst*>& variables);

  // convert_memory.cpp: loads, stores, atomics, blocks of memory
  void convert_load(const llvm::LoadInst& i);
  void convert_store(const llvm::StoreInst& i);
  void convert_rmw(const llvm::AtomicRMWInst& i);
  void convert_cmpxchg(const llvm::AtomicCmpXchgInst& i);
  void convert_fence(const llvm::FenceInst& i);
  void refuse_large_atomic(llvm::Type* t) const;
  void load(LocalId dst, ExprId address, unsigned width, model::MemoryOrder order = model::MemoryOrder::NotAtomic);
  void store(ExprId address, ExprId value, model::MemoryOrder order = model::MemoryOrder::NotAtomic);
  void copy(const llvm::Value* to, const llvm::Value* from, const llvm::Value* size, bool may_overlap);
  void emit_copy(ExprId to, ExprId from, ExprId size);
  bool is_private(const llvm::Value* pointer);

  // convert_call.cpp
  void convert_call(const llvm::CallBase& i);
  void convert_asm(const llvm::CallBase& i);
  void call_defined(const llvm::CallBase& i, const llvm::Function& callee);
  void call_pointer(const llvm::CallBase& i);
  void call_named(const NamedCall& c);
  void call_builtin(const NamedCall& c, Builtin b, int arguments);
  void call_unmodelled(const NamedCall& c);
  void nondet(LocalId dst, const std::string& name, uint64_t lo, uint64_t hi);
  void builtin(Builtin b, Parts args, const std::string& text = "");
  void declared_assert(const NamedCall& c);
  Parts arguments(const llvm::CallBase& i);
  void fetch_hidden_result(const llvm::CallBase& i, ExprId object, const std::vector<Leaf>& leaves);
  model::SiteId heap_site(const NamedCall& c);
  void note_block(const Instr& call, const llvm::CallBase& i);

  // varargs.cpp
  ExprId unnamed_arguments(const llvm::CallBase& i, size_t fixed);
  void convert_va_start(const llvm::IntrinsicInst& i);
  void convert_va_copy(const llvm::IntrinsicInst& i);

  // convert_intrinsic.cpp
  void convert_intrinsic(const llvm::IntrinsicInst& i);
  bool arithmetic_intrinsic(const llvm::IntrinsicInst& i);
  bool overflow_intrinsic(const llvm::IntrinsicInst& i);
  ExprId population_count(ExprId e);
  ExprId smear_right(ExprId e);

  ProgramBuilder& owner_;
  ExprBuilder& x_;
  const llvm::Function& f_;
  VariableNames names_;
  model::Procedure made_;
  bool atomic_section_ = false;
  LocalId hidden_result_ = model::kNoLocal;
  LocalId unnamed_ = model::kNoLocal;  // address of the unnamed arguments
  std::vector<Instr> prologue_, body_;
  bool in_prologue_ = false;
  model::Position pos_;
  model::EventId event_ = 0;
  bool accesses_memory_ = false;  // the LLVM instruction that is being converted
  bool stopped_ = false;          // the last converted instruction never continues
  std::map<const llvm::Value*, std::vector<LocalId>> locals_;
  std::map<const llvm::Value*, ExprId> folded_;
  std::map<const llvm::Value*, bool> private_;
  std::map<const llvm::AllocaInst*, model::SiteId> sites_;
  std::shared_ptr<const llvm::DominatorTree> dominators_;
  std::set<const llvm::AllocaInst*> null_at_first_;  // they may end where they were never made
  std::map<const llvm::BasicBlock*, model::Pc> starts_;
  struct Fixup {
    model::Pc at;
    int slot;  // -1: target, -2: target2, else the case
    const llvm::BasicBlock* block;
  };
  std::vector<Fixup> fixups_;
};

}  // namespace heddle::frontend
