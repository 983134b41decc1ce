// SPDX-License-Identifier: GPL-3.0-or-later
// One representative per class of states that no later step can tell apart: globals nobody reads again are erased,
// objects created at run time are renumbered in the order in which threads and globals reach them (unreachable ones
// vanish), free inputs likewise, and an input narrowed to one value becomes that value. (Heap symmetry as in Iosif,
// "Symmetry reductions for model checking of concurrent dynamic software", STTT 2004.)
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::kNone;

// Drops tag bytes that say nothing and the content of objects that are gone, then interns.
uint32_t Machine::intern_object(std::vector<uint8_t>& b) {
  ObjectHeader h;
  std::memcpy(&h, b.data(), kHeader);
  if (h.status && h.size) {
    h.size = 0;
    h.tags = 0;
    h.depth = 0;
    h.owner = 0;
    std::memcpy(b.data(), &h, kHeader);
    b.resize(kHeader);
  } else if (h.tags) {
    const uint8_t* tags = b.data() + kHeader + h.size;
    if (std::all_of(tags, tags + h.size, [](uint8_t t) { return t == kByteData; })) {
      h.tags = 0;
      std::memcpy(b.data(), &h, kHeader);
      b.resize(kHeader + h.size);
    }
  }
  return store_.intern(b.data(), static_cast<uint32_t>(b.size()));
}

void Machine::finish(State& to) {
  assemble(to);
  settle(to);
}

// The parts that the step has changed, and the others as they were.
void Machine::assemble(State& to) {
  const State& from = *from_;
  const unsigned old_threads = from[globals_];
  auto is_free = [&](unsigned t) {
    return threads_[t].stamp == stamp_ ? threads_[t].status == ThreadStatus::Free : !from[globals_ + 2 + t];
  };
  while (thread_count_ > 1 && is_free(thread_count_ - 1)) --thread_count_;
  to.assign(from.begin(), from.begin() + globals_);
  to.push_back(thread_count_);
  if (inputs_changed_ && !inputs_.empty())
    to.push_back(store_.intern(reinterpret_cast<const uint8_t*>(inputs_.data()),
                               static_cast<uint32_t>(inputs_.size() * sizeof(InputRange))));
  else
    to.push_back(from[globals_ + 1]);
  for (unsigned t = 0; t < thread_count_; ++t) {
    const Thread& th = threads_[t];
    if (th.stamp != stamp_ || (!th.dirty && t < old_threads)) {
      to.push_back(from[globals_ + 2 + t]);
    } else if (th.status == ThreadStatus::Free) {
      to.push_back(0);
    } else {
      encode_thread(th, scratch_);
      to.push_back(store_.intern(scratch_.data(), static_cast<uint32_t>(scratch_.size())));
    }
  }
  size_t first = to.size(), old = from.size() - globals_ - 2 - old_threads;
  to.insert(to.end(), from.end() - static_cast<ptrdiff_t>(old), from.end());
  to.resize(first + dynamic_);
  for (uint32_t slot : dirty_) {
    uint32_t part = intern_object(objects_[slot].buffer);
    (slot < globals_ ? to[slot] : to[first + (slot - globals_)]) = part;
  }
}

void Machine::settle(State& to) {
  if (interchanges_) order_threads(to);
  canonicalise(to);
}

void Machine::canonicalise(State& s) {
  if (global_liveness_) clear_dead_globals(s);
  renaming_.reset();
  if ((s[globals_ + 1] || s.size() > globals_ + 2 + s[globals_]) && !refers_as_before(s)) renumber(s);
}

// Then the numbers are right as they are: they were when the step began. Inputs may have been narrowed to one value.
bool Machine::refers_as_before(const State& s) {
  const State& from = *from_;
  if (s.size() != from.size() || s[globals_] != from[globals_] || s[globals_ + 1] || from[globals_ + 1]) return false;
  auto same = [&](size_t k, auto references) {
    return s[k] == from[k] ||
           (s[k] ? &references(s[k]) : no_references_) == (from[k] ? &references(from[k]) : no_references_);
  };
  auto of_object = [&](uint32_t part) -> const References& { return object_references(part); };
  auto of_thread = [&](uint32_t part) -> const References& { return thread_references(part); };
  const size_t first = globals_ + 2, behind = first + s[globals_];
  for (size_t k = 0; k < globals_; ++k)
    if (!same(k, of_object)) return false;
  for (size_t k = first; k < behind; ++k)
    if (!same(k, of_thread)) return false;
  for (size_t k = behind; k < s.size(); ++k)
    if (!same(k, of_object)) return false;
  return true;
}

void Machine::clear_dead_globals(State& s) {
  live_objects_.clear();
  global_liveness_(*this, s, live_objects_);
  for (unsigned i = 0; i < globals_; ++i)
    if (!live_objects_.has(object_of_slot_[i])) s[i] = 0;
}

const Machine::References& Machine::thread_references(uint32_t part) {
  if (thread_references_.size() <= part) thread_references_.resize(store_.count() + 1024);
  const References*& known = thread_references_[part];
  if (known) return *known;
  References r;
  Thread& th = inspect_;
  decode_thread(store_.get(part).data, th);
  auto note = [&](const Value& v) {
    if (v.tag == Tag::Ptr && is_dynamic(v.obj)) r.objects.push_back(v.obj);
    if (v.tag == Tag::Input) r.inputs.push_back(static_cast<uint32_t>(v.bits));
  };
  each_value(th, note);
  auto note_object = [&](ObjRef o) {
    if (is_dynamic(o)) r.objects.push_back(o);
  };
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::CondWoken) note_object(th.mutex);
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting) note_object(th.cond);
  for (ObjRef o : th.tls) note_object(o);
  return *(known = &*references_.insert(std::move(r)).first);
}

template <class F>
void Machine::each_value(Thread& th, F f) const {
  if (th.exiting || th.status == ThreadStatus::Finished) f(th.result);
  if (th.status == ThreadStatus::Finished || th.status == ThreadStatus::Parked) return;
  for (size_t i = 0; i < th.frames.size(); ++i) {
    const Frame& fr = th.frames[i];
    const auto& live = i + 1 == th.frames.size() ? live_[fr.proc][fr.pc] : across_[fr.proc][fr.pc];
    for (model::LocalId l : live) f(th.regs[fr.base + l]);
  }
}

// By what a thread does, apart from its handle and from the numbers of objects, which depend on the order of threads.
uint64_t Machine::rank_of_thread(uint32_t part) {
  if (thread_ranks_.size() <= part) thread_ranks_.resize(store_.count() + 1024);
  uint64_t& known = thread_ranks_[part];
  if (known) return known;
  Thread& th = inspect_;
  decode_thread(store_.get(part).data, th);
  th.handle = 0;
  auto forget_number = [&](ObjRef& o) {
    if (is_dynamic(o)) o = dynamic_base_;
  };
  each_value(th, [&](Value& v) {
    if (v.tag == Tag::Ptr) forget_number(v.obj);
    if (v.tag == Tag::Input) v.bits = 0;
  });
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::CondWoken) forget_number(th.mutex);
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting) forget_number(th.cond);
  for (ObjRef& o : th.tls) forget_number(o);
  std::vector<uint8_t> bytes;
  encode_thread(th, bytes);
  return known = hash_bytes(bytes.data(), bytes.size()) | 1;
}

bool Machine::occurs(uint32_t number) {
  for (uint32_t k = 0; k < globals_ + dynamic_; ++k) {
    const uint8_t* data = object(k).data;
    ObjectHeader h;
    std::memcpy(&h, data, kHeader);
    for (uint32_t at = 0; at + 4 <= h.size; at += 4)
      if (std::memcmp(data + kHeader + at, &number, 4) == 0) return true;
  }
  bool found = false;
  for (unsigned t = 0; t < thread_count_; ++t)
    each_value(thread(t), [&](const Value& v) { found |= v.tag == Tag::Ptr && v.obj == handles_ && v.bits == number; });
  return found;
}

const Machine::References& Machine::object_references(uint32_t part) {
  if (object_references_.size() <= part) object_references_.resize(store_.count() + 1024);
  const References*& known = object_references_[part];
  if (known) return *known;
  References r;
  auto keep = [&]() -> const References& { return *(known = &*references_.insert(std::move(r)).first); };
  Blob b = store_.get(part);
  ObjectHeader h;
  std::memcpy(&h, b.data, kHeader);
  if (!h.tags) return keep();
  const uint8_t* data = b.data + kHeader;
  const uint8_t* tags = data + h.size;
  for (uint32_t i = 0; i < h.size; ++i) {
    if (unsigned bytes = pointer_bytes(tags + i, h.size - i)) {
      Value v = decode_bytes(data + i, tags + i, bytes);
      if (v.tag == Tag::Ptr && is_dynamic(v.obj)) r.objects.push_back(v.obj);
    } else if (unsigned n = whole_input(tags + i, h.size - i)) {
      uint64_t input = 0;
      std::memcpy(&input, data + i, n);
      r.inputs.push_back(static_cast<uint32_t>(input));
    }
  }
  return keep();
}

void Machine::meet(Renaming& r, const References& refs) const {
  for (ObjRef o : refs.objects) {
    uint32_t k = (any_merged_ ? merged(o) : o) - dynamic_base_;
    if (r.objects[k] != kNone) continue;
    r.objects[k] = static_cast<ObjRef>(r.order.size());
    r.identity &= r.objects[k] == k;
    r.order.push_back(k);
  }
  for (uint32_t n : refs.inputs) {
    for (uint32_t k : {root(n), n}) {
      if (r.inputs[k] != kNone) continue;
      r.inputs[k] = static_cast<uint32_t>(r.input_order.size());
      r.identity &= r.inputs[k] == k;
      r.input_order.push_back(k);
    }
  }
}

void Machine::renumber(State& s) {
  unsigned t = s[globals_];
  size_t first = globals_ + 2 + t, count = s.size() - first;
  if (uint32_t part = s[globals_ + 1]; part && !inputs_changed_) {
    Blob b = store_.get(part);
    inputs_.resize(b.size / sizeof(InputRange));
    std::memcpy(inputs_.data(), b.data, b.size);
  }
  if (!s[globals_ + 1]) inputs_.clear();
  Renaming& r = renaming_work_;
  r.objects.assign(count, kNone);
  r.inputs.assign(inputs_.size(), kNone);
  r.order.clear();
  r.input_order.clear();
  r.identity = true;
  if (keep_inputs_)
    for (uint32_t n = 0; n < inputs_.size(); ++n) {
      r.inputs[n] = n;
      r.input_order.push_back(n);
    }
  // All that one root leads to comes before the next root: a thread that takes a pointer out of memory that others know
  // changes no number then.
  size_t followed = 0;
  auto follow = [&] {
    for (; followed < r.order.size(); ++followed) meet(r, object_references(s[first + r.order[followed]]));
  };
  for (unsigned i = 0; i < globals_; ++i)
    if (s[i]) meet(r, object_references(s[i]));
  follow();
  for (unsigned i = 0; i < t; ++i) {
    if (!s[globals_ + 2 + i]) continue;
    meet(r, thread_references(s[globals_ + 2 + i]));
    follow();
  }
  bool some_decided = false;
  for (uint32_t n : r.input_order) some_decided |= decided(n);
  if (r.identity && r.order.size() == count && !some_decided && r.input_order.size() == inputs_.size()) return;
  if (!keep_inputs_) {  // decided inputs become values and lose their number
    uint32_t next = 0;
    std::vector<uint32_t> left;
    for (uint32_t n : r.input_order)
      if (!decided(n)) {
        r.inputs[n] = next++;
        left.push_back(n);
      }
    r.input_order = left;
  }
  if (happenings_) renaming_ = r.objects;
  for (size_t k = 0; any_merged_ && k < count; ++k) {
    const ObjRef o = dynamic_base_ + static_cast<ObjRef>(k);
    if (merged(o) != o) r.objects[k] = r.objects[merged(o) - dynamic_base_];
  }
  std::vector<bool> gone(count);
  for (size_t k = 0; k < count; ++k) {
    ObjectHeader h;
    std::memcpy(&h, store_.get(s[first + k]).data, kHeader);
    gone[k] = h.status != 0;
    if (r.objects[k] != kNone || gone[k]) continue;
    result_.lost.push_back({abstract_of(h), h.creator, h.owner == 0});
    result_.lost_lock |= holds_lock(s[first + k]);
  }
  std::vector<uint32_t> parts;
  for (uint32_t k : r.order) parts.push_back(rewrite_object(s[first + k], r));
  for (unsigned i = 0; i < t; ++i)
    if (s[globals_ + 2 + i]) s[globals_ + 2 + i] = rewrite_thread(s[globals_ + 2 + i], r);
  for (unsigned i = 0; i < globals_; ++i)
    if (s[i]) s[i] = rewrite_object(s[i], r);
  s.resize(first);
  s.insert(s.end(), parts.begin(), parts.end());
  std::vector<InputRange> left;
  for (uint32_t n : r.input_order) {
    if (inputs_[n].kind == InputRange::Rank || inputs_[n].kind == InputRange::Reuse ||
        inputs_[n].kind == InputRange::Address) {  // to keep the numbers of the inputs behind it
      left.push_back({0, 0, 0, 0, InputRange::Rank, 0, 0});
      continue;
    }
    left.push_back(inputs_[n]);
    if (keep_inputs_) continue;
    if (left.back().kind == InputRange::Shifted) left.back().parent = r.inputs[left.back().parent];
    if (left.back().kind == InputRange::Remainder)
      left.back() = {left.back().lo, left.back().hi, left.back().width, left.back().splits, InputRange::Root, 0, 0};
  }
  for (const InputRange& rank : ranks_after(r, gone)) left.push_back(rank);
  for (const InputRange& pair : reuses_after(r)) left.push_back(pair);
  for (const InputRange& address : addresses_after(r)) left.push_back(address);
  s[globals_ + 1] = left.empty() ? 0
                                 : store_.intern(reinterpret_cast<const uint8_t*>(left.data()),
                                                 static_cast<uint32_t>(left.size() * sizeof(InputRange)));
}

bool Machine::holds_lock(uint32_t part) const {
  const uint8_t* b = store_.get(part).data;
  ObjectHeader h;
  std::memcpy(&h, b, kHeader);
  if (!h.tags) return false;
  const uint8_t* tags = b + kHeader + h.size;
  return std::find(tags, tags + h.size, kByteOwner) != tags + h.size;
}

std::optional<ObjRef> Machine::renamed(ObjRef o) const {
  if (!is_dynamic(o) || !renaming_) return o;
  ObjRef now = (*renaming_)[o - dynamic_base_];
  if (now == kNone) return std::nullopt;
  return dynamic_base_ + now;
}

Value Machine::rename(const Renaming& r, const Value& v) const {
  if (v.tag == Tag::Ptr && is_dynamic(v.obj)) {
    Value renamed = v;
    renamed.obj = dynamic_base_ + r.objects[v.obj - dynamic_base_];
    return renamed;
  }
  if (v.tag != Tag::Input) return v;
  uint32_t n = static_cast<uint32_t>(v.bits);
  if (decided(n)) return int_value(value_of(n, inputs_[root(n)].lo));
  return {r.inputs[v.bits], 0, 0, Tag::Input};
}

uint32_t Machine::rewrite_thread(uint32_t part, const Renaming& r) {
  const References& refs = thread_references(part);
  if (refs.objects.empty() && refs.inputs.empty()) return part;
  Thread& th = inspect_;
  decode_thread(store_.get(part).data, th);
  each_value(th, [&](Value& v) { v = rename(r, v); });
  auto object = [&](ObjRef& o) {
    if (is_dynamic(o)) o = dynamic_base_ + r.objects[o - dynamic_base_];
  };
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::CondWoken) object(th.mutex);
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting) object(th.cond);
  for (ObjRef& o : th.tls) object(o);
  encode_thread(th, scratch_);
  return store_.intern(scratch_.data(), static_cast<uint32_t>(scratch_.size()));
}

uint32_t Machine::rewrite_object(uint32_t part, const Renaming& r) {
  const References& refs = object_references(part);
  if (refs.objects.empty() && refs.inputs.empty()) return part;
  Blob b = store_.get(part);
  std::vector<uint8_t> out(b.data, b.data + b.size);
  ObjectHeader h;
  std::memcpy(&h, b.data, kHeader);
  uint8_t* data = out.data() + kHeader;
  uint8_t* tags = data + h.size;
  for (uint32_t i = 0; i < h.size; ++i) {
    if (unsigned bytes = pointer_bytes(tags + i, h.size - i)) {
      encode_bytes(data + i, tags + i, bytes, rename(r, decode_bytes(data + i, tags + i, bytes)));
    } else if (unsigned n = whole_input(tags + i, h.size - i)) {
      encode_bytes(data + i, tags + i, n, rename(r, decode_bytes(data + i, tags + i, n)));
    }
  }
  return intern_object(out);
}

}  // namespace heddle::semantics
