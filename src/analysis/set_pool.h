// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps each different set once: most neighbouring program points have the same footprint, so a point stores only a
// number.
#pragma once
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "analysis/access_set.h"
#include "base/bit_set.h"

namespace heddle::analysis {

inline uint64_t set_hash(const base::BitSet& s) {
  uint64_t h = 0x9e3779b97f4a7c15ull;
  s.each([&](size_t i) { h = (h ^ i) * 0xff51afd7ed558ccdull; });
  return h;
}
inline uint64_t set_hash(const AccessSet& s) { return set_hash(s.reads) * 31 + set_hash(s.writes); }

template <class Set>
class SetPool {
 public:
  uint32_t intern(const Set& s) {
    std::vector<uint32_t>& bucket = by_hash_[set_hash(s)];
    for (uint32_t id : bucket)
      if (sets_[id] == s) return id;
    bucket.push_back(static_cast<uint32_t>(sets_.size()));
    sets_.push_back(s);
    return bucket.back();
  }
  const Set& operator[](uint32_t id) const { return sets_[id]; }
  size_t size() const { return sets_.size(); }

 private:
  std::deque<Set> sets_;  // a deque: references stay valid
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash_;
};

}  // namespace heddle::analysis
