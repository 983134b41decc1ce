// SPDX-License-Identifier: GPL-3.0-or-later
// How far an atomic section reaches. From its AtomicBegin control flow is followed, nested sections counted, until
// every path has met the matching AtomicEnd. Calls are stepped over, which is right only for callees that come back at
// the nesting depth they were called at; a section that meets any other callee, returns before its end, ends its thread
// or nests deeper than kDeepest is *open*: its extent is not known here and whoever asks must assume everything.
#pragma once
#include <optional>
#include <vector>

#include "analysis/instruction_effects.h"
#include "model/program.h"

namespace heddle::analysis {

class AtomicSections {
 public:
  // effects[f][pc] of every instruction.
  AtomicSections(const model::Program& p, const std::vector<std::vector<Effects>>& effects);

  // The instructions of the section that opens at pc, AtomicBegin and ends included; nothing if it is open.
  std::optional<std::vector<model::Pc>> extent(model::ProcId f, model::Pc pc) const;
  // Of any section: it is open, or something in it, callees included, may wait, or end the execution.
  bool may_stop_inside() const;

 private:
  static constexpr unsigned kDeepest = 16;
  struct Point {
    model::Pc pc;
    unsigned depth;
  };
  bool comes_back_level(model::ProcId f) const;
  bool calls_only_level(model::ProcId f, model::Pc pc) const;
  bool may_stop_between(model::ProcId f, const std::vector<model::Pc>& extent) const;

  const model::Program& program_;
  const std::vector<std::vector<Effects>>& effects_;
  // by ProcId: every return is at the depth of the call, and none of its paths ends the thread
  std::vector<bool> level_;
};

}  // namespace heddle::analysis
