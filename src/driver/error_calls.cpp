// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/error_calls.h"

#include <algorithm>

namespace heddle::driver {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::ProcId;

namespace {

bool fails(const Instr& i) {
  return i.kind == InstrKind::Builtin && (i.builtin == Builtin::Error || i.builtin == Builtin::AssertFail);
}

// It looks at its parameters, and fails or returns.
bool only_fails(const model::Procedure& f) {
  return std::all_of(f.code.begin(), f.code.end(), [](const Instr& i) {
    switch (i.kind) {
      case InstrKind::Assign:
      case InstrKind::Jump:
      case InstrKind::Branch:
      case InstrKind::Switch:
      case InstrKind::Return:
      case InstrKind::Unreachable: return true;
      case InstrKind::Builtin: return fails(i) || i.builtin == Builtin::Abort;
      default: return false;
    }
  });
}

}  // namespace

std::vector<trace::Suspicion> error_calls(const model::Program& program) {
  auto place = [&](const Instr& i, const char* what) {
    return trace::SuspectPlace{program.files[i.pos.file], i.pos.line, i.pos.column, what, i.event};
  };
  std::vector<std::vector<const Instr*>> callers(program.procedures.size());
  for (const model::Procedure& f : program.procedures)
    for (const Instr& i : f.code)
      if (i.kind == InstrKind::Call && i.callee < callers.size()) callers[i.callee].push_back(&i);
  std::vector<trace::Suspicion> all;
  for (ProcId f = 0; f < program.procedures.size(); ++f)
    for (const Instr& i : program.procedures[f].code) {
      if (!fails(i)) continue;
      if (callers[f].size() < 2 || !only_fails(program.procedures[f])) {
        all.push_back({base::Property::UnreachCall, {place(i, "error")}});
        continue;
      }
      for (const Instr* call : callers[f])
        all.push_back({base::Property::UnreachCall, {place(i, "error"), place(*call, "call")}});
    }
  return all;
}

}  // namespace heddle::driver
