// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/enumerator/weak_order.h"

namespace heddle::oracle {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::MemoryOrder;

Ordering ordering(const Instr& in, bool write) {
  MemoryOrder o = in.kind == InstrKind::CmpXchg && !write ? in.order_of_failure : in.order;
  bool read = in.kind != InstrKind::Store, both = o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst;
  return {read && (both || o == MemoryOrder::Acquire), write && (both || o == MemoryOrder::Release), !read};
}

Ordering fence(const Instr& in) {
  bool both = in.order == MemoryOrder::AcqRel || in.order == MemoryOrder::SeqCst;
  return {both || in.order == MemoryOrder::Acquire, both || in.order == MemoryOrder::Release};
}

namespace {

// A call that fails orders nothing.
bool is_attempt_to_lock(Builtin b) {
  return model::may_give_up(b) && model::synchronises(b) != model::Synchronises::None &&
         model::synchronises(b) != model::Synchronises::Condition;
}

bool is_weak(const Instr& in) {
  switch (in.kind) {
    case InstrKind::Load: return in.atomic() && !ordering(in, false).acquires;
    case InstrKind::Store: return in.atomic() && !ordering(in, true).releases;
    case InstrKind::CmpXchg:
      if (!ordering(in, false).acquires) return true;
      [[fallthrough]];
    case InstrKind::Rmw: return !ordering(in, true).acquires || !ordering(in, true).releases;
    case InstrKind::Builtin:
      return is_attempt_to_lock(in.builtin) || in.builtin == Builtin::SemGetValue ||
             in.builtin == Builtin::ThreadCancel;
    default: return false;
  }
}

}  // namespace

bool has_weak_order(const model::Program& p) {
  for (const model::Procedure& f : p.procedures) {
    int sections = 0;  // open ones, as the text has them
    for (const Instr& in : f.code) {
      if (is_weak(in)) return true;
      if (in.builtin == model::Builtin::AtomicBegin) ++sections;
      if (in.builtin == model::Builtin::AtomicEnd) --sections;
      // A section that waits for a lock waits with all that it does, also with what comes before the lock.
      const bool waits = in.kind == model::InstrKind::Builtin && model::may_block(in.builtin);
      if (sections > 0 && (waits || in.kind == model::InstrKind::Call)) return true;
    }
  }
  return false;
}

}  // namespace heddle::oracle
