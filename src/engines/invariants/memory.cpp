// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/memory.h"

#include <algorithm>

namespace heddle::invariants {

namespace {
constexpr size_t kMostWords = 512, kMostElsewhere = 24;
constexpr unsigned kPatience = 10;  // a word that grows more often is widened
}  // namespace

Value Content::read(const Numbers& offset, unsigned bytes, const Value& first) const {
  Value v;
  auto take = [&](const Word& w) {
    if (w.value.nothing()) return;
    join_into(v, w.bytes == bytes || w.bytes == 0 ? w.value : Value::anything(), bytes * 8);
  };
  for (const auto& [offsets, word] : elsewhere_) {
    const uint64_t width = word.bytes ? word.bytes : 1;
    if (!may_overlap(offset, bytes, offsets, width)) continue;
    if (word.bytes == 0 || overlap_only_at_start(offset, bytes, offsets, width))
      take(word);
    else
      join_into(v, Value::anything(), bytes * 8);
  }
  bool all_written = false;
  for (const auto& [at, word] : words_) {
    if (!may_overlap(offset, bytes, Numbers::constant(at), word.bytes)) continue;
    if (word.bytes == bytes && overlap_only_at_start(offset, bytes, Numbers::constant(at), word.bytes))
      take(word), all_written |= offset.single() && word.sure;
    else
      join_into(v, Value::anything(), bytes * 8);
  }
  if (!all_written) join_into(v, first, bytes * 8);
  return v;
}

void Content::set(int64_t offset, unsigned bytes, const Value& v) {
  const Numbers at = Numbers::constant(offset);
  for (auto& [there, word] : words_)
    if (there != offset && may_overlap(at, bytes, Numbers::constant(there), word.bytes)) word.value = Value::anything();
  auto it = words_.find(offset);
  if (it != words_.end() && it->second.bytes > bytes) {
    it->second.value = Value::anything();
    return;
  }
  if (words_.size() >= kMostWords && it == words_.end()) {
    add_elsewhere(Numbers::constant(offset), bytes, v, false);
    return;
  }
  // A word of another width that was here is overwritten as a whole only by a wider one.
  words_[offset] = {bytes, v, true, 0};
}

bool Content::add_to(Word& w, unsigned bytes, const Value& v, bool widening) {
  if (v.nothing()) return false;
  if (w.value.nothing()) {
    w.bytes = bytes;
    w.value = v;
    return true;
  }
  if (w.bytes != bytes) {
    const bool wider = w.bytes != 0 && (bytes > w.bytes || bytes == 0);
    if (w.value.any && !wider) return false;
    if (wider) w.bytes = bytes, w.sure = false;
    w.value = Value::anything();
    return true;
  }
  if (!join_into(w.value, v, bytes ? bytes * 8 : 64, widening || w.grown >= kPatience)) return false;
  ++w.grown;
  return true;
}

bool Content::add(const Numbers& offset, unsigned bytes, const Value& v, bool widening) {
  if (!offset.single() || (words_.size() >= kMostWords && !words_.count(offset.lo)))
    return add_elsewhere(offset, bytes, v, widening);
  if (v.nothing()) return false;
  bool grew = false;
  for (auto& [there, word] : words_)
    if (there != offset.lo && !word.value.any && may_overlap(offset, bytes, Numbers::constant(there), word.bytes))
      word.value = Value::anything(), grew = true;
  auto [it, is_new] = words_.try_emplace(offset.lo, Word{bytes, {}, false, 0});
  return add_to(it->second, bytes, v, widening) || grew || is_new;
}

// Words at offsets of the same stride and remainder are kept together: one field of all structs in an array.
bool Content::add_elsewhere(const Numbers& offset, unsigned bytes, const Value& v, bool widening) {
  if (v.nothing()) return false;
  auto alike = [&](const Numbers& o) {
    if (o == offset) return true;
    return o.stride == offset.stride && o.stride > 0 && invariants::join(o, offset).stride == o.stride;
  };
  auto it = std::find_if(elsewhere_.begin(), elsewhere_.end(),
                         [&](const auto& e) { return e.second.bytes == bytes && alike(e.first); });
  if (it == elsewhere_.end()) {
    if (elsewhere_.size() < kMostElsewhere) {
      elsewhere_.push_back({offset, Word{bytes, v, false, 0}});
      return true;
    }
    return blur();
  }
  bool grew = add_to(it->second, bytes, v, widening);
  const Numbers both = invariants::join(it->first, offset);
  if (both != it->first) {
    it->first = widening || ++it->second.grown > kPatience ? widen_by_stages(it->first, offset) : both;
    grew = true;
  }
  return grew;
}

bool Content::blur() {
  const Value anything = Value::anything();
  for (const auto& [offsets, word] : elsewhere_)
    if (offsets == Numbers::all(64) && word.bytes == 0 && word.value.any) return false;
  elsewhere_.clear();
  elsewhere_.push_back({Numbers::all(64), Word{0, anything, false, 0}});
  return true;
}

bool Content::surely_initialised(const Numbers& offset, unsigned bytes) const {
  if (begins_ != Begins::Undefined) return true;
  if (!offset.single()) return false;
  auto it = words_.find(offset.lo);
  return it != words_.end() && it->second.sure && it->second.bytes == bytes;
}

void Content::fill(const Numbers& offset, int64_t bytes) {
  filled_ |=
      offset == Numbers::constant(0) && bytes > 0 && least_size_ > 0 && static_cast<uint64_t>(bytes) >= least_size_;
}

bool Content::surely_written_in_part(const Numbers& offset, uint64_t bytes) const {
  return filled_ || std::any_of(words_.begin(), words_.end(), [&](const auto& w) {
           return w.second.sure && may_overlap(offset, bytes, Numbers::constant(w.first), w.second.bytes);
         });
}

bool Content::join(const Content& o, bool widening) {
  bool grew = false;
  if (filled_ && !o.filled_) filled_ = false, grew = true;
  if (o.least_size_ < least_size_) least_size_ = o.least_size_, grew = true;
  for (auto& [at, word] : words_) {
    if (!word.sure) continue;
    auto other = o.words_.find(at);
    if (other == o.words_.end() || !other->second.sure || other->second.bytes < word.bytes)
      word.sure = false, grew = true;
  }
  for (const auto& [at, word] : o.words_) {
    auto it = words_.find(at);
    if (it != words_.end() && it->second.bytes == word.bytes) {
      grew |= add_to(it->second, word.bytes, word.value, widening);
    } else {
      grew |= add(Numbers::constant(at), word.bytes, word.value, widening);
    }
  }
  for (const auto& [offsets, word] : o.elsewhere_) grew |= add_elsewhere(offsets, word.bytes, word.value, widening);
  return grew;
}

void Content::disown() {
  for (auto& [at, word] : words_) invariants::disown(word.value);
  for (auto& [offsets, word] : elsewhere_) invariants::disown(word.value);
}

void Content::publish(const Thing& fresh) {
  for (auto& [at, word] : words_) invariants::publish(word.value, fresh);
  for (auto& [offsets, word] : elsewhere_) invariants::publish(word.value, fresh);
}

}  // namespace heddle::invariants
