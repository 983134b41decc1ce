// SPDX-License-Identifier: GPL-3.0-or-later
// What one instruction may do, in terms of abstract objects and procedures: the only place of this room that knows the
// operands of each instruction and builtin. Constant objects never appear: nobody writes them, so nothing depends on
// reading them (a write into one is undefined behaviour and ends the path).
#pragma once
#include <vector>

#include "analysis/access_set.h"
#include "analysis/points_to.h"

namespace heddle::analysis {

struct Effects {
  AccessSet touches;                  // by the instruction itself, without callees
  std::vector<model::ProcId> calls;   // procedures with code that may run before the next instruction
  std::vector<model::ProcId> starts;  // procedures with code that a new thread may begin with
};

class InstructionEffects {
 public:
  InstructionEffects(const model::Program& p, const PointsTo& points_to) : program_(p), points_to_(points_to) {}
  Effects of(model::ProcId f, const model::Instr& i) const;

 private:
  void read(Effects& e, const base::BitSet& objects) const;
  void write(Effects& e, const base::BitSet& objects) const;
  void builtin(Effects& e, model::ProcId f, const model::Instr& i) const;
  void call(Effects& e, model::ProcId callee) const;
  void unmodelled(Effects& e) const;

  const model::Program& program_;
  const PointsTo& points_to_;
};

}  // namespace heddle::analysis
