// SPDX-License-Identifier: GPL-3.0-or-later
// Backwards: an assignment needs its operands if what it assigns is needed behind it, or if computing it may fail. An
// undefined computation must be met whatever becomes of its result, so only what cannot fail is left out: copies, and
// arithmetic that is defined for all numbers, on locals that always hold numbers.
#include "model/needed_locals.h"

#include "base/bit_set.h"
#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::model {

using base::BitSet;

namespace {

class Needs {
 public:
  Needs(const Program& p, const Procedure& f) : program_(p), procedure_(f) {}

  NeededLocals run() {
    find_numbers();
    needed_.assign(procedure_.code.size(), BitSet(procedure_.locals.size()));
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = static_cast<Pc>(procedure_.code.size()); pc-- > 0;) changed |= needed_[pc].add_all(before(pc));
    }
    NeededLocals result;
    for (Pc pc = 0; pc < procedure_.code.size(); ++pc) {
      needed_[pc].each([&, &all = result.before.emplace_back()](size_t l) { all.push_back(static_cast<LocalId>(l)); });
      auto& performed = result.performed.emplace_back();
      const auto& assignments = procedure_.code[pc].assignments;
      BitSet behind = after(pc);
      for (uint32_t k = 0; k < assignments.size(); ++k)
        if (matters(assignments[k], behind)) performed.push_back(k);
    }
    return result;
  }

 private:
  // Locals that hold a number whenever they are read: every assignment gives a number.
  void find_numbers() {
    numbers_.assign(procedure_.locals.size(), true);
    for (LocalId l = 0; l < procedure_.params; ++l) numbers_[l] = false;
    for (const Instr& i : procedure_.code) {
      bool number = i.kind == InstrKind::Assign || (i.kind == InstrKind::Builtin && gives_number(i.builtin));
      if (!number) each_assigned(i, [&](LocalId l) { numbers_[l] = false; });
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instr& i : procedure_.code)
        for (const Assignment& a : i.assignments)
          if (numbers_[a.local] && !is_number(a.value)) {
            numbers_[a.local] = false;
            changed = true;
          }
    }
  }

  bool is_number(ExprId root) const {
    bool all = true;
    each_node(program_.exprs, root, [&](ExprId, const Expr& e) {
      all &= defined(e);
      return all;
    });
    return all;
  }

  // This operator gives a number for all numbers.
  bool defined(const Expr& e) const {
    const Expr& right = program_.exprs[e.b];
    switch (e.op) {
      case ExprOp::Local: return numbers_[e.bits];
      case ExprOp::UDiv:
      case ExprOp::URem: return right.op == ExprOp::Const && right.bits != 0;
      case ExprOp::SDiv:
      case ExprOp::SRem:
        return right.op == ExprOp::Const && right.bits != 0 && right.bits != (~uint64_t{0} >> (64 - right.width));
      case ExprOp::Shl:
      case ExprOp::LShr:
      case ExprOp::AShr: return right.op == ExprOp::Const && right.bits < e.width;
      case ExprOp::Const:
      case ExprOp::Add:
      case ExprOp::Sub:
      case ExprOp::Mul:
      case ExprOp::And:
      case ExprOp::Or:
      case ExprOp::Xor:
      case ExprOp::Eq:
      case ExprOp::Ne:
      case ExprOp::Ult:
      case ExprOp::Ule:
      case ExprOp::Slt:
      case ExprOp::Sle:
      case ExprOp::Select:
      case ExprOp::ZExt:
      case ExprOp::SExt:
      case ExprOp::Trunc: return true;
      default: return false;
    }
  }

  bool cannot_fail(ExprId value) const {
    const Expr& e = program_.exprs[value];
    return arity(e.op) == 0 ? e.op != ExprOp::Tls
                            : is_number(value);  // a copy; a thread-local is created when it is first named
  }

  bool matters(const Assignment& a, const BitSet& behind) const { return behind.has(a.local) || !cannot_fail(a.value); }

  BitSet after(Pc pc) const {
    BitSet all;
    for (Pc next : successors(procedure_.code[pc], pc)) all.add_all(needed_[next]);
    return all;
  }

  void add_locals(BitSet& into, ExprId root) const {
    each_node(program_.exprs, root, [&](ExprId, const Expr& e) {
      if (e.op == ExprOp::Local) into.add(e.bits);
      return true;
    });
  }

  BitSet before(Pc pc) const {
    const Instr& i = procedure_.code[pc];
    BitSet behind = after(pc), now = behind;
    each_assigned(i, [&](LocalId l) { now.remove(l); });
    if (i.kind != InstrKind::Assign) {
      each_operand(i, [&](ExprId e) { add_locals(now, e); });
      return now;
    }
    for (const Assignment& a : i.assignments)
      if (matters(a, behind)) add_locals(now, a.value);
    return now;
  }

  const Program& program_;
  const Procedure& procedure_;
  std::vector<bool> numbers_;
  std::vector<BitSet> needed_;
};

}  // namespace

NeededLocals needed_locals(const Program& p, const Procedure& f) { return Needs(p, f).run(); }

}  // namespace heddle::model
