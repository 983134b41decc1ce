// SPDX-License-Identifier: GPL-3.0-or-later
// States in which some numbers may be any: they are uninitialised there. A machine that blurs computes with them; a
// decision that depends on one is a failure, as always. And states in which a thread has its innermost frame alone.
#include <cstring>

#include "semantics/machine.h"

namespace heddle::semantics {

template <class F>
void Machine::each_live(const Thread& th, F f) const {
  for (size_t k = 0; k < th.frames.size(); ++k) {
    const Frame& frame = th.frames[k];
    const bool top = k + 1 == th.frames.size();
    for (model::LocalId l : top ? live_[frame.proc][frame.pc] : across_[frame.proc][frame.pc]) f(frame, l);
  }
}

std::vector<uint8_t> Machine::with_tags(uint32_t part) const {
  const Blob b = store_.get(part);
  std::vector<uint8_t> bytes(b.data, b.data + b.size);
  ObjectHeader h;
  std::memcpy(&h, bytes.data(), kHeader);
  if (h.tags || h.status) return bytes;
  bytes.resize(kHeader + 2 * size_t{h.size}, kByteData);
  h.tags = 1;
  std::memcpy(bytes.data(), &h, kHeader);
  return bytes;
}

std::optional<uint32_t> Machine::blurred_object(uint32_t a, uint32_t b) {
  if (!a || !b) return std::nullopt;  // nobody reads it again, in one of them
  std::vector<uint8_t> first = with_tags(a);
  const std::vector<uint8_t> second = with_tags(b);
  if (first.size() != second.size() || !std::equal(first.begin(), first.begin() + kHeader, second.begin()))
    return std::nullopt;
  const size_t size = (first.size() - kHeader) / 2;
  auto is_number = [](uint8_t tag) { return tag == kByteData || tag == kByteUndef; };
  for (size_t k = kHeader; k < kHeader + size; ++k) {
    uint8_t& tag = first[k + size];
    if (first[k] == second[k] && tag == second[k + size]) continue;
    if (!is_number(tag) || !is_number(second[k + size])) return std::nullopt;
    tag = kByteUndef;
    first[k] = 0;
  }
  return intern_object(first);
}

std::optional<uint32_t> Machine::blurred_thread(uint32_t a, uint32_t b) {
  if (!a || !b) return std::nullopt;
  Thread first, second;
  decode_thread(store_.get(a).data, first);
  decode_thread(store_.get(b).data, second);
  auto same = [](const Frame& f, const Frame& g) { return f.proc == g.proc && f.pc == g.pc && f.micro == g.micro; };
  if (!std::equal(first.frames.begin(), first.frames.end(), second.frames.begin(), second.frames.end(), same))
    return std::nullopt;
  each_live(first, [&](const Frame& f, model::LocalId l) {
    Value &v = first.regs[f.base + l], &w = second.regs[f.base + l];
    if (v == w || !v.is_int() || !w.is_int()) return;
    v = w = undef_value(p_.procedures[f.proc].locals[l].width);
  });
  std::vector<uint8_t> one, other;
  encode_thread(first, one);
  encode_thread(second, other);
  if (one != other) return std::nullopt;
  return store_.intern(one.data(), static_cast<uint32_t>(one.size()));
}

std::optional<State> Machine::blurred(const State& a, const State& b, const std::set<model::ObjectId>& apart_from) {
  if (a.size() != b.size() || threads(a) != threads(b) || a[globals_ + 1] != b[globals_ + 1]) return std::nullopt;
  State s = a;
  for (size_t k = 0; k < s.size(); ++k) {
    if (a[k] == b[k] || (k < globals_ && apart_from.count(object_of_slot_[k]))) continue;
    const bool is_thread = k >= globals_ && k < globals_ + 2 + threads(a);
    const std::optional<uint32_t> part = is_thread ? blurred_thread(a[k], b[k]) : blurred_object(a[k], b[k]);
    if (!part) return std::nullopt;
    s[k] = *part;
  }
  return s;
}

// Variables of the frames below are there as long as somebody knows them, and end with no frame.
State Machine::innermost(const State& s, const std::vector<unsigned>& threads) {
  State result = s;
  const size_t first_made = globals_ + 2 + s[globals_];
  for (unsigned t : threads) {
    Thread th;
    decode_thread(store_.get(thread_part(s, t)).data, th);
    if (th.frames.size() < 2) continue;
    const size_t below = th.frames.size() - 1;
    const Frame top = th.frames.back();
    th.regs.erase(th.regs.begin(), th.regs.begin() + top.base);
    th.frames = {{top.proc, top.pc, top.micro, 0}};
    std::vector<uint8_t> bytes;
    encode_thread(th, bytes);
    result[globals_ + 2 + t] = store_.intern(bytes.data(), static_cast<uint32_t>(bytes.size()));
    for (size_t k = first_made; k < result.size(); ++k) {
      const Blob b = store_.get(result[k]);
      std::vector<uint8_t> object(b.data, b.data + b.size);
      ObjectHeader h;
      std::memcpy(&h, object.data(), kHeader);
      if (h.creator != t + 1 || h.depth == 0) continue;
      h.depth = static_cast<uint16_t>(h.depth > below ? h.depth - below : 0);
      std::memcpy(object.data(), &h, kHeader);
      result[k] = intern_object(object);
    }
  }
  if (result[globals_ + 1] || result.size() > first_made) renumber(result);
  return result;
}

std::set<std::string> Machine::differences(const State& a, const State& b) const {
  std::set<std::string> names;
  auto look = [&](ObjRef o, uint32_t first_part, uint32_t second_part) {
    if (first_part == second_part || !first_part || !second_part) return;
    const std::vector<uint8_t> first = with_tags(first_part), second = with_tags(second_part);
    const size_t size = (first.size() - kHeader) / 2;
    auto differ = [&](size_t k) {
      return first[kHeader + k] != second[kHeader + k] || first[kHeader + size + k] != second[kHeader + size + k];
    };
    for (size_t k = 0, end; k < size; k = end) {
      for (end = k + 1; end < size && differ(end) == differ(k);) ++end;
      if (differ(k)) names.insert(object_name(a, o, static_cast<uint32_t>(k), static_cast<uint32_t>(end - k)));
    }
  };
  for (unsigned k = 0; k < globals_; ++k) look(object_of_slot_[k] + 1, a[k], b[k]);
  const size_t first_made = globals_ + 2 + threads(a);
  for (size_t k = first_made; k < a.size(); ++k) look(dynamic_base_ + static_cast<ObjRef>(k - first_made), a[k], b[k]);
  for (unsigned t = 0; t < threads(a); ++t) {
    if (thread_part(a, t) == thread_part(b, t)) continue;
    Thread first, second;
    decode_thread(store_.get(thread_part(a, t)).data, first);
    decode_thread(store_.get(thread_part(b, t)).data, second);
    each_live(first, [&](const Frame& f, model::LocalId l) {
      if (first.regs[f.base + l] == second.regs[f.base + l]) return;
      const std::string& name = p_.procedures[f.proc].locals[l].name;
      names.insert(name.empty() ? "a value in " + p_.procedures[f.proc].name : name);
    });
  }
  return names;
}

}  // namespace heddle::semantics
