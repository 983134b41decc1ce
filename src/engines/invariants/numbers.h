// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of machine integers: lo, lo + stride, lo + 2 stride, ... hi (Reps, Balakrishnan and Lim, "Intermediate-
// representation recovery from low-level code", PEPM 2006). An integer of width w stands for its value as a signed one;
// width 1 is 0 or 1. Whatever may wrap around becomes every value of the width; of the stride the part that is a power
// of two stays, since wrapping keeps it.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>

namespace heddle::invariants {

struct Numbers {
  int64_t lo = 0, hi = 0;
  uint64_t stride = 0;  // 0: only one number

  static Numbers constant(int64_t n) { return {n, n, 0}; }
  static Numbers of_bits(uint64_t bits, unsigned width);
  static Numbers all(unsigned width);
  static Numbers between(int64_t lo, int64_t hi) { return {lo, hi, lo == hi ? 0u : 1u}; }

  bool single() const { return lo == hi; }
  bool has(int64_t n) const;
  auto operator<=>(const Numbers&) const = default;
};

Numbers join(const Numbers& a, const Numbers& b);
std::optional<Numbers> meet(const Numbers& a, int64_t lo, int64_t hi);
// What is new in `b` goes to the end of the width at once.
Numbers widen(const Numbers& a, const Numbers& b, unsigned width);
// The same for offsets, in a few stages. What goes to the end wraps around with the next addition and loses its stride,
// by which the fields of structs in an array are told apart; no array gets as far as the first stages.
Numbers widen_by_stages(const Numbers& a, const Numbers& b);

Numbers add(const Numbers& a, const Numbers& b, unsigned width);
Numbers sub(const Numbers& a, const Numbers& b, unsigned width);
Numbers mul(const Numbers& a, const Numbers& b, unsigned width);
Numbers zero_extend(const Numbers& a, unsigned from);
Numbers sign_extend(const Numbers& a, unsigned from);
Numbers truncate(const Numbers& a, unsigned width);

// May a block of `bytes_a` bytes at an offset in a and one of `bytes_b` bytes at an offset in b have a byte in common?
bool may_overlap(const Numbers& a, uint64_t bytes_a, const Numbers& b, uint64_t bytes_b);
// And if they do, do they begin at the same offset?
bool overlap_only_at_start(const Numbers& a, uint64_t bytes_a, const Numbers& b, uint64_t bytes_b);

}  // namespace heddle::invariants
