// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every machine (splitmix64).
#pragma once
#include <cstdint>
#include <vector>

namespace heddle::base {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(next() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }

 private:
  uint64_t state_;
};

}  // namespace heddle::base
