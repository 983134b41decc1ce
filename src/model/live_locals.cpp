// SPDX-License-Identifier: GPL-3.0-or-later
// The textbook backward analysis: live before = read here, or live behind and not assigned here. Reads come before
// assignments in every instruction, also in the simultaneous Assign. The destination of a call counts as assigned by
// the call instruction, so a frame that waits for its callee, resting at the call, does not keep the old value.
#include "model/live_locals.h"

#include "base/bit_set.h"
#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::model {

namespace {

std::vector<LocalId> locals_read(const Program& p, const Instr& i) {
  std::vector<LocalId> read;
  each_operand(i, [&](ExprId root) {
    each_node(p.exprs, root, [&](ExprId, const Expr& e) {
      if (e.op == ExprOp::Local) read.push_back(static_cast<LocalId>(e.bits));
      return true;
    });
  });
  return read;
}

base::BitSet live_before(const Instr& i, Pc pc, const std::vector<LocalId>& read,
                         const std::vector<base::BitSet>& live) {
  base::BitSet now;
  for (Pc next : successors(i, pc)) now.add_all(live[next]);
  each_assigned(i, [&](LocalId l) { now.remove(l); });
  for (LocalId l : read) now.add(l);
  return now;
}

}  // namespace

std::vector<std::vector<LocalId>> live_locals(const Program& p, const Procedure& f) {
  std::vector<std::vector<LocalId>> read;
  for (const Instr& i : f.code) read.push_back(locals_read(p, i));

  std::vector<base::BitSet> live(f.code.size(), base::BitSet(f.locals.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (Pc pc = static_cast<Pc>(f.code.size()); pc-- > 0;)
      changed |= live[pc].add_all(live_before(f.code[pc], pc, read[pc], live));
  }

  std::vector<std::vector<LocalId>> result(f.code.size());
  for (size_t pc = 0; pc < f.code.size(); ++pc)
    live[pc].each([&](size_t l) { result[pc].push_back(static_cast<LocalId>(l)); });
  return result;
}

}  // namespace heddle::model
