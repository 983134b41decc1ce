// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/relevance.h"

#include "model/operands.h"
#include "transactions/flow.h"

namespace heddle::transactions {

using model::Builtin;
using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;
using model::ProcId;

bool is_access(const Instr& i) {
  return i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Rmw ||
         i.kind == InstrKind::CmpXchg || i.kind == InstrKind::Copy || i.kind == InstrKind::Fill;
}

Relevance::Relevance(const analysis::Analyses& analyses) : analyses_(analyses), p_(analyses.program()) {
  const size_t objects = p_.objects.size() + p_.sites.size();
  Cell next = static_cast<Cell>(objects);
  for (const model::Procedure& f : p_.procedures) {
    first_local_.push_back(next);
    next += static_cast<Cell>(f.locals.size());
  }
  first_result_ = next;
  thread_results_ = next + static_cast<Cell>(p_.procedures.size());
  into_.resize(thread_results_ + 1);
  from_.resize(thread_results_ + 1);
  for (size_t o = 0; o < objects; ++o) {
    const bool is_static = o < p_.objects.size();
    if (!is_static || p_.objects[o].external) undefined_.add(o);
    if (!is_static || p_.objects[o].external || p_.objects[o].thread_local_ || !p_.objects[o].relocations.empty() ||
        analyses.points_to().may_hold_address(static_cast<uint32_t>(o)))
      not_plain_.add(o);
  }
  not_plain_.add_all(analyses.points_to().escaped_objects());
  for (ProcId f = 0; f < p_.procedures.size(); ++f)
    for (Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc)
      add(f, p_.procedures[f].code[pc], analyses.effects()[f][pc]);
  const base::BitSet tainted = closed(undefined_, from_), seen = closed(decides_, into_);
  for (size_t o = 0; o < p_.objects.size(); ++o) {
    if (!not_plain_.has(o) && !tainted.has(o)) plain_.add(o);
    if (seen.has(o)) relevant_.add(o);
  }
}

base::BitSet Relevance::closed(const base::BitSet& start, const std::vector<std::vector<Cell>>& along) const {
  base::BitSet all = start;
  std::vector<Cell> todo;
  start.each([&](size_t c) { todo.push_back(static_cast<Cell>(c)); });
  while (!todo.empty()) {
    const Cell c = todo.back();
    todo.pop_back();
    for (Cell other : along[c])
      if (all.add(other)) todo.push_back(other);
  }
  return all;
}

void Relevance::flow(ProcId f, ExprId from, Cell to) {
  model::each_node(p_.exprs, from, [&](ExprId, const Expr& e) {
    if (e.op == ExprOp::Local) flow(local(f, static_cast<LocalId>(e.bits)), to);
    if (e.op == ExprOp::Undef) undefined_.add(to);
    return true;
  });
}

void Relevance::add_call(ProcId f, const Instr& i, const analysis::Effects& effects) {
  for (ProcId g : effects.calls) {
    const model::Procedure& callee = p_.procedures[g];
    for (LocalId l = 0; l < callee.params; ++l) {
      if (l < i.args.size())
        flow(f, i.args[l], local(g, l));
      else
        undefined_.add(local(g, l));
    }
    if (i.dst != model::kNoLocal) flow(result(g), local(f, i.dst));
  }
}

void Relevance::add(ProcId f, const Instr& i, const analysis::Effects& effects) {
  each_use(p_, i, [&](ExprId e, bool decides) {
    if (!decides) return;
    model::each_node(p_.exprs, e, [&](ExprId, const Expr& leaf) {
      if (leaf.op == ExprOp::Local) decides_.add(local(f, static_cast<LocalId>(leaf.bits)));
      return true;
    });
  });
  const Pc pc = static_cast<Pc>(&i - p_.procedures[f].code.data());
  if (is_access(i) && analyses_.visible().at(f, pc)) {
    shared_.add_all(effects.touches.reads);
    shared_.add_all(effects.touches.writes);
  }
  switch (i.kind) {
    case InstrKind::Assign:
      for (const model::Assignment& a : i.assignments) flow(f, a.value, local(f, a.local));
      return;
    case InstrKind::Call:
    case InstrKind::CallPointer: return add_call(f, i, effects);
    case InstrKind::Return:
      if (i.a == model::kNoExpr)
        undefined_.add(result(f));
      else
        flow(f, i.a, result(f)), flow(result(f), thread_results_);
      return;
    default: break;
  }
  std::vector<Cell> to;
  if (i.dst != model::kNoLocal) to.push_back(local(f, i.dst));
  if (i.dst2 != model::kNoLocal) to.push_back(local(f, i.dst2));
  effects.touches.writes.each([&](size_t o) { to.push_back(static_cast<Cell>(o)); });
  for (Cell c : to) {
    effects.touches.reads.each([&](size_t o) { flow(static_cast<Cell>(o), c); });
    if (i.kind != InstrKind::Load && i.kind != InstrKind::Alloca)
      each_use(p_, i, [&](ExprId e, bool) { flow(f, e, c); });
    if (i.kind == InstrKind::Builtin && model::event_kind(i.builtin) == model::EventKind::Join)
      flow(thread_results_, c);
  }
  if (i.kind != InstrKind::Builtin) return;
  not_plain_.add_all(effects.touches.reads);
  not_plain_.add_all(effects.touches.writes);
  if (i.builtin == Builtin::Unmodelled && i.dst != model::kNoLocal) undefined_.add(local(f, i.dst));
  if (i.builtin == Builtin::ThreadExit) flow(f, i.args[0], thread_results_);
  if (i.builtin == Builtin::ThreadCreate)
    for (ProcId g : effects.starts)
      if (p_.procedures[g].params > 0) flow(f, i.args[3], local(g, 0));
}

bool Relevance::quiet(ProcId f, Pc pc) const {
  if (!is_access(p_.procedures[f].code[pc])) return false;
  const analysis::AccessSet& touches = analyses_.effects()[f][pc].touches;
  bool quiet = true;
  touches.reads.each([&](size_t o) { quiet &= !relevant(o); });
  touches.writes.each([&](size_t o) { quiet &= !relevant(o); });
  return quiet;
}

size_t Relevance::shared_and_relevant() const {
  size_t n = 0;
  shared_.each([&](size_t o) { n += relevant(o); });
  return n;
}

}  // namespace heddle::transactions
