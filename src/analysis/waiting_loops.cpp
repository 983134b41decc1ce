// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waiting_loops.h"

#include <set>

#include "meaning/numbers.h"
#include "meaning/operators.h"
#include "model/live_locals.h"
#include "model/operands.h"

namespace heddle::analysis {

using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;

namespace {

constexpr size_t kMostPoints = 200;  // loops that wait are short

// The value of an operator whose operands are numbers, if it is defined.
std::optional<uint64_t> apply(const Expr& e, unsigned width, uint64_t x, uint64_t y) {
  if (e.op == ExprOp::ZExt) return x;
  if (e.op == ExprOp::SExt) return static_cast<uint64_t>(meaning::sign_extend(x, width)) & meaning::mask(e.width);
  if (e.op == ExprOp::Trunc) return x & meaning::mask(e.width);
  if (!meaning::is_arithmetic(e.op) || e.op == ExprOp::PtrAdd) return std::nullopt;
  meaning::Numbers numbers{width};
  bool defined = true;
  meaning::check(numbers, e.op, x, y, [&](bool undefined, meaning::NoResult) { defined &= !undefined; });
  return defined ? std::optional(meaning::apply(numbers, e.op, x, y)) : std::nullopt;
}

}  // namespace

WaitingLoops::WaitingLoops(const model::Program& p, const model::Procedure& f)
    : program_(p), procedure_(f), live_(model::live_locals(p, f)), values_(f.locals.size()) {
  for (LocalId l = 0; l < values_.size(); ++l) values_[l] = {Value::Unchanged, l};
  std::vector<std::optional<uint64_t>> only(f.locals.size());
  std::vector<bool> varies(f.locals.size(), false);
  for (LocalId l = 0; l < f.params; ++l) varies[l] = true;
  for (const Instr& i : f.code) {
    if (i.dst != model::kNoLocal) varies[i.dst] = true;
    if (i.dst2 != model::kNoLocal) varies[i.dst2] = true;
    for (const model::Assignment& s : i.assignments) {
      const Expr& e = p.exprs[s.value];
      if (e.op != ExprOp::Const || (only[s.local] && *only[s.local] != e.bits)) varies[s.local] = true;
      only[s.local] = e.bits;
    }
  }
  for (LocalId l = 0; l < values_.size(); ++l)
    if (only[l] && !varies[l]) values_[l] = {Value::Number, *only[l]};
}

bool WaitingLoops::result_used(Pc pc) const {
  const Instr& i = procedure_.code[pc];
  for (LocalId l : live_[pc + 1])
    if (l == i.dst || l == i.dst2) return true;
  return false;
}

std::optional<uint64_t> WaitingLoops::number(const Values& values, ExprId id) const {
  const Expr& e = program_.exprs[id];
  if (e.op == ExprOp::Const) return e.bits;
  if (e.op == ExprOp::Local) {
    const Value& v = values[e.bits];
    return v.kind == Value::Number ? std::optional(v.bits) : std::nullopt;
  }
  if (model::arity(e.op) == 0) return std::nullopt;
  auto a = number(values, e.a);
  if (!a) return std::nullopt;
  if (e.op == ExprOp::Select) return number(values, *a & 1 ? e.b : e.c);
  auto b = model::arity(e.op) == 2 ? number(values, e.b) : 0;
  return b ? apply(e, program_.exprs[e.a].width, *a, *b) : std::nullopt;
}

WaitingLoops::Value WaitingLoops::value(const Values& values, ExprId id) const {
  const Expr& e = program_.exprs[id];
  if (e.op == ExprOp::Local) return values[e.bits];
  if (auto n = number(values, id)) return {Value::Number, *n};
  return {Value::Unknown, 0};
}

bool WaitingLoops::as_before(Pc pc, const Values& values) const {
  for (LocalId l : live_[pc])
    if (values[l] != values_[l]) return false;
  return true;
}

bool WaitingLoops::step(const Point& at, std::vector<Point>& next) const {
  const Instr& i = procedure_.code[at.pc];
  next.clear();
  auto go = [&](Pc pc) -> Point& { return next.emplace_back(Point{pc, at.values}); };
  switch (i.kind) {
    case InstrKind::Assign: {
      Point& p = go(at.pc + 1);
      for (const model::Assignment& s : i.assignments) p.values[s.local] = value(at.values, s.value);
      return true;
    }
    case InstrKind::Jump: go(i.target); return true;
    case InstrKind::Branch: {
      auto condition = number(at.values, i.a);
      if (!condition || *condition & 1) go(i.target);
      if (!condition || !(*condition & 1)) go(i.target2);
      return true;
    }
    case InstrKind::Load:
      if (!i.atomic()) return false;
      go(at.pc + 1);
      if (i.dst != model::kNoLocal) next.back().values[i.dst] = {Value::Unknown, 0};
      return true;
    case InstrKind::Builtin: go(at.pc + 1); return i.builtin == model::Builtin::Yield && i.dst == model::kNoLocal;
    default: return false;
  }
}

bool WaitingLoops::waits(Pc pc, std::optional<uint64_t> value) const {
  const Instr& i = procedure_.code[pc];
  Point first{pc + 1, values_};
  if (i.dst != model::kNoLocal) first.values[i.dst] = value ? Value{Value::Number, *value} : Value{Value::Unknown, 0};
  if (i.dst2 != model::kNoLocal) first.values[i.dst2] = {Value::Number, 0};
  std::set<Point> seen{first};
  std::vector<Point> todo{first}, next;
  while (!todo.empty()) {
    Point at = std::move(todo.back());
    todo.pop_back();
    if (at.pc == pc) {
      if (!as_before(pc, at.values)) return false;
      continue;
    }
    if (seen.size() > kMostPoints || !step(at, next)) return false;
    for (Point& n : next)
      if (seen.insert(n).second) todo.push_back(std::move(n));
  }
  return true;
}

}  // namespace heddle::analysis
