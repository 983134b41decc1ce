// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/reach.h"

#include <algorithm>

#include "engines/ranking/loops.h"
#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::ranking {

using base::BitSet;
using model::ExprOp;
using model::InstrKind;
using model::Pc;
using model::ProcId;

Reach::Reach(const analysis::Analyses& analyses)
    : program_(analyses.program()),
      points_to_(analyses.points_to()),
      footprints_(analyses.footprints()),
      effects_(analyses.effects()),
      stack_objects_(program_.procedures.size()) {
  const model::Program& p = program_;
  std::vector<ProcId> roots{p.entry};
  if (p.thread_exit != model::kNone) roots.push_back(p.thread_exit);
  std::vector<bool> all = closure(roots);
  for (ProcId f = 0; f < all.size(); ++f)
    if (all[f]) reachable_.push_back(f);
  recursive_ = on_a_ring();
  find_changing();
  for (ProcId f : reachable_) {
    const auto& code = p.procedures[f].code;
    Loops loops = loops_of(p.procedures[f]);
    for (Pc pc = 0; pc < code.size(); ++pc) {
      bool again = std::any_of(loops.all.begin(), loops.all.end(), [&](const Loop& l) { return l.body.has(pc); });
      if (code[pc].kind == InstrKind::Alloca && loops.reducible && (!again || code[pc].forgotten))
        stack_objects_[f][code[pc].dst] = analysis::abstract_site(p, code[pc].site);
    }
  }
}

// All that may run once one of these does: callees, started threads, and theirs.
std::vector<bool> Reach::closure(std::vector<ProcId> todo) const {
  std::vector<bool> seen(program_.procedures.size(), false);
  while (!todo.empty()) {
    ProcId f = todo.back();
    todo.pop_back();
    if (seen[f]) continue;
    seen[f] = true;
    for (const analysis::Effects& e : effects_[f]) {
      todo.insert(todo.end(), e.calls.begin(), e.calls.end());
      todo.insert(todo.end(), e.starts.begin(), e.starts.end());
    }
  }
  return seen;
}

bool Reach::on_a_ring() const {
  for (ProcId f : reachable_) {
    std::vector<ProcId> next;
    for (const analysis::Effects& e : effects_[f]) {
      next.insert(next.end(), e.calls.begin(), e.calls.end());
      next.insert(next.end(), e.starts.begin(), e.starts.end());
    }
    if (closure(next)[f]) return true;
  }
  return false;
}

void Reach::find_changing() {
  std::vector<ProcId> started;
  for (ProcId f : reachable_)
    for (const analysis::Effects& e : effects_[f]) started.insert(started.end(), e.starts.begin(), e.starts.end());
  bool any = !started.empty();
  if (program_.thread_exit != model::kNone) started.push_back(program_.thread_exit);
  by_started_ = closure(started);
  add_writes(changed_by_started_, by_started_);
  changed_beside_ = changed_by_started_;
  if (any) after_starts(changed_beside_);
}

void Reach::add_writes(BitSet& into, const std::vector<bool>& procedures) const {
  for (ProcId f = 0; f < procedures.size(); ++f)
    if (procedures[f])
      for (const analysis::Effects& e : effects_[f]) into.add_all(e.touches.writes);
}

// What may be written behind an instruction that starts a thread, itself or in a callee, up to the end of the thread:
// the rest of the procedure, and the rest of every procedure that may have called it.
void Reach::after_starts(BitSet& into) const {
  std::vector<bool> starts(program_.procedures.size(), false);
  auto starting = [&](const analysis::Effects& e) {
    return !e.starts.empty() || std::any_of(e.calls.begin(), e.calls.end(), [&](ProcId g) { return starts[g]; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (ProcId f : reachable_)
      if (!starts[f] && std::any_of(effects_[f].begin(), effects_[f].end(), starting)) starts[f] = changed = true;
  }
  for (ProcId f : reachable_)
    for (Pc pc = 0; pc < effects_[f].size(); ++pc) {
      if (!starting(effects_[f][pc])) continue;
      into.add_all(effects_[f][pc].touches.writes);
      for (Pc next : model::successors(program_.procedures[f].code[pc], pc))
        into.add_all(footprints_.future(f, next).writes);
    }
}

BitSet Reach::writes(ProcId f, Pc pc) const {
  BitSet all = effects_[f][pc].touches.writes;
  for (ProcId g : effects_[f][pc].calls) all.add_all(footprints_.future(g, 0).writes);
  for (ProcId g : effects_[f][pc].starts) all.add_all(footprints_.future(g, 0).writes);
  return all;
}

std::optional<uint32_t> Reach::named_object(ProcId f, const model::Expr& e) const {
  if (e.op == ExprOp::Global && !program_.objects[e.bits].external) return static_cast<uint32_t>(e.bits);
  if (e.op != ExprOp::Local) return std::nullopt;
  auto it = stack_objects_[f].find(static_cast<model::LocalId>(e.bits));
  if (it == stack_objects_[f].end()) return std::nullopt;
  return it->second;
}

std::optional<Cell> Reach::own_cell(ProcId f, model::ExprId address, unsigned width) const {
  const model::Expr* e = &program_.exprs[address];
  uint64_t offset = 0;
  while ((e->op == ExprOp::PtrAdd || e->op == ExprOp::Add) && program_.exprs[e->b].op == ExprOp::Const) {
    offset += program_.exprs[e->b].bits;
    e = &program_.exprs[e->a];
  }
  auto object = named_object(f, *e);
  if (!object || offset >= uint64_t{1} << 32 || !stays(f, *object)) return std::nullopt;
  return Cell{*object, offset, width};
}

bool Reach::stays(ProcId f, uint32_t object) const {
  if (object >= program_.objects.size()) return !points_to_.may_be_shared(object);
  return !changed_beside_.has(object) || (!by_started_[f] && !changed_by_started_.has(object));
}

}  // namespace heddle::ranking
