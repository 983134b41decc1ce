// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/sleeping.h"

#include <algorithm>

#include "model/control_flow.h"

namespace heddle::ranking {

using model::Builtin;
using model::InstrKind;
using model::Pc;
using model::ProcId;

Sleeping::Sleeping(const model::Program& p, const Reach& reach)
    : program_(p), reach_(reach), may_wake_(p.procedures.size(), false) {
  for (auto& all : always_sleeps_) all.assign(p.procedures.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    auto set = [&](std::vector<bool>& flags, ProcId f) {
      changed |= !flags[f];
      flags[f] = true;
    };
    for (ProcId f : reach.procedures()) {
      for (Pc pc = 0; pc < p.procedures[f].code.size(); ++pc)
        if (wakes(f, pc)) set(may_wake_, f);
      for (Kind k : {Condition, Semaphore})
        if (!returns_awake(k, f)) set(always_sleeps_[k], f);
    }
  }
}

bool Sleeping::sleeps(Kind k, ProcId f, Pc pc) const {
  const model::Instr& i = program_.procedures[f].code[pc];
  if (i.kind == InstrKind::Builtin) return i.builtin == (k == Condition ? Builtin::CondWait : Builtin::SemWait);
  return i.kind == InstrKind::Call && always_sleeps_[k][i.callee];
}

bool Sleeping::wakes(ProcId f, Pc pc) const {
  const model::Instr& i = program_.procedures[f].code[pc];
  if (i.kind == InstrKind::Builtin && (i.builtin == Builtin::CondSignal || i.builtin == Builtin::CondBroadcast ||
                                       i.builtin == Builtin::SemPost || i.builtin == Builtin::SemInit))
    return true;
  const analysis::Effects& e = reach_.effects(f, pc);
  auto may = [&](ProcId g) { return static_cast<bool>(may_wake_[g]); };
  return std::any_of(e.calls.begin(), e.calls.end(), may) || std::any_of(e.starts.begin(), e.starts.end(), may);
}

// Is there a way from the beginning to a return on which nobody sleeps?
bool Sleeping::returns_awake(Kind k, ProcId f) const {
  const auto& code = program_.procedures[f].code;
  std::vector<bool> seen(code.size(), false);
  std::vector<Pc> todo{0};
  while (!todo.empty()) {
    Pc pc = todo.back();
    todo.pop_back();
    if (pc >= code.size() || seen[pc] || sleeps(k, f, pc)) continue;
    seen[pc] = true;
    if (code[pc].kind == InstrKind::Return) return true;
    for (Pc to : model::successors(code[pc], pc)) todo.push_back(to);
  }
  return code.empty();
}

bool Sleeping::each_round_sleeps(ProcId f, const Loop& loop) const {
  const auto& code = program_.procedures[f].code;
  bool wake = false;
  loop.body.each([&](size_t pc) { wake |= wakes(f, static_cast<Pc>(pc)); });
  if (wake) return false;
  for (Kind k : {Condition, Semaphore}) {
    std::vector<bool> seen(code.size(), false);
    std::vector<Pc> todo{loop.header};
    bool awake = false;
    while (!todo.empty() && !awake) {
      Pc pc = todo.back();
      todo.pop_back();
      if (seen[pc] || sleeps(k, f, pc)) continue;
      seen[pc] = true;
      for (Pc to : model::successors(code[pc], pc)) {
        awake |= to == loop.header;
        if (loop.body.has(to)) todo.push_back(to);
      }
    }
    if (!awake) return true;
  }
  return false;
}

}  // namespace heddle::ranking
