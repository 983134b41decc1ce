// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 after FIPS 180-4, sections 4.1.2, 5.1.1 and 6.2. The constants are computed as the standard defines them: the
// first 32 bits of the fractional parts of the square and cube roots of the first primes.
#include "base/sha256.h"

#include <array>
#include <bit>
#include <cstdint>

namespace heddle::base {

namespace {

// floor(root(n) * 2^32) mod 2^32 for the square (power 2) or cube (power 3) root, by binary search in integers.
constexpr uint32_t fraction_of_root(unsigned n, int power) {
  using Wide = unsigned __int128;
  uint64_t low = 0, high = uint64_t{1} << 37;  // root(311) < 2^5
  while (high - low > 1) {
    uint64_t mid = low + (high - low) / 2;
    // power 2: mid^2 <= n * 2^64; power 3: mid^3 <= n * 2^96, both sides below 2^128
    bool small = power == 2 ? Wide{mid} * mid <= Wide{n} << 64 : Wide{mid} * mid * mid <= Wide{n} << 96;
    (small ? low : high) = mid;
  }
  return static_cast<uint32_t>(low);
}

template <int Count>
constexpr std::array<uint32_t, Count> root_fractions(int power) {
  std::array<uint32_t, Count> out{};
  int found = 0;
  for (unsigned n = 2; found < Count; ++n) {
    bool prime = true;
    for (unsigned d = 2; d * d <= n; ++d) prime &= n % d != 0;
    if (prime) out[found++] = fraction_of_root(n, power);
  }
  return out;
}

constexpr std::array<uint32_t, 8> kStart = root_fractions<8>(2);
constexpr std::array<uint32_t, 64> kRound = root_fractions<64>(3);
static_assert(kStart[0] == 0x6a09e667 && kRound[63] == 0xc67178f2);

void digest_block(std::array<uint32_t, 8>& h, const uint8_t* block) {
  std::array<uint32_t, 64> w{};
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 | uint32_t{block[4 * i + 2]} << 8 |
           block[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  std::array<uint32_t, 8> v = h;  // a to h of the standard
  for (int i = 0; i < 64; ++i) {
    uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
    uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    uint32_t t1 = v[7] + s1 + choice + kRound[i] + w[i];
    uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
    uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    v = {t1 + s0 + majority, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
  }
  for (int i = 0; i < 8; ++i) h[i] += v[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::string padded(bytes);
  padded.push_back('\x80');
  padded.resize((padded.size() + 8 + 63) / 64 * 64, '\0');
  uint64_t bits = bytes.size() * 8;
  for (int i = 0; i < 8; ++i) padded[padded.size() - 1 - i] = static_cast<char>(bits >> (8 * i));

  std::array<uint32_t, 8> h = kStart;
  for (size_t i = 0; i < padded.size(); i += 64) digest_block(h, reinterpret_cast<const uint8_t*>(padded.data()) + i);

  std::string hex;
  for (uint32_t word : h)
    for (int shift = 28; shift >= 0; shift -= 4) hex.push_back("0123456789abcdef"[word >> shift & 15]);
  return hex;
}

}  // namespace heddle::base
