// SPDX-License-Identifier: GPL-3.0-or-later
// Which locals may be read later is computed backwards, instruction by instruction, until nothing changes any more.
#include "judge/enumerator/dead_locals.h"

#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::oracle {

namespace {

using Set = std::vector<bool>;

Set before(const model::Program& p, const model::Instr& i, Set after) {
  model::each_assigned(i, [&](model::LocalId l) { after[l] = false; });
  model::each_operand(i, [&](model::ExprId root) {
    model::each_node(p.exprs, root, [&](model::ExprId, const model::Expr& e) {
      if (e.op == model::ExprOp::Local) after[e.bits] = true;
      return true;
    });
  });
  return after;
}

std::vector<Set> solve(const model::Program& p, const model::Procedure& f) {
  std::vector<Set> live(f.code.size(), Set(f.locals.size(), false));
  for (bool changed = true; changed;) {
    changed = false;
    for (model::Pc pc = static_cast<model::Pc>(f.code.size()); pc-- > 0;) {
      Set after(f.locals.size(), false);
      for (model::Pc next : model::successors(f.code[pc], pc))
        for (size_t l = 0; next < live.size() && l < after.size(); ++l) after[l] = after[l] || live[next][l];
      Set now = before(p, f.code[pc], std::move(after));
      changed |= now != live[pc];
      live[pc] = std::move(now);
    }
  }
  return live;
}

}  // namespace

DeadLocals::DeadLocals(const model::Program& p) : program_(p) {
  for (const model::Procedure& f : p.procedures) read_later_.push_back(solve(p, f));
}

// A frame that waits for a call goes on behind the call, with the result already assigned.
void DeadLocals::forget(State& s) const {
  for (Thread& t : s.threads)
    for (size_t at = 0; at < t.frames.size(); ++at) {
      Frame& f = t.frames[at];
      const bool calls = at + 1 < t.frames.size();
      const model::Pc pc = calls ? f.pc + 1 : f.pc;
      const model::LocalId result = calls ? program_.procedures[f.proc].code[f.pc].dst : model::kNoLocal;
      for (model::LocalId l = 0; l < f.locals.size(); ++l)
        if (l == result || pc >= read_later_[f.proc].size() || !read_later_[f.proc][pc][l])
          f.locals[l] = uninitialised();
    }
}

}  // namespace heddle::oracle
