// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that touch memory: loads, stores, atomic updates, blocks of bytes.
#include <algorithm>
#include <optional>

#include "meaning/updates.h"
#include "semantics/machine.h"
#include "semantics/numbers.h"

namespace heddle::semantics {

using model::EventKind;
using model::Instr;
using model::InstrKind;

namespace {
std::optional<model::ExprOp> mask_of(model::RmwOp op) {
  switch (op) {
    case model::RmwOp::And: return model::ExprOp::And;
    case model::RmwOp::Or: return model::ExprOp::Or;
    case model::RmwOp::Xor: return model::ExprOp::Xor;
    default: return std::nullopt;
  }
}
}  // namespace

Machine::Flow Machine::execute_memory(const Instr& i) {
  Value a = pointer(i.a);
  if (faulted_) return Flow::Stop;
  uint32_t offset = static_cast<uint32_t>(a.bits), bytes = i.width / 8;
  if (i.kind == InstrKind::Load) {
    Value v = load(a, i.width);
    if (faulted_) return Flow::Stop;
    touched(a.obj, offset, bytes, false);
    if (events_ && shared(a.obj))
      event(EventKind::Read, &i, a.obj, offset, bytes, stored_text(v, a.obj, offset, i.width));
    assign(i.dst, v);
    return straight(i);
  }
  if (i.kind == InstrKind::Store) {
    Value v = eval(i.b);
    if (faulted_) return Flow::Stop;
    if (p_.exprs[i.b].width < i.width && v.is_int()) v.bits &= mask(p_.exprs[i.b].width);
    if (p_.exprs[i.b].width == 1 && v.undef) v.undef = mask(i.width);
    bool was_shared = a.tag == Tag::Ptr && !is_function(a.obj) && shared(a.obj);
    store(a, i.width, v);
    if (faulted_) return Flow::Stop;
    touched(a.obj, offset, bytes, true);
    if (events_ && was_shared)
      event(EventKind::Write, &i, a.obj, offset, bytes, stored_text(v, a.obj, offset, i.width));
    return straight(i);
  }
  Value old = load(a, i.width);
  Value operand = eval(i.b);
  if (faulted_) return Flow::Stop;
  reached(a.obj, offset, bytes, true);
  Value next = old;
  bool success = true;
  if (i.kind == InstrKind::Rmw) {
    if (i.rmw == model::RmwOp::Xchg) {
      next = operand;
    } else if (old.tag == Tag::Ptr && (i.rmw == model::RmwOp::Add || i.rmw == model::RmwOp::Sub)) {
      operand = force(operand);
      int64_t n = sign_extend(operand.bits, i.width);
      next = ptr_value(old.obj, static_cast<int64_t>(old.bits) + (i.rmw == model::RmwOp::Add ? n : -n));
    } else if (std::optional<model::ExprOp> masks = mask_of(i.rmw);
               masks && (old.tag == Tag::Ptr || operand.tag == Tag::Ptr)) {  // a tag of it
      next = eval_binary({*masks, i.width, i.b, i.b, 0, 0}, old, operand);
      if (faulted_) return Flow::Stop;
    } else if (forgets_both(old, operand)) {
      next = any_number(i.width);
    } else {
      old = force(old);
      operand = force(operand);
      const bool any = blurs_ && old.is_int() && operand.is_int() && (old.undef || operand.undef);
      if (!any && (!old.plain() || !operand.plain())) {
        if ((old.is_int() && old.undef) || (operand.is_int() && operand.undef))
          undefined("uninitialised-read", "an uninitialised value is used", a.obj, offset);
        else
          not_followed("a pointer is used as a number");
        return Flow::Stop;
      }
      Numbers numbers{i.width};
      next = any ? undef_value(i.width) : int_value(meaning::updated(numbers, i.rmw, old.bits, operand.bits));
    }
  } else {
    model::Expr eq{model::ExprOp::Eq, 1, i.b, i.b, 0, 0};
    Value same = eval_binary(eq, old, operand);
    if (faulted_) return Flow::Stop;
    if (same.undef) {
      undefined("uninitialised-read", "a decision depends on an uninitialised value", a.obj, offset);
      return Flow::Stop;
    }
    success = same.tag == Tag::Input ? compare_input(model::ExprOp::Ne, same, 0, 1, false) : same.bits & 1;
    if (success) next = eval(i.c);
    if (faulted_) return Flow::Stop;
    assign(i.dst2, int_value(success));
  }
  if (success) store(a, i.width, next);
  if (faulted_) return Flow::Stop;
  if (happenings_) happens_access(a.obj, offset, bytes, success);  // a failed exchange is a read
  if (events_ && shared(a.obj)) {
    std::string after = success ? " -> " + stored_text(next, a.obj, offset, i.width) : " (unchanged)";
    event(EventKind::Rmw, &i, a.obj, offset, bytes, stored_text(old, a.obj, offset, i.width) + after);
  }
  assign(i.dst, old);
  return straight(i);
}

// Copy and Fill: all at once in private memory, one aligned word per step in shared memory (Frame::micro counts the
// bytes done).
Machine::Flow Machine::execute_bulk(const Instr& i) {
  Value to = pointer(i.a), from = i.kind == InstrKind::Copy ? pointer(i.b) : Value{};
  uint64_t size = number(i.c);
  if (faulted_) return Flow::Stop;
  if (size == 0) return straight(i);
  if (!check_access(to, size, true)) return Flow::Stop;
  if (i.kind == InstrKind::Copy && !check_access(from, size, false)) return Flow::Stop;
  bool to_shared = shared(to.obj), from_shared = i.kind == InstrKind::Copy && shared(from.obj);
  Frame& f = thread_->frames.back();
  uint64_t done = f.micro, chunk = size - done;
  if ((to_shared || from_shared) && atomic_depth_ == 0) {
    uint64_t at = (to_shared ? to.bits : from.bits) + done;
    chunk = std::min<uint64_t>(chunk, ptr_bytes_ - at % ptr_bytes_);
  }
  if (i.kind == InstrKind::Copy) {
    copy_bytes(ptr_value(to.obj, static_cast<int64_t>(to.bits + done)),
               ptr_value(from.obj, static_cast<int64_t>(from.bits + done)), chunk);
    touched(from.obj, static_cast<uint32_t>(from.bits + done), static_cast<uint32_t>(chunk), false);
  } else {
    Value byte = eval(i.b);
    for (uint64_t k = 0; k < chunk && !faulted_; ++k)
      store(ptr_value(to.obj, static_cast<int64_t>(to.bits + done + k)), 8, byte);
  }
  touched(to.obj, static_cast<uint32_t>(to.bits + done), static_cast<uint32_t>(chunk), true);
  if (events_ && (to_shared || from_shared)) {
    const Value& s = to_shared ? to : from;
    event(to_shared ? EventKind::Write : EventKind::Read, &i, s.obj, static_cast<uint32_t>(s.bits + done),
          static_cast<uint32_t>(chunk));
  }
  if (done + chunk == size) return straight(i);
  f.micro = static_cast<uint32_t>(done + chunk);
  return Flow::Next;
}

}  // namespace heddle::semantics
