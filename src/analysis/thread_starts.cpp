// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/thread_starts.h"

#include <algorithm>

#include "model/control_flow.h"

namespace heddle::analysis {

namespace {

// Is there a way from pc back to it?
bool is_reached_again(const model::Procedure& f, model::Pc pc) {
  std::vector<bool> seen(f.code.size(), false);
  std::vector<model::Pc> todo{pc};
  while (!todo.empty()) {
    model::Pc at = todo.back();
    todo.pop_back();
    for (model::Pc next : model::successors(f.code[at], at)) {
      if (next == pc) return true;
      if (!seen[next]) {
        seen[next] = true;
        todo.push_back(next);
      }
    }
  }
  return false;
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
  for (const model::Procedure& f : p.procedures)
    for (model::Pc pc = 0; pc < f.code.size(); ++pc)
      if (starting(f.code[pc]) && is_reached_again(f, pc)) return ThreadStarts::InLoops;
  return ThreadStarts::Once;
}

}  // namespace heddle::analysis
