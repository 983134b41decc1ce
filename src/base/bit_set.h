// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed-universe set of small integers: the footprints and points-to sets of the analyses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::base {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(size_t universe) : words_((universe + 63) / 64) {}
  bool has(size_t i) const { return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1); }
  bool add(size_t i) {  // true when i is new
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    uint64_t& w = words_[i / 64];
    uint64_t bit = uint64_t{1} << (i % 64);
    bool fresh = !(w & bit);
    w |= bit;
    return fresh;
  }
  void clear() { words_.assign(words_.size(), 0); }
  void remove(size_t i) {
    if (i / 64 < words_.size()) words_[i / 64] &= ~(uint64_t{1} << (i % 64));
  }
  bool add_all(const BitSet& o) {  // true when this grew
    if (o.words_.size() > words_.size()) words_.resize(o.words_.size());
    uint64_t grown = 0;
    for (size_t i = 0; i < o.words_.size(); ++i) {
      grown |= o.words_[i] & ~words_[i];
      words_[i] |= o.words_[i];
    }
    return grown != 0;
  }
  void remove_all(const BitSet& o) {
    for (size_t i = 0; i < o.words_.size() && i < words_.size(); ++i) words_[i] &= ~o.words_[i];
  }
  bool intersects(const BitSet& o) const {
    for (size_t i = 0; i < o.words_.size() && i < words_.size(); ++i)
      if (words_[i] & o.words_[i]) return true;
    return false;
  }
  bool empty() const {
    for (uint64_t w : words_)
      if (w) return false;
    return true;
  }
  template <class F>
  void each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w; w &= w - 1) f(i * 64 + static_cast<size_t>(__builtin_ctzll(w)));
  }
  bool operator==(const BitSet& o) const {
    size_t n = words_.size() > o.words_.size() ? words_.size() : o.words_.size();
    for (size_t i = 0; i < n; ++i)
      if ((i < words_.size() ? words_[i] : 0) != (i < o.words_.size() ? o.words_[i] : 0)) return false;
    return true;
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace heddle::base
