// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/expr.h"

#include "base/check.h"

namespace heddle::model {

namespace {
struct OpInfo {
  int arity;
  const char* text;
};
constexpr OpInfo kOps[] = {
#define HEDDLE_EXPR(name, arity, text) {arity, text},
#include "model/expr.def"
};
}  // namespace

int arity(ExprOp op) { return kOps[static_cast<int>(op)].arity; }
const char* text(ExprOp op) { return kOps[static_cast<int>(op)].text; }

size_t ExprPool::Hash::operator()(const Expr& e) const {
  uint64_t h = static_cast<uint64_t>(e.op) * 0x9e3779b97f4a7c15ull;
  for (uint64_t v : {uint64_t{e.width}, uint64_t{e.a}, uint64_t{e.b}, uint64_t{e.c}, e.bits}) {
    h ^= v;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 32;
  }
  return h;
}

ExprPool::ExprPool() { exprs_.push_back({}); }

ExprId ExprPool::intern(const Expr& e) {
  HEDDLE_CHECK(e.width >= 1 && e.width <= 64) << "expression of width " << int(e.width);
  auto [it, fresh] = ids_.try_emplace(e, static_cast<ExprId>(exprs_.size()));
  if (fresh) exprs_.push_back(e);
  return it->second;
}

ExprId ExprPool::constant(uint64_t value, unsigned width) {
  if (width < 64) value &= (uint64_t{1} << width) - 1;
  return intern({ExprOp::Const, static_cast<uint8_t>(width), 0, 0, 0, value});
}
ExprId ExprPool::local(LocalId l, unsigned width) {
  return intern({ExprOp::Local, static_cast<uint8_t>(width), 0, 0, 0, l});
}
ExprId ExprPool::unary(ExprOp op, unsigned width, ExprId a) {
  return intern({op, static_cast<uint8_t>(width), a, 0, 0, 0});
}
ExprId ExprPool::binary(ExprOp op, unsigned width, ExprId a, ExprId b) {
  return intern({op, static_cast<uint8_t>(width), a, b, 0, 0});
}
ExprId ExprPool::select(ExprId cond, ExprId t, ExprId e) {
  return intern({ExprOp::Select, exprs_[t].width, cond, t, e, 0});
}

}  // namespace heddle::model
