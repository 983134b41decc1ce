// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses as bits. An address is a bit-vector like any other value: its high bits name an object, its low bits are
// the offset. Objects count from 1; behind half of the names come the functions. What has none of the high bits is null
// or a number. A handle of a thread is a number of its own kind.
#pragma once
#include <optional>

#include "model/program.h"
#include "symbolic/bits/value.h"

namespace heddle::symbolic {

inline constexpr uint64_t kHandle = 0x48440000;
inline uint64_t handle_of(unsigned thread) { return kHandle + thread + 1; }

class Layout {
 public:
  Layout(const model::Program& p, smt::Circuit& c) : p_(p), c_(c) {}

  unsigned pointer_width() const { return p_.pointer_width; }
  unsigned offset_bits() const { return p_.pointer_width == 64 ? 32 : 20; }
  uint64_t address(uint32_t object) const { return uint64_t{object} << offset_bits(); }
  Value address_of(uint32_t object) const;  // Unsupported: there are too many objects
  uint64_t function_address(model::ProcId f) const { return (names_end() + f) << offset_bits(); }
  std::optional<model::ProcId> function_at(uint64_t address) const;
  Value handle(unsigned thread) const {
    return {smt::Circuit::constant(handle_of(thread), p_.pointer_width), smt::kFalse, true};
  }

  Bits offset(const Bits& address) const { return smt::Circuit::cut(address, offset_bits()); }
  Bits name(const Bits& address) const { return Bits(address.begin() + offset_bits(), address.end()); }
  Bits offset_constant(uint64_t n) const { return smt::Circuit::constant(n, offset_bits()); }
  Lit names(const Bits& address, uint32_t object) const;  // this object
  Lit same_object(const Bits& a, const Bits& b) const { return c_.eq(name(a), name(b)); }
  bool could_be_address(const Value& v) const;  // it may have bits that name an object
  Lit names_object(const Value& v) const;       // it has
  Lit number_as_wide(const Value& v) const { return could_be_address(v) ? smt::kTrue : smt::kFalse; }
  Lit is_handle(const Value& v) const;

 private:
  uint64_t names_end() const { return uint64_t{1} << (p_.pointer_width - offset_bits() - 1); }

  const model::Program& p_;
  smt::Circuit& c_;
};

// Words of a static object that begin as numbers which look like addresses.
std::vector<uint64_t> wide_words(const model::Program& p, model::ObjectId object, const Layout& layout);

}  // namespace heddle::symbolic
