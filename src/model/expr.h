// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions: immutable, shared, side-effect free terms over the locals of one procedure. Every engine derives its own
// view (concrete value, SMT term, CNF, linear constraint) from the same node. A pointer is a bit-vector of pointer
// width that knows its object at run time; PtrAdd marks the additions that C wrote as pointer arithmetic.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::model {

using ExprId = uint32_t;   // 0 is "no expression"
using LocalId = uint32_t;  // index into Procedure::locals
inline constexpr ExprId kNoExpr = 0;
inline constexpr LocalId kNoLocal = ~0u;

enum class ExprOp : uint8_t {
#define HEDDLE_EXPR(name, arity, text) name,
#include "model/expr.def"
};
int arity(ExprOp op);
const char* text(ExprOp op);

struct Expr {
  ExprOp op{};
  uint8_t width = 0;           // bits of the result: 1..64
  ExprId a = 0, b = 0, c = 0;  // operands, as many as arity(op)
  uint64_t bits = 0;           // Const: value; Local: LocalId; Global/Tls: ObjectId; Function: ProcId
  bool operator==(const Expr&) const = default;
};

class ExprPool {
 public:
  ExprPool();
  ExprId intern(const Expr& e);  // the same term twice gives the same id
  const Expr& operator[](ExprId id) const { return exprs_[id]; }
  size_t size() const { return exprs_.size(); }

  ExprId constant(uint64_t value, unsigned width);
  ExprId local(LocalId l, unsigned width);
  ExprId unary(ExprOp op, unsigned width, ExprId a);
  ExprId binary(ExprOp op, unsigned width, ExprId a, ExprId b);
  ExprId select(ExprId cond, ExprId then_value, ExprId else_value);

 private:
  struct Hash {
    size_t operator()(const Expr& e) const;
  };
  std::vector<Expr> exprs_;
  std::unordered_map<Expr, ExprId, Hash> ids_;
};

}  // namespace heddle::model
