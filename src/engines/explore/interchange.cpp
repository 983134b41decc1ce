// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/interchange.h"

#include <algorithm>
#include <vector>

namespace heddle::explore {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {

// What threads other than main may call.
std::vector<bool> called_by_others(const model::Program& p) {
  std::vector<bool> reached(p.procedures.size(), false);
  std::vector<model::ProcId> todo;
  auto reach = [&](size_t f) {
    if (f >= reached.size() || reached[f]) return;
    reached[f] = true;
    todo.push_back(static_cast<model::ProcId>(f));
  };
  for (model::ExprId e = 1; e < p.exprs.size(); ++e)
    if (p.exprs[e].op == model::ExprOp::Function) reach(p.exprs[e].bits);
  for (const model::Object& o : p.objects)
    for (const auto& r : o.relocations)
      if (r.to_function) reach(r.target);
  if (p.thread_exit != model::kNone) reach(p.thread_exit);
  while (!todo.empty()) {
    const model::ProcId f = todo.back();
    todo.pop_back();
    for (const Instr& i : p.procedures[f].code)
      if (i.kind == InstrKind::Call) reach(i.callee);
  }
  return reached;
}

bool tells_threads_apart(const model::Program& p, const Instr& i) {
  if (i.kind != InstrKind::Builtin) return false;
  if (model::synchronises(i.builtin) == model::Synchronises::RwLock || model::waits_cancellably(i.builtin)) return true;
  if (i.builtin == Builtin::ThreadJoin) {
    const model::Expr& result = p.exprs[i.args[1]];
    return result.op != model::ExprOp::Const || result.bits != 0;
  }
  constexpr Builtin kOthers[] = {Builtin::ThreadSelf,      Builtin::ThreadDetach,  Builtin::ThreadCancel,
                                 Builtin::ThreadCancelled, Builtin::ThreadTryJoin, Builtin::ThreadCancelJoin};
  return std::find(std::begin(kOthers), std::end(kOthers), i.builtin) != std::end(kOthers);
}

}  // namespace

bool may_interchange_threads(const model::Program& p) {
  const std::vector<bool> others = called_by_others(p);
  bool starts = false;
  for (size_t f = 0; f < p.procedures.size(); ++f) {
    const model::Procedure& procedure = p.procedures[f];
    if (procedure.library && procedure.name == "pthread_attr_setdetachstate") return false;
    for (const Instr& i : procedure.code) {
      if (tells_threads_apart(p, i)) return false;
      if (i.kind != InstrKind::Builtin) continue;
      const bool handles = i.builtin == Builtin::ThreadCreate || i.builtin == Builtin::ThreadJoin;
      if (handles && others[f]) return false;
      starts |= i.builtin == Builtin::ThreadCreate;
    }
  }
  return starts;
}

}  // namespace heddle::explore
