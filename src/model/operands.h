// SPDX-License-Identifier: GPL-3.0-or-later
// Walking over what an instruction reads and assigns. Expressions are shared terms, so a walk visits each node once: as
// trees they can be exponentially large. Walks keep their own stack, long chains of arithmetic are common.
#pragma once
#include <unordered_set>
#include <vector>

#include "model/program.h"

namespace heddle::model {

// Calls f(ExprId) for each expression the instruction evaluates.
template <class F>
void each_operand(const Instr& i, F f) {
  for (ExprId e : {i.a, i.b, i.c})
    if (e != kNoExpr) f(e);
  for (ExprId e : i.args) f(e);
  for (const Assignment& s : i.assignments) f(s.value);
}

// Calls f(LocalId) for each local the instruction assigns.
template <class F>
void each_assigned(const Instr& i, F f) {
  if (i.dst != kNoLocal) f(i.dst);
  if (i.dst2 != kNoLocal) f(i.dst2);
  for (const Assignment& s : i.assignments) f(s.local);
}

// Calls visit(ExprId, const Expr&) once for each node under root; visit says whether to go on to its operands.
template <class F>
void each_node(const ExprPool& pool, ExprId root, F visit) {
  std::vector<ExprId> stack{root};
  std::unordered_set<ExprId> seen{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    const Expr& e = pool[id];
    if (!visit(id, e)) continue;
    const ExprId operands[] = {e.a, e.b, e.c};
    for (int k = 0; k < arity(e.op); ++k)
      if (seen.insert(operands[k]).second) stack.push_back(operands[k]);
  }
}

// Has the operator no result for some operands that are initialised: division, shift, conversion of a floating-point
// number?
inline bool is_partial(const ExprPool& pool, const Expr& e) {
  const Expr& right = pool[e.b];
  const uint64_t minus_one = right.width == 64 ? ~uint64_t{0} : (uint64_t{1} << right.width) - 1;
  switch (e.op) {
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::SRem: return right.op != ExprOp::Const || right.bits == 0 || right.bits == minus_one;
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return right.op != ExprOp::Const || right.bits >= e.width;
    case ExprOp::FpToSi:
    case ExprOp::FpToUi: return true;
    default: return false;
  }
}

// Is the expression certainly defined, given which locals are? What is only printed need not be computed then.
template <class F>
bool is_defined(const ExprPool& pool, ExprId root, F local_is_defined) {
  bool defined = true;
  each_node(pool, root, [&](ExprId, const Expr& e) {
    defined &= e.op == ExprOp::Local ? local_is_defined(static_cast<LocalId>(e.bits))
                                     : e.op != ExprOp::Undef && !is_partial(pool, e);
    return defined;
  });
  return defined;
}

}  // namespace heddle::model
