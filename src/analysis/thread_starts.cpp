// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/thread_starts.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/bit_set.h"
#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::analysis {

namespace {

// The instructions on the ways from pc back to it; empty: there is none.
base::BitSet loop_of(const model::Procedure& f, model::Pc pc) {
  std::vector<std::vector<model::Pc>> before(f.code.size());
  auto reach = [&](auto next_of) {
    base::BitSet seen(f.code.size());
    std::vector<model::Pc> todo{pc};
    while (!todo.empty()) {
      model::Pc at = todo.back();
      todo.pop_back();
      for (model::Pc next : next_of(at))
        if (!seen.has(next)) seen.add(next), todo.push_back(next);
    }
    return seen;
  };
  for (model::Pc at = 0; at < f.code.size(); ++at)
    for (model::Pc next : model::successors(f.code[at], at)) before[next].push_back(at);
  base::BitSet ahead = reach([&](model::Pc at) { return model::successors(f.code[at], at); });
  base::BitSet behind = reach([&](model::Pc at) { return before[at]; });
  base::BitSet loop(f.code.size());
  ahead.each([&](size_t at) {
    if (behind.has(at)) loop.add(at);
  });
  return loop;
}

// The local that an expression is made of, apart from constants.
std::optional<model::LocalId> only_local(const model::ExprPool& exprs, model::ExprId id) {
  std::optional<model::LocalId> found;
  bool only = true;
  model::each_node(exprs, id, [&](model::ExprId, const model::Expr& e) {
    if (model::arity(e.op) > 0 || e.op == model::ExprOp::Const) return true;
    only &= e.op == model::ExprOp::Local && (!found || *found == e.bits);
    found = static_cast<model::LocalId>(e.bits);
    return true;
  });
  return only ? found : std::nullopt;
}

// Does the loop have an exit that looks at nothing but a local, which the loop computes from itself and constants?
bool counts_to_a_constant(const model::Program& p, const model::Procedure& f, const base::BitSet& loop) {
  auto counts = [&](model::LocalId first) {
    std::set<model::LocalId> concerned{first};
    bool changes = false, only_counts = true;
    for (size_t known = 0; known != concerned.size();) {
      known = concerned.size();
      loop.each([&](size_t at) {
        const model::Instr& i = f.code[at];
        only_counts &= !concerned.count(i.dst) && !concerned.count(i.dst2);
        for (const model::Assignment& s : i.assignments) {
          if (!concerned.count(s.local)) continue;
          std::optional<model::LocalId> from = only_local(p.exprs, s.value);
          only_counts &= from.has_value();
          if (from) concerned.insert(*from);
          changes |= p.exprs[s.value].op != model::ExprOp::Local;
        }
      });
    }
    return changes && only_counts;
  };
  bool found = false;
  loop.each([&](size_t at) {
    const model::Instr& i = f.code[at];
    if (i.kind != model::InstrKind::Branch || (loop.has(i.target) && loop.has(i.target2))) return;
    std::optional<model::LocalId> l = only_local(p.exprs, i.a);
    found |= l && counts(*l);
  });
  return found;
}

}  // namespace

ThreadStarts thread_starts(const model::Program& p) {
  std::vector<bool> starts(p.procedures.size(), false);
  auto starting = [&](const model::Instr& i) {
    if (i.kind == model::InstrKind::Call) return static_cast<bool>(starts[i.callee]);
    return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::ThreadCreate;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t f = 0; f < p.procedures.size(); ++f)
      if (!starts[f] && std::any_of(p.procedures[f].code.begin(), p.procedures[f].code.end(), starting))
        starts[f] = changed = true;
  }
  ThreadStarts most = ThreadStarts::Once;
  for (const model::Procedure& f : p.procedures)
    for (model::Pc pc = 0; pc < f.code.size(); ++pc) {
      if (!starting(f.code[pc])) continue;
      base::BitSet loop = loop_of(f, pc);
      if (loop.empty()) continue;
      most = std::max(most, counts_to_a_constant(p, f, loop) ? ThreadStarts::InLoops : ThreadStarts::WithoutBound);
    }
  return most;
}

}  // namespace heddle::analysis
