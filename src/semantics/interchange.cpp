// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that were started alike, with the same procedure and argument, take each other's places: their order in a
// state is by what they do, not by when they were started. What names a thread by its slot is changed with it: who owns
// a lock, whose stack an object is on, who alone knows it. Handles are not: in the new place a thread is known by the
// handle that belongs to the place. So a handle may come to name another thread than before. Who asks for this must
// know why that does no harm (engines/explore/interchange.h).
#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include "base/check.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::kNone;

// Threads with different arguments seldom come to the same place, but for their ends: to order them costs more than it
// saves. So the argument counts, where the procedure looks at it; of blocks from one site, which of them does not. The
// number may be the same for threads that were started in different ways: then they are ordered, too.
uint32_t Machine::manner_of_start(model::ProcId proc, const Value& argument) {
  const auto& live = live_[proc][0];
  std::array<uint64_t, 4> manner{proc};
  if (std::find(live.begin(), live.end(), 0) != live.end()) {
    manner[1] = 1 + static_cast<uint64_t>(argument.tag);
    if (argument.tag == Tag::Ptr)
      manner[2] = is_dynamic(argument.obj) ? dynamic_base_ + header(argument.obj).site : argument.obj;
    if (argument.tag != Tag::Input) manner[3] = argument.bits;
  }
  return static_cast<uint32_t>(hash_bytes(manner.data(), sizeof manner));
}

// Free slots keep their place, since the next thread gets the first of them.
bool Machine::has_fixed_place(const State& s, unsigned t) const {
  return t == 0 || outline(thread_part(s, t)).status == ThreadStatus::Free;
}

// Among the threads that were started alike, by rank. Threads of the same rank keep their order.
void Machine::order_threads(State& s) {
  const unsigned n = threads(s);
  std::vector<Ranked>& ranked = ranked_;
  ranked.clear();
  for (unsigned t = 1; t < n; ++t)
    if (!has_fixed_place(s, t))
      ranked.push_back({outline(thread_part(s, t)).start, rank_of_thread(thread_part(s, t)), t});
  auto in_order = [](const Ranked& a, const Ranked& b) {
    return std::tie(a.start, a.rank, a.slot) < std::tie(b.start, b.rank, b.slot);
  };
  auto by_place = [](const Ranked& a, const Ranked& b) {
    return std::tie(a.start, a.slot) < std::tie(b.start, b.slot);
  };
  std::sort(ranked.begin(), ranked.end(), by_place);
  if (std::is_sorted(ranked.begin(), ranked.end(), in_order)) return;
  std::vector<unsigned> slots;
  for (const Ranked& r : ranked) slots.push_back(r.slot);
  std::sort(ranked.begin(), ranked.end(), in_order);
  places_.resize(n);
  for (unsigned t = 0; t < n; ++t) places_[t] = t;
  for (size_t k = 0; k < ranked.size(); ++k) places_[ranked[k].slot] = slots[k];
  result_.interchanged = true;
  put_in_places(s);
}

void Machine::exchange(State& s, unsigned t, unsigned u) {
  begin(s);
  places_.resize(threads(s));
  for (unsigned k = 0; k < places_.size(); ++k) places_[k] = k;
  std::swap(places_[t], places_[u]);
  put_in_places(s);
  renumber(s);
}

State Machine::in_order(const Machine& of, const State& s) {
  State to = s;
  for (size_t k = 0; k < s.size(); ++k) {
    if (k == globals_ || !s[k]) continue;
    const Blob part = of.store_.get(s[k]);
    to[k] = store_.intern(part.data, part.size);
  }
  begin(to);
  order_threads(to);
  if (result_.interchanged) renumber(to);
  return to;
}

// Each thread to its place.
void Machine::put_in_places(State& s) {
  const unsigned n = threads(s);
  uint32_t* const parts = s.data() + globals_ + 2;
  std::vector<uint32_t> before(parts, parts + n);
  for (unsigned t = 0; t < n; ++t) {
    if (places_[t] == t) continue;
    const uint32_t handle = outline(before[places_[t]]).handle;
    decode_thread(store_.get(before[t]).data, inspect_);
    inspect_.handle = handle;
    encode_thread(inspect_, scratch_);
    parts[places_[t]] = store_.intern(scratch_.data(), static_cast<uint32_t>(scratch_.size()));
  }
  const size_t first = globals_ + 2 + n;
  for (size_t k = 0; k < globals_; ++k)
    if (s[k]) s[k] = object_in_place(s[k]);
  for (size_t k = first; k < s.size(); ++k) s[k] = object_in_place(s[k]);
}

// The object, with the new slots of those who own it or the locks in it.
uint32_t Machine::object_in_place(uint32_t part) {
  const Blob b = store_.get(part);
  ObjectHeader h;
  std::memcpy(&h, b.data, kHeader);
  auto place = [&](unsigned slot_and_one) {
    return slot_and_one && slot_and_one <= places_.size() ? places_[slot_and_one - 1] + 1 : slot_and_one;
  };
  const uint8_t* tags = b.data + kHeader + h.size;
  const bool locked = h.tags && std::memchr(tags, kByteOwner, h.size) != nullptr;
  if (!locked && place(h.owner) == h.owner && place(h.creator) == h.creator) return part;
  std::vector<uint8_t> out(b.data, b.data + b.size);
  h.owner = static_cast<uint8_t>(place(h.owner));
  h.creator = static_cast<uint8_t>(place(h.creator));
  std::memcpy(out.data(), &h, kHeader);
  for (uint32_t at = 0; locked && at + 2 <= h.size; ++at) {
    if (tags[at] != kByteOwner) continue;
    uint16_t owner;
    std::memcpy(&owner, out.data() + kHeader + at, 2);
    owner = static_cast<uint16_t>(place(owner));
    std::memcpy(out.data() + kHeader + at, &owner, 2);
    ++at;
  }
  return store_.intern(out.data(), static_cast<uint32_t>(out.size()));
}

// Who waits here for the end of a thread may wait for any of those that were started alike.
Machine::Ending Machine::ending(const State& s, unsigned t) const {
  Ending e;
  const ThreadInfo& in = info(s, t);
  if (in.status != ThreadStatus::Ready || in.local || in.instr->kind != model::InstrKind::Builtin ||
      in.instr->builtin != model::Builtin::ThreadJoin || in.joins == 0 || in.joins > threads(s) || in.joins == t + 1)
    return e;
  const unsigned named = in.joins - 1;
  if (has_fixed_place(s, named) || outline(thread_part(s, named)).handle != in.join_handle) return e;
  e.named = named;
  const uint32_t start = outline(thread_part(s, named)).start;
  for (unsigned u = 1; u < threads(s); ++u) {
    if (has_fixed_place(s, u) || outline(thread_part(s, u)).start != start) continue;
    if (outline(thread_part(s, u)).status != ThreadStatus::Finished)
      e.some_run = true;
    else if (!e.finished || u == named)
      e.finished = u;
  }
  return e;
}

std::vector<unsigned> Machine::running_alike(const State& s, unsigned t) const {
  std::vector<unsigned> running;
  const Ending e = ending(s, t);
  if (!e.some_run) return running;
  const uint32_t start = outline(thread_part(s, *e.named)).start;
  for (unsigned u = 1; u < threads(s); ++u) {
    const ThreadInfo& in = outline(thread_part(s, u));
    if (!has_fixed_place(s, u) && in.start == start && in.status != ThreadStatus::Finished) running.push_back(u);
  }
  return running;
}

}  // namespace heddle::semantics
