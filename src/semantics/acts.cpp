// SPDX-License-Identifier: GPL-3.0-or-later
// What the real program does in a step: see trace/script.h. Only what the instrumented program can notice is noted
// (Instr::act).
#include "semantics/machine.h"

namespace heddle::semantics {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using trace::ActKind;

Machine::Flow Machine::act(const Instr& i) {
  size_t at = acts_->size();
  bool bulk = i.kind == InstrKind::Copy || i.kind == InstrKind::Fill;
  RawAct a;
  a.slot = self_;
  a.event = i.event;
  a.ordered = at_visible_ || atomic_depth_ > 0;
  acts_->push_back(a);
  unsigned slot = self_;
  last_access_ = {};
  returned_ = 0;
  Flow flow = perform(i);
  RawAct& made = (*acts_)[at];
  made.access = last_access_;
  if (i.kind == InstrKind::Builtin) made.value = returned_;
  if (bulk) made.kind = ActKind::Chunk, made.size = last_access_.size;
  if (i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate && !faulted_) {
    made.creates = true;
    made.value = created_;
    made.old_handle = old_handle_;
  }
  bool passed_assume = i.kind == InstrKind::Builtin && i.builtin == Builtin::Assume && !faulted_;
  if (flow == Flow::Blocked || passed_assume || (bulk && made.size == 0 && !faulted_)) {
    acts_->erase(acts_->begin() + static_cast<ptrdiff_t>(at));
  } else if (threads_[slot].status == ThreadStatus::Parked) {
    ParkReason why = threads_[slot].park;
    made.kind = why == ParkReason::Exit || why == ParkReason::Assume ? ActKind::Hold : ActKind::Fail;
  }
  return flow;
}

// Parts of an act that happen later than its beginning: the end of a wait.
void Machine::add_act(unsigned slot, model::EventId event, ActKind kind, uint64_t value) {
  RawAct a;
  a.slot = slot;
  a.event = event;
  a.kind = kind;
  a.ordered = kind != ActKind::Released;
  a.value = value;
  acts_->push_back(a);
}

}  // namespace heddle::semantics
