// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/happenings.h"

#include "model/library_state.h"
#include "model/sizes.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::Builtin;
using model::Instr;
using model::InstrKind;

Happening& Machine::happens(Happening::Kind kind) {
  Happening& h = happenings_->emplace_back();
  h.kind = kind;
  h.thread = self_;
  h.pos = user_position(*thread_, events_ ? &h.function : nullptr);
  h.section = atomic_depth_ > 0;
  return h;
}

void Machine::happens_access(ObjRef o, uint32_t offset, uint32_t size, bool write) {
  if (faulted_ || !o || is_function(o) || slot_of(o) == model::kNone || size == 0) return;
  const Frame& f = thread_->frames.back();
  const Instr& i = p_.procedures[f.proc].code[f.pc];
  Happening& h = happens(Happening::Touch);
  h.access = {o, offset, size, write, i.atomic() || h.section};
  h.acquires = h.section || (i.kind != InstrKind::Store && acquires(i.order));
  h.releases = write && (h.section || releases(i.order));
  h.updates = write && (h.section || i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg);
  if (events_) h.object = work_object_name(o, offset, size);
  h.frees = write && is_dynamic(o) && header(o).status == 1;
  if (i.kind == InstrKind::CmpXchg && !write && !h.section) h.acquires = acquires(i.order_of_failure);
  if (h.access.atomic && !is_dynamic(o) && !model::orders_threads(p_.objects[o - 1])) {
    h.acquires = h.releases = false;
    h.attempt = Builtin::AtomicBegin;
  }
}

void Machine::happens_sync(Builtin b, ObjRef o, uint32_t offset, bool succeeds, size_t argument) {
  Happening& h = happens(Happening::Touch);
  bool plain = model::is_plain_write(b), orders = succeeds && model::only_synchronises(b);
  const uint32_t bytes = model::size_of(model::synchronises(b, argument), p_.pointer_width);
  h.access = {o, offset, bytes, orders || plain, !plain || h.section};
  h.acquires = h.releases = h.updates = orders;
  if (events_) h.object = work_object_name(o, offset, kLock);
  if (!orders && !plain) h.attempt = b;
}

void Machine::happens_fence(const Instr& i) {
  Happening& h = happens(Happening::Fence);
  h.acquires = acquires(i.order);
  h.releases = releases(i.order);
}

}  // namespace heddle::semantics
