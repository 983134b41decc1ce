// SPDX-License-Identifier: GPL-3.0-or-later
// The successor relation of one procedure's code: the one place that knows where an instruction may continue. Calls
// continue behind themselves; what happens inside the callee is the business of whoever asks.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::model {

// The thread or the whole execution ends at this builtin.
inline bool never_continues(Builtin b) {
  return b == Builtin::Error || b == Builtin::AssertFail || b == Builtin::Abort || b == Builtin::Exit ||
         b == Builtin::ThreadExit;
}

// Other threads notice nothing of this builtin itself, whatever its arguments; of a thread's end they notice the end.
inline bool is_silent(Builtin b) {
  switch (b) {
    case Builtin::Nondet:
    case Builtin::Assume:
    case Builtin::Error:
    case Builtin::AssertFail:
    case Builtin::Abort:
    case Builtin::Exit:
    case Builtin::Unmodelled:
    case Builtin::Output:
    case Builtin::Yield:
    case Builtin::Apart:
    case Builtin::AtomicEnd:
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::ThreadExit:
    case Builtin::ThreadSelf: return true;
    default: return false;
  }
}

// A wait on a condition variable, in any of its forms.
inline bool waits_on_condition(Builtin b) {
  return b == Builtin::CondWait || b == Builtin::CondTimedWait || b == Builtin::CondCancelWait ||
         b == Builtin::CondCancelTimedWait;
}

// A wait that a request to cancel the thread ends, too.
inline bool waits_cancellably(Builtin b) {
  return b == Builtin::ThreadCancelJoin || b == Builtin::CondCancelWait || b == Builtin::CondCancelTimedWait ||
         b == Builtin::SemCancelWait;
}

inline std::vector<Pc> successors(const Instr& i, Pc pc) {
  switch (i.kind) {
    case InstrKind::Jump: return {i.target};
    case InstrKind::Branch: return {i.target, i.target2};
    case InstrKind::Switch: {
      std::vector<Pc> all{i.target};
      for (const auto& [value, target] : i.cases) all.push_back(target);
      return all;
    }
    case InstrKind::Return:
    case InstrKind::Unreachable: return {};
    case InstrKind::Builtin:
      if (never_continues(i.builtin)) return {};
      return {pc + 1};
    default: return {pc + 1};
  }
}

}  // namespace heddle::model
