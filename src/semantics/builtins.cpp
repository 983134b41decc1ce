// SPDX-License-Identifier: GPL-3.0-or-later
// Library operations other than synchronisation: inputs, the ends of an execution, the heap, threads.
#include <cstring>

#include "base/check.h"
#include "model/library_names.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::Builtin;
using model::EventKind;
using model::Instr;
using model::kNone;

Machine::Flow Machine::execute_builtin(const Instr& i) {
  switch (i.builtin) {
    case Builtin::Nondet: {
      Value v = new_input(p_.exprs[i.args[0]].bits, p_.exprs[i.args[1]].bits, i.width);
      if (model::is_fair_choice(i)) {
        v = force(v);
        result_.fair_choices.emplace_back(&i, v.bits != 0);
      }
      if (events_) {
        event(EventKind::Input, &i, 0, 0, 0, value_text(v, 0, i.width));
        events_->back().bits = v.bits;
      }
      assign(i.dst, v);
      return straight(i);
    }
    case Builtin::Assume:
      if (truth(i.args[0])) return straight(i);
      if (faulted_) return Flow::Stop;
      if (atomic_depth_) return Flow::Blocked;
      return fault(ParkReason::Assume, "assume", "");
    case Builtin::Error: return fault(ParkReason::Assertion, "assertion", "an error call is reached");
    case Builtin::AssertFail: return fault(ParkReason::Assertion, "assertion", "assertion failed: " + i.text);
    case Builtin::Exit:
      consume(i.args[0]);
      if (faulted_) return Flow::Stop;
      [[fallthrough]];
    case Builtin::Abort: return fault(ParkReason::Exit, "exit", "");
    case Builtin::Unmodelled: {
      if (follows_unknown_ && model::returns_unknown_number(i)) {
        assign(i.dst, undef_value(i.width));
        return straight(i);
      }
      unmodelled_.insert(model::returns_unknown_number(i) ? any_result() : i.text);
      result_.unmodelled = true;
      for (model::ExprId e : i.args) publish(eval(e));
      if (i.dst != model::kNoLocal) {
        const Frame& f = thread_->frames.back();
        unsigned width = p_.procedures[f.proc].locals[i.dst].width;
        // Nothing is reported behind it: one value will do.
        assign(i.dst, model::returns_any_number(i) ? int_value(0) : new_input(0, mask(width), width));
      }
      return straight(i);
    }
    case Builtin::Output:
      for (model::ExprId e : i.args) consume(e);
      if (faulted_) return Flow::Stop;
      if (i.dst != model::kNoLocal) assign(i.dst, new_input(0, mask(31), 32));
      return straight(i);
    case Builtin::Yield:
      for (model::ExprId e : i.args) consume(e);
      if (faulted_) return Flow::Stop;
      assign(i.dst, int_value(0));
      return straight(i);
    case Builtin::AtomicBegin:
      if (atomic_depth_++ == 0 && events_) event(EventKind::Section, &i, 0, 0, 0);
      return straight(i);
    case Builtin::AtomicEnd:
      if (atomic_depth_) --atomic_depth_;
      return straight(i);
    case Builtin::Malloc:
    case Builtin::Calloc: {
      uint64_t size = number(i.args[0]);
      bool too_large =
          i.builtin == Builtin::Calloc && !faulted_ && __builtin_mul_overflow(size, number(i.args[1]), &size);
      if (faulted_) return Flow::Stop;
      if (too_large || size > mask(p_.pointer_width)) {  // calloc has to look
        assign(i.dst, int_value(0));
        return straight(i);
      }
      ObjRef o = allocate(i.site, size, i.builtin == Builtin::Calloc, false);
      if (faulted_) return Flow::Stop;
      if (happenings_ && i.builtin == Builtin::Calloc) happens_access(o, 0, static_cast<uint32_t>(size), true);
      assign(i.dst, ptr_value(o, 0));
      return straight(i);
    }
    case Builtin::Realloc: {
      Value old = pointer(i.args[0]);
      uint64_t size = number(i.args[1]);
      if (faulted_) return Flow::Stop;
      ObjRef o = allocate(i.site, size, false, false);
      if (faulted_) return Flow::Stop;
      if (old.tag == Tag::Ptr) {
        if (!check_access(old, 0, false)) return Flow::Stop;
        if (size == 0) {
          unsupported("realloc to no bytes, which C libraries treat differently");
          return Flow::Stop;
        }
        ObjectHeader h = header(old.obj);
        copy_bytes(ptr_value(o, 0), ptr_value(old.obj, 0), std::min<uint64_t>(h.size, size));
        touched(o, 0, static_cast<uint32_t>(std::min<uint64_t>(h.size, size)), true);
        if (free_object(old) == Flow::Stop) return Flow::Stop;
        if (follow_reuse_) add_reuse(old.obj, o);  // realloc may leave the block where it is
      }
      assign(i.dst, ptr_value(o, 0));
      return straight(i);
    }
    case Builtin::Free: {
      Value v = pointer(i.args[0]);
      if (faulted_) return Flow::Stop;
      if (v.plain() && v.bits == 0) return straight(i);
      if (events_ && v.tag == Tag::Ptr && !is_function(v.obj) && shared(v.obj)) event(EventKind::Free, &i, v.obj, 0, 1);
      if (free_object(v) == Flow::Stop) return Flow::Stop;
      return straight(i);
    }
    case Builtin::Apart: {
      Value a = pointer(i.args[0]), b = pointer(i.args[2]);
      uint64_t a_size = number(i.args[1]), b_size = number(i.args[3]);
      if (faulted_) return Flow::Stop;
      bool same = a.tag == Tag::Ptr && b.tag == Tag::Ptr && a.obj == b.obj;
      if (same && (b.bits - a.bits < a_size || a.bits - b.bits < b_size))
        undefined("overlapping-copy", "memory is copied between blocks that overlap", a.obj,
                  static_cast<uint32_t>(a.bits));
      return straight(i);
    }
    case Builtin::ThreadCreate: return create_thread(i);
    case Builtin::ThreadJoin:
    case Builtin::ThreadCancelJoin:
    case Builtin::ThreadTryJoin: return join_thread(i);
    case Builtin::ThreadCancel: return cancel_thread(i);
    case Builtin::ThreadCancelled: {
      bool acts = is_cancelled();
      if (events_ && acts) event(EventKind::Cancelled, &i, 0, 0, 0);
      assign(i.dst, int_value(acts));
      return straight(i);
    }
    case Builtin::ThreadDetach: {
      Value v = pointer(i.args[0]);
      if (faulted_) return Flow::Stop;
      std::optional<unsigned> t = named_by(v);
      if (!t) {
        undefined("invalid-thread",
                  "a thread that does not exist, was joined before or is already detached is detached");
        return Flow::Stop;
      }
      Thread& target = thread(*t);
      target.dirty = target.detached = true;
      if (target.status == ThreadStatus::Finished) forget(target);
      assign(i.dst, int_value(0));
      return straight(i);
    }
    case Builtin::ThreadExit: {
      consume(i.args[0]);
      if (faulted_) return Flow::Stop;
      return end_thread(eval(i.args[0]));
    }
    case Builtin::ThreadSelf: assign(i.dst, handle_value(thread_->handle)); return straight(i);
    case Builtin::None: break;
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      return execute_sync(i);
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " has no meaning";
  return Flow::Stop;
}

Machine::Flow Machine::free_object(const Value& v) {
  if (v.tag != Tag::Ptr || !is_dynamic(v.obj) || v.bits != 0) {
    undefined("invalid-free", v.is_int() && v.undef ? "an uninitialised pointer is freed"
                                                    : "a pointer that malloc did not return is freed");
    return Flow::Stop;
  }
  ObjectHeader h = header(v.obj);
  if (h.status == 1) {
    undefined("double-free", "memory is freed twice", v.obj, 0);
    return Flow::Stop;
  }
  if (h.creator || h.site & 0x80000000u) {
    undefined("invalid-free", "a variable is freed that malloc did not return", v.obj, 0);
    return Flow::Stop;
  }
  if (!follow_reuse_ && shared(v.obj)) result_.freed.push_back(h.site);
  uint8_t* d = writable(v.obj, false);
  h.status = 1;
  std::memcpy(d, &h, kHeader);
  touched(v.obj, 0, h.size, true);
  return Flow::Next;
}

Machine::Flow Machine::create_thread(const Instr& i) {
  Value handle = pointer(i.args[0]), fn = pointer(i.args[2]), arg = eval(i.args[3]);
  uint64_t detached = number(i.args[1]);
  if (faulted_) return Flow::Stop;
  if (fn.tag != Tag::Ptr || !is_procedure(fn.obj) || fn.bits != 0) {
    undefined("invalid-call", "a thread is started with a pointer that is no function");
    return Flow::Stop;
  }
  model::ProcId proc = fn.obj - function_base_;
  if (p_.procedures[proc].code.empty()) {
    unmodelled_.insert(p_.procedures[proc].name);
    unsupported("a thread that runs `" + p_.procedures[proc].name + "`, which has no definition here");
    return Flow::Stop;
  }
  unsigned slot = 0;
  while (slot < thread_count_ && thread(slot).status != ThreadStatus::Free) ++slot;
  if (slot >= thread_limit_) {
    result_.thread_limit = true;
    return fault(ParkReason::Unsupported, kThreadLimit,
                 "more than " + std::to_string(thread_limit_) + " threads at once");
  }
  publish(arg);
  uint32_t name = new_handle(slot);
  store(handle, p_.pointer_width, handle_value(name));
  if (faulted_) return Flow::Stop;
  touched(handle.obj, static_cast<uint32_t>(handle.bits), ptr_bytes_, true);
  if (slot == thread_count_) {
    ++thread_count_;
    if (threads_.size() < thread_count_ + 1) {
      threads_.resize(thread_count_ + 1);
      thread_ = &threads_[self_];
    }
  }
  Thread& th = threads_[slot];
  th.stamp = stamp_;
  th.status = ThreadStatus::Ready;
  th.park = ParkReason::None;
  th.detached = detached & 1;
  th.timed = th.exiting = th.local = th.cancelled = th.only_sleeper = false;
  th.held = 0;
  th.handle = name;
  if (marks_starts_) th.start = manner_of_start(proc, arg);
  created_ = slot;
  th.dirty = th.settle = true;
  th.result = {};
  th.frames.clear();
  th.tls.clear();
  // Set up the new thread as if it were running: its frame and its argument.
  unsigned creator = self_;
  self_ = slot;
  thread_ = &th;
  Flow entered = enter(proc, {arg});
  self_ = creator;
  thread_ = &threads_[self_];
  if (faulted_ || entered != Flow::Next) return Flow::Stop;
  if (happenings_) happens(Happening::Create).other = slot;
  if (events_) event(EventKind::Create, &i, 0, 0, 0, p_.procedures[proc].name, static_cast<int>(slot));
  assign(i.dst, int_value(0));
  return straight(i);
}

Machine::Flow Machine::join_thread(const Instr& i) {
  Value handle = pointer(i.args[0]), out = pointer(i.args[1]);
  if (faulted_) return Flow::Stop;
  std::optional<unsigned> named = named_by(handle);
  if (!named) {
    undefined("invalid-thread", handle.undef
                                    ? "an uninitialised thread handle is joined"
                                    : "a thread that does not exist, was joined before or is detached is joined");
    return Flow::Stop;
  }
  unsigned t = *named;
  if (t == self_) {
    assign(i.dst, int_value(model::kWouldDeadlock));
    return straight(i);
  }
  Thread& target = thread(t);
  if (i.builtin == Builtin::ThreadCancelJoin && gives_up(target.status == ThreadStatus::Finished)) {
    if (events_) event(EventKind::Cancelled, &i, 0, 0, 0);
    assign(i.dst, int_value(model::kWasCancelled));
    return straight(i);
  }
  if (target.status != ThreadStatus::Finished) {
    if (i.builtin != Builtin::ThreadTryJoin) return Flow::Blocked;
    assign(i.dst, int_value(model::kBusy));
    if (events_) event(EventKind::Join, &i, 0, 0, 0, "still running", static_cast<int>(t));
    return straight(i);
  }
  if (happenings_) happens(Happening::Join).other = t;
  if (!(out.plain() && out.bits == 0)) {
    store(out, p_.pointer_width, target.result);
    if (faulted_) return Flow::Stop;
    touched(out.obj, static_cast<uint32_t>(out.bits), ptr_bytes_, true);
  }
  forget(target);
  if (events_) event(EventKind::Join, &i, 0, 0, 0, "", static_cast<int>(t));
  assign(i.dst, int_value(0));
  return straight(i);
}

// The request is all there is to it: what comes of it is up to the target.
Machine::Flow Machine::cancel_thread(const Instr& i) {
  Value handle = pointer(i.args[0]);
  if (faulted_) return Flow::Stop;
  std::optional<unsigned> t = named_by(handle, true);
  if (!t) {
    undefined("invalid-thread", handle.undef ? "an uninitialised thread handle is cancelled"
                                             : "a thread that does not exist or was joined before is cancelled");
    return Flow::Stop;
  }
  Thread& target = thread(*t);
  if (target.status != ThreadStatus::Finished && target.status != ThreadStatus::Parked)
    target.dirty = target.cancelled = true;
  if (events_) event(EventKind::Cancel, &i, 0, 0, 0, "", static_cast<int>(*t));
  assign(i.dst, int_value(0));
  return straight(i);
}

// A thread that runs its last procedure has acted already.
bool Machine::is_cancelled() const { return thread_->cancelled && !thread_->exiting; }

bool Machine::gives_up(bool can_go_on) { return is_cancelled() && (!can_go_on || choices_->pick(2) == 1); }

ObjRef Machine::requests(const Instr& i) const {
  const model::Expr& e = p_.exprs[i.args.back()];
  HEDDLE_CHECK(e.op == model::ExprOp::Global)
      << "the last argument of " << model::name(i.builtin) << " is the object of all requests";
  return static_cast<ObjRef>(e.bits) + 1;
}

Machine::Flow Machine::fault(ParkReason why, const char* kind, const std::string& message, ObjRef o, uint32_t offset) {
  faulted_ = true;
  if (thread_ == &inspect_) return Flow::Stop;  // only a look ahead
  section_failed_ = atomic_depth_ > 0;
  Fault f;
  f.reason = why;
  f.kind = kind;
  f.message = message;
  f.thread = static_cast<int>(self_);
  if (!thread_->frames.empty()) f.pos = fault_position(*thread_, &f.function);
  if (o) f.object = work_object_name(o, offset, 0);
  if (events_ && why != ParkReason::Assume) {
    const Instr* i = nullptr;
    if (!thread_->frames.empty()) i = &p_.procedures[thread_->frames.back().proc].code[thread_->frames.back().pc];
    event(why == ParkReason::Exit ? EventKind::Exit : EventKind::Error, i, o, offset, 0, message);
    if (why != ParkReason::Exit) events_->back().pos = f.pos, events_->back().function = f.function;
  }
  result_.faults.push_back(std::move(f));
  thread_->status = ThreadStatus::Parked;
  thread_->park = why;
  thread_->dirty = true;
  thread_->frames.clear();
  thread_->tls.clear();
  return Flow::Stop;
}

std::string Machine::any_result() const {
  std::string name;
  const std::vector<Frame>& frames = thread_->frames;
  for (size_t k = frames.size(); k-- > 0 && p_.procedures[frames[k].proc].library;)
    name = model::name_for_users(p_.procedures[frames[k].proc].name);
  const model::Position pos = user_position(*thread_, nullptr);
  return model::any_result(name, pos.line ? model::position_text(p_, pos) : "");
}

void Machine::undefined(const char* kind, const std::string& message, ObjRef o, uint32_t offset) {
  if (!faulted_) fault(ParkReason::Undefined, kind, message, o, offset);
}
void Machine::unsupported(const std::string& message) {
  if (!faulted_) fault(ParkReason::Unsupported, "unsupported", message);
}
void Machine::not_followed(const std::string& message) {
  if (!faulted_) fault(ParkReason::Unsupported, kNotFollowed, message);
}

}  // namespace heddle::semantics
