// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/bits/layout.h"

#include <algorithm>

namespace heddle::symbolic {

using smt::Circuit;
using smt::kFalse;

Value Layout::address_of(uint32_t object) const {
  if (object >= names_end()) throw Unsupported("more than " + std::to_string(names_end()) + " objects");
  return constant(address(object), p_.pointer_width);
}

std::optional<model::ProcId> Layout::function_at(uint64_t address) const {
  uint64_t name = address >> offset_bits(), first = names_end();
  if (name < first || name - first >= p_.procedures.size()) return std::nullopt;
  return static_cast<model::ProcId>(name - first);
}

Lit Layout::names(const Bits& address, uint32_t object) const {
  return c_.eq(name(address), Circuit::constant(object, p_.pointer_width - offset_bits()));
}

bool Layout::could_be_address(const Value& v) const {
  return v.bits.size() == p_.pointer_width &&
         std::any_of(v.bits.begin() + offset_bits(), v.bits.end(), [](Lit l) { return l != kFalse; });
}

Lit Layout::names_object(const Value& v) const {
  return could_be_address(v) ? c_.any(smt::Clause(v.bits.begin() + offset_bits(), v.bits.end())) : kFalse;
}

Lit Layout::is_handle(const Value& v) const {
  if (v.bits.size() != p_.pointer_width) return kFalse;
  constexpr unsigned kNumber = 8;  // bits of the number of a thread
  Bits high(v.bits.begin() + kNumber, v.bits.end());
  return c_.eq(high, Circuit::constant(kHandle >> kNumber, static_cast<unsigned>(high.size())));
}

std::vector<uint64_t> wide_words(const model::Program& p, model::ObjectId object, const Layout& layout) {
  const std::vector<uint8_t>& init = p.objects[object].init;
  const size_t word = layout.pointer_width() / 8;
  std::vector<uint64_t> wide;
  for (size_t at = 0; at + word <= init.size(); at += word) {
    uint64_t n = 0;
    for (size_t k = 0; k < word; ++k) n |= uint64_t{init[at + k]} << (8 * k);
    if (n >> layout.offset_bits()) wide.push_back(at / word);
  }
  return wide;
}

}  // namespace heddle::symbolic
