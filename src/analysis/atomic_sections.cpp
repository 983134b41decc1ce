// SPDX-License-Identifier: GPL-3.0-or-later
// Both questions (does a procedure come back level, how far does a section reach) walk the pairs (pc, nesting depth).
// Recursion is met by assuming all procedures level and withdrawing until nothing changes.
#include "analysis/atomic_sections.h"

#include <unordered_set>

#include "model/control_flow.h"

namespace heddle::analysis {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {

bool is_builtin(const Instr& i, Builtin b) { return i.kind == InstrKind::Builtin && i.builtin == b; }

// Depth behind the instruction; nothing if it would be negative or too deep.
std::optional<unsigned> depth_behind(const Instr& i, unsigned depth, unsigned deepest) {
  if (is_builtin(i, Builtin::AtomicBegin)) return depth == deepest ? std::nullopt : std::optional(depth + 1);
  if (is_builtin(i, Builtin::AtomicEnd)) return depth == 0 ? std::nullopt : std::optional(depth - 1);
  return depth;
}

}  // namespace

AtomicSections::AtomicSections(const model::Program& p, const std::vector<std::vector<Effects>>& effects)
    : program_(p), effects_(effects), level_(p.procedures.size(), true) {
  for (bool changed = true; changed;) {
    changed = false;
    for (ProcId f = 0; f < p.procedures.size(); ++f) {
      if (!level_[f] || comes_back_level(f)) continue;
      level_[f] = false;
      changed = true;
    }
  }
}

bool AtomicSections::calls_only_level(ProcId f, Pc pc) const {
  for (ProcId g : effects_[f][pc].calls)
    if (!level_[g]) return false;
  return true;
}

bool AtomicSections::comes_back_level(ProcId f) const {
  const std::vector<Instr>& code = program_.procedures[f].code;
  if (code.empty()) return true;
  std::vector<Point> todo{{0, 0}};
  std::unordered_set<uint64_t> seen{0};
  while (!todo.empty()) {
    auto [pc, depth] = todo.back();
    todo.pop_back();
    const Instr& i = code[pc];
    if (i.kind == InstrKind::Return && depth != 0) return false;
    if (is_builtin(i, Builtin::ThreadExit) || !calls_only_level(f, pc)) return false;
    std::optional<unsigned> behind = depth_behind(i, depth, kDeepest);
    if (!behind) return false;
    for (Pc next : successors(i, pc))
      if (seen.insert(uint64_t{next} << 32 | *behind).second) todo.push_back({next, *behind});
  }
  return true;
}

std::optional<std::vector<Pc>> AtomicSections::extent(ProcId f, Pc begin) const {
  const std::vector<Instr>& code = program_.procedures[f].code;
  std::vector<Pc> extent;
  std::vector<bool> inside(code.size(), false);
  std::vector<Point> todo{{begin, 0}};
  std::unordered_set<uint64_t> seen{uint64_t{begin} << 32};
  while (!todo.empty()) {
    auto [pc, depth] = todo.back();
    todo.pop_back();
    const Instr& i = code[pc];
    if (i.kind == InstrKind::Return || is_builtin(i, Builtin::ThreadExit) || !calls_only_level(f, pc))
      return std::nullopt;
    if (!inside[pc]) extent.push_back(pc);
    inside[pc] = true;
    std::optional<unsigned> behind = depth_behind(i, depth, kDeepest);
    if (!behind) return std::nullopt;
    if (*behind == 0) continue;
    for (Pc next : successors(i, pc))
      if (seen.insert(uint64_t{next} << 32 | *behind).second) todo.push_back({next, *behind});
  }
  return extent;
}

bool AtomicSections::may_stop_inside() const {
  for (ProcId f = 0; f < program_.procedures.size(); ++f)
    for (Pc pc = 0; pc < program_.procedures[f].code.size(); ++pc) {
      if (!is_builtin(program_.procedures[f].code[pc], Builtin::AtomicBegin)) continue;
      const std::optional<std::vector<Pc>> inside = extent(f, pc);
      if (!inside || may_stop_between(f, *inside)) return true;
    }
  return false;
}

bool AtomicSections::may_stop_between(ProcId f, const std::vector<Pc>& extent) const {
  std::unordered_set<ProcId> called;
  std::vector<ProcId> todo;
  auto may_stop = [&](ProcId g, Pc pc) {
    const Instr& i = program_.procedures[g].code[pc];
    for (ProcId callee : effects_[g][pc].calls)
      if (called.insert(callee).second) todo.push_back(callee);
    if (i.kind != InstrKind::Builtin || i.builtin == Builtin::AtomicBegin) return false;
    return i.builtin == Builtin::Assume || model::may_block(i.builtin) || model::never_continues(i.builtin);
  };
  for (Pc pc : extent)
    if (may_stop(f, pc)) return true;
  while (!todo.empty()) {
    const ProcId g = todo.back();
    todo.pop_back();
    for (Pc pc = 0; pc < program_.procedures[g].code.size(); ++pc)
      if (may_stop(g, pc)) return true;
  }
  return false;
}

}  // namespace heddle::analysis
