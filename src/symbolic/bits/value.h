// SPDX-License-Identifier: GPL-3.0-or-later
// Values, bytes and places in memory as literals.
#pragma once
#include <array>
#include <compare>
#include <memory>
#include <stdexcept>

#include "smt/bits.h"

namespace heddle::symbolic {

using smt::Bits;
using smt::Lit;

// The program does something that the engine does not express.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Value {
  Bits bits;
  Lit undef = smt::kFalse;  // it is uninitialised, in part at least
  bool handle = false;      // it may be the handle of a thread, which is no number
  Lit wide = smt::kFalse;   // it may be a number that looks like an address: certainly not, if this does not hold
};
using ValuePtr = std::shared_ptr<const Value>;

inline Value constant(uint64_t v, unsigned width) { return {smt::Circuit::constant(v, width), smt::kFalse}; }
inline Value undefined(unsigned width) { return {smt::Circuit::constant(0, width), smt::kTrue}; }

// `a` when `when`, otherwise `b`.
inline Value choose(smt::Circuit& c, Lit when, const Value& a, const Value& b) {
  return {c.ite(when, a.bits, b.bits), c.ite(when, a.undef, b.undef), a.handle || b.handle,
          c.ite(when, a.wide, b.wide)};
}

struct Byte {
  std::array<Lit, 8> bits;
  Lit undef = smt::kFalse;
  Lit address = smt::kFalse;  // it is a part of an address: not to be looked at alone
  bool operator==(const Byte&) const = default;
  bool operator<(const Byte& o) const {
    if (bits != o.bits) return bits < o.bits;
    return undef != o.undef ? undef < o.undef : address < o.address;
  }
};

inline Byte constant_byte(uint64_t value, Lit undef = smt::kFalse, Lit address = smt::kFalse) {
  Byte b{{}, undef, address};
  for (unsigned k = 0; k < 8; ++k) b.bits[k] = value >> k & 1 ? smt::kTrue : smt::kFalse;
  return b;
}

inline Byte byte_of(const Value& v, size_t index, Lit address = smt::kFalse) {
  Byte b{{}, v.undef, address};
  for (unsigned k = 0; k < 8; ++k) b.bits[k] = v.bits[8 * index + k];
  return b;
}

inline Byte choose(smt::Circuit& c, Lit when, const Byte& a, const Byte& b) {
  if (a == b || when == smt::kTrue) return a;
  Byte r;
  for (unsigned k = 0; k < 8; ++k) r.bits[k] = c.ite(when, a.bits[k], b.bits[k]);
  r.undef = c.ite(when, a.undef, b.undef);
  r.address = c.ite(when, a.address, b.address);
  return r;
}

// What the following byte adds to a value that is read byte by byte.
inline void append(smt::Circuit& c, Value& v, const Byte& b) {
  v.bits.insert(v.bits.end(), b.bits.begin(), b.bits.end());
  v.undef = c.or_(v.undef, b.undef);
}

// One of the places that an address may mean.
struct Target {
  uint32_t object = 0;
  Lit match = smt::kFalse;  // it means this object, and is inside of it
  Bits offset;
};

// The state of something that synchronises, at a known place.
struct LockWord {
  uint32_t object = 0;  // the one that has the states
  uint64_t offset = 0;
  auto operator<=>(const LockWord&) const = default;
};

// Is it known which place it is?
inline bool is_known(const std::vector<Target>& targets) {
  return targets.size() == 1 && smt::Circuit::is_constant(targets[0].offset);
}
inline LockWord lock_word(const Target& t) { return {t.object, smt::Circuit::constant_value(t.offset)}; }

}  // namespace heddle::symbolic
