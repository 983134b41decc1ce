// SPDX-License-Identifier: GPL-3.0-or-later
// Threads as parts of a state: a head, then each frame with its live locals only.
#include <cstring>

#include "base/check.h"
#include "semantics/machine.h"

namespace heddle::semantics {

namespace {
uint8_t* push32(uint8_t* out, uint32_t v) {
  std::memcpy(out, &v, 4);
  return out + 4;
}
uint32_t pull32(const uint8_t*& in) {
  uint32_t v;
  std::memcpy(&v, in, 4);
  in += 4;
  return v;
}
enum Flag : uint8_t {
  kDetached = 1,
  kTimed = 2,
  kExiting = 4,
  kLocal = 8,
  kHolds = 16,
  kCancelled = 32,
  kOnlySleeper = 64
};

constexpr size_t kMostValue = 17;  // bytes of one value

// One tag byte: 0..8 an integer of that many bytes; then pointer, input, partly defined, a pointer that
// was cut.
uint8_t* push_value(uint8_t* out, const Value& v) {
  if (v.plain()) {
    const unsigned n = v.bits == 0 ? 0 : (71 - static_cast<unsigned>(__builtin_clzll(v.bits))) / 8;
    *out++ = static_cast<uint8_t>(n);
    std::memcpy(out, &v.bits, 8);  // there is room
    return out + n;
  }
  auto raw = [&](uint8_t tag, const void* p, size_t n) {
    *out++ = tag;
    std::memcpy(out, p, n);
    out += n;
  };
  if (v.tag == Tag::Ptr) {
    raw(v.undef ? 13 : 10, &v.obj, 4);
    std::memcpy(out, &v.bits, 8);
    out += 8;
    if (v.undef) {
      std::memcpy(out, &v.undef, 4);
      out += 4;
    }
  } else if (v.tag == Tag::Input) {
    raw(11, &v.bits, 4);
  } else {
    raw(12, &v.bits, 8);
    std::memcpy(out, &v.undef, 8);
    out += 8;
  }
  return out;
}
}  // namespace

Value Machine::pull_value(const uint8_t*& in) const {
  uint8_t tag = *in++;
  Value v;
  if (tag <= 8) {
    std::memcpy(&v.bits, in, tag);
    in += tag;
  } else if (tag == 10 || tag == 13) {
    v.tag = Tag::Ptr;
    v.obj = pull32(in);
    uint64_t lo = pull32(in);
    v.bits = lo | static_cast<uint64_t>(pull32(in)) << 32;
    if (tag == 13) v.undef = pull32(in);
  } else if (tag == 11) {
    v.tag = Tag::Input;
    v.bits = pull32(in);
  } else {
    std::memcpy(&v.bits, in, 8);
    std::memcpy(&v.undef, in + 8, 8);
    in += 16;
  }
  return v;
}

void Machine::encode_thread(const Thread& th, std::vector<uint8_t>& bytes) const {
  constexpr size_t kHead = 64;
  size_t most = kHead + kMostValue + 4 * tls_.size() + sizeof(uint64_t);
  auto live_in = [&](size_t i) -> const std::vector<model::LocalId>& {
    const Frame& f = th.frames[i];
    return i + 1 == th.frames.size() ? live_[f.proc][f.pc] : across_[f.proc][f.pc];
  };
  for (size_t i = 0; i < th.frames.size(); ++i) most += 12 + kMostValue * live_in(i).size();
  bytes.resize(most);
  uint8_t* out = bytes.data();
  *out++ = static_cast<uint8_t>(th.status);
  *out++ = static_cast<uint8_t>(th.park);
  auto end = [&] { bytes.resize(static_cast<size_t>(out - bytes.data())); };
  if (th.status == ThreadStatus::Parked) {
    out = push32(out, th.handle);
    if (marks_starts_) out = push32(out, th.start);
    return end();
  }
  *out++ = static_cast<uint8_t>((th.detached ? kDetached : 0) | (th.timed ? kTimed : 0) | (th.exiting ? kExiting : 0) |
                                (th.local ? kLocal : 0) | (th.held ? kHolds : 0) | (th.cancelled ? kCancelled : 0) |
                                (th.only_sleeper ? kOnlySleeper : 0));
  if (th.held) out = push32(out, th.held);
  out = push32(out, th.handle);
  if (marks_starts_) out = push32(out, th.start);
  if (th.exiting || th.status == ThreadStatus::Finished) out = push_value(out, th.result);
  if (th.status == ThreadStatus::Finished) return end();
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::CondWoken) {
    out = push32(out, th.mutex);
    out = push32(out, th.mutex_offset);
    out = push32(out, static_cast<uint32_t>(th.wake_result));
  }
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting) {
    out = push32(out, th.cond);
    out = push32(out, th.cond_offset);
  }
  for (size_t i = 0; i < tls_.size(); ++i) out = push32(out, i < th.tls.size() ? th.tls[i] : 0);
  out = push32(out, static_cast<uint32_t>(th.frames.size()));
  for (size_t i = 0; i < th.frames.size(); ++i) {
    const Frame& f = th.frames[i];
    out = push32(out, f.proc);
    out = push32(out, f.pc);
    out = push32(out, f.micro);
    for (model::LocalId l : live_in(i)) out = push_value(out, th.regs[f.base + l]);
  }
  end();
}

void Machine::decode_thread(const uint8_t* in, Thread& th) const {
  th.dirty = false;
  th.settle = false;
  th.frames.clear();
  th.tls.clear();
  th.status = static_cast<ThreadStatus>(*in++);
  th.park = static_cast<ParkReason>(*in++);
  th.detached = th.timed = th.exiting = th.local = th.cancelled = th.only_sleeper = false;
  th.held = th.handle = th.start = 0;
  th.result = {};
  if (th.status == ThreadStatus::Parked) {
    th.handle = pull32(in);
    if (marks_starts_) th.start = pull32(in);
    return;
  }
  uint8_t flags = *in++;
  th.detached = flags & kDetached;
  th.timed = flags & kTimed;
  th.exiting = flags & kExiting;
  th.local = flags & kLocal;
  th.cancelled = flags & kCancelled;
  th.only_sleeper = flags & kOnlySleeper;
  if (flags & kHolds) th.held = pull32(in);
  th.handle = pull32(in);
  if (marks_starts_) th.start = pull32(in);
  if (th.exiting || th.status == ThreadStatus::Finished) th.result = pull_value(in);
  if (th.status == ThreadStatus::Finished) return;
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::CondWoken) {
    th.mutex = pull32(in);
    th.mutex_offset = pull32(in);
    th.wake_result = static_cast<int32_t>(pull32(in));
  }
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting) {
    th.cond = pull32(in);
    th.cond_offset = pull32(in);
  }
  for (size_t i = 0; i < tls_.size(); ++i) th.tls.push_back(pull32(in));
  uint32_t frames = pull32(in), base = 0;
  for (uint32_t i = 0; i < frames; ++i) {
    Frame f{pull32(in), pull32(in), pull32(in), base};
    base += static_cast<uint32_t>(p_.procedures[f.proc].locals.size());
    if (th.regs.size() < base) th.regs.resize(base);
    const auto& live = i + 1 == frames ? live_[f.proc][f.pc] : across_[f.proc][f.pc];
    for (model::LocalId l : live) th.regs[f.base + l] = pull_value(in);
    th.frames.push_back(f);
  }
}

Machine::Thread& Machine::thread(unsigned t) {
  Thread& th = threads_[t];
  if (th.stamp == stamp_) return th;
  th.stamp = stamp_;
  met_others_ = true;
  uint32_t part = (*from_)[globals_ + 2 + t];
  if (part) {
    decode_thread(store_.get(part).data, th);
  } else {
    th.status = ThreadStatus::Free;
    th.dirty = th.settle = false;
    th.held = th.handle = 0;
    th.frames.clear();
  }
  return th;
}

// A handle is a number that tells the slot and, by the bits above, which of its threads: a slot is used again after its
// thread was joined. Where the program still has the old handle, the new thread may get the same number, as on real
// systems, or another one, so that a use of the old handle is seen to be undefined. The smallest number that occurs
// nowhere in the state will do; so states stay finite where threads come and go for ever.
uint32_t Machine::new_handle(unsigned slot) {
  uint32_t handle = kFirstHandle + slot + 1;
  old_handle_ = occurs(handle);
  if (!old_handle_ || choices_->pick(2) == 1) return handle;
  old_handle_ = false;
  while (occurs(handle)) handle += kHandleStep;
  return handle;
}

std::optional<unsigned> Machine::named_by(const Value& handle, bool detached_too) {
  unsigned t = static_cast<unsigned>(handle.bits % kHandleStep) - 1;
  if (handle.tag != Tag::Ptr || handle.obj != handles_ || t >= thread_count_) return std::nullopt;
  const Thread& th = thread(t);
  if (th.handle != handle.bits || th.status == ThreadStatus::Free || (th.detached && !detached_too))
    return std::nullopt;
  return t;
}

// Nobody can refer to the ended thread any more. Its slot may be used again, unless it holds locks: they name their
// owner by slot and must not pass to another thread.
void Machine::forget(Thread& th) const {
  th.dirty = true;
  th.result = {};
  th.handle = 0;
  th.status = th.held ? ThreadStatus::Finished : ThreadStatus::Free;
  th.detached = th.held;
}

// A thread's instance of a thread-local object is made when the thread first needs it.
ObjRef Machine::thread_local_object(model::ObjectId o) {
  size_t i = 0;
  while (i < tls_.size() && tls_[i] != o) ++i;
  HEDDLE_CHECK(i < tls_.size()) << "unknown thread-local object";
  thread_->tls.resize(tls_.size(), 0);
  if (thread_->tls[i]) return thread_->tls[i];
  HEDDLE_CHECK(thread_ != &inspect_) << "a thread rests in front of an access to a thread-local object it has not made";
  ObjRef made = allocate(0x80000000u | o, p_.objects[o].size, false, false);
  thread_->tls[i] = made;
  uint8_t* d = writable(made, true);
  std::memcpy(d + kHeader, tls_init_[i].data() + kHeader, tls_init_[i].size() - kHeader);
  return made;
}

void Machine::start_frame(Thread& th, model::ProcId proc) {
  uint32_t base = 0;
  if (!th.frames.empty())
    base = th.frames.back().base + static_cast<uint32_t>(p_.procedures[th.frames.back().proc].locals.size());
  uint32_t end = base + static_cast<uint32_t>(p_.procedures[proc].locals.size());
  if (th.regs.size() < end) th.regs.resize(end + 64);
  th.frames.push_back({proc, 0, 0, base});
}

}  // namespace heddle::semantics
