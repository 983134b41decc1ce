// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/held_bits.h"

#include <algorithm>

namespace heddle::order {

namespace {
constexpr unsigned kMostGrowth = 8;
constexpr size_t kApart = 1024, kPeriod = 8;  // bytes that are told apart; behind them by position modulo the period
constexpr size_t kTogether = 4;               // bytes that become everything together: sums carry
}  // namespace

void HeldByte::add(const HeldByte& other) {
  ones |= other.ones;
  zeros |= other.zeros;
  undef |= other.undef;
}

bool HeldByte::within(const HeldByte& other) const {
  return !(ones & ~other.ones) && !(zeros & ~other.zeros) && (other.undef || !undef);
}

size_t HeldBits::lane(uint64_t position) { return position < kApart ? position : kApart + position % kPeriod; }

void HeldBits::note(uint64_t position, std::span<const smt::Lit> bits, size_t from, smt::Lit undef) {
  const size_t k = lane(position);
  if (bytes_.size() <= k) bytes_.resize(k + 1);
  HeldByte& b = bytes_[k];
  for (unsigned bit = 0; bit < 8; ++bit) {
    if (bits[from + bit] != smt::kFalse) b.ones = static_cast<uint8_t>(b.ones | 1u << bit);
    if (bits[from + bit] != smt::kTrue) b.zeros = static_cast<uint8_t>(b.zeros | 1u << bit);
  }
  b.undef |= undef != smt::kFalse;
}

HeldByte HeldBits::at(uint64_t position) const {
  const size_t k = lane(position);
  return k < bytes_.size() ? bytes_[k] : HeldByte{};
}

bool HeldBits::within(const HeldBits& other) const {
  for (size_t k = 0; k < bytes_.size(); ++k)
    if (!bytes_[k].within(k < other.bytes_.size() ? other.bytes_[k] : HeldByte{})) return false;
  return true;
}

void HeldBits::grow(const HeldBits& noted) {
  if (noted.within(*this)) return;
  if (bytes_.size() < noted.bytes_.size()) bytes_.resize(noted.bytes_.size());
  const bool widen = ++grown_ > kMostGrowth;
  for (size_t k = 0; k < noted.bytes_.size(); ++k) {
    if (noted.bytes_[k].within(bytes_[k])) continue;
    if (!widen) {
      bytes_[k].add(noted.bytes_[k]);
      continue;
    }
    size_t first = k / kTogether * kTogether;
    for (size_t j = first; j < std::min(first + kTogether, bytes_.size()); ++j) bytes_[j] = {0xff, 0xff, true};
  }
}

void each_position(const smt::Bits& offset, unsigned bytes, uint32_t size, const std::function<void(uint64_t)>& visit) {
  if (smt::Circuit::is_constant(offset)) return visit(smt::Circuit::constant_value(offset));
  for (uint64_t at = 0; at + bytes <= size; at += bytes) {
    bool possible = true;
    for (size_t k = 0; k < offset.size() && possible; ++k)
      possible = offset[k] != ((k < 64 && (at >> k & 1)) ? smt::kFalse : smt::kTrue);
    if (possible) visit(at);
  }
}

}  // namespace heddle::order
