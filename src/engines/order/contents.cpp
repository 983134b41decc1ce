// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/contents.h"

#include <algorithm>

#include "engines/order/held_bits.h"

namespace heddle::order {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr size_t kMostPositions = 1100;  // of an unknown offset that is followed directly
}

Value read_content(Circuit& c, const Content& content, const Bits& offset, unsigned bytes) {
  auto at = [&](uint64_t position) {
    Value v;
    for (unsigned k = 0; k < bytes; ++k) {
      const Byte& b = (*content)[position + k];
      append(c, v, b);
    }
    return v;
  };
  if (Circuit::is_constant(offset)) return at(Circuit::constant_value(offset));
  size_t step = bytes;  // unaligned unknown offsets are cut off below
  if (content->size() / step > kMostPositions) throw Unsupported("an unknown index into a large array");
  Value v = at(0);
  for (uint64_t position = step; position + bytes <= content->size(); position += step) {
    Lit here = c.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())));
    if (here == kFalse) continue;
    Value other = at(position);
    v = choose(c, here, other, v);
  }
  return v;
}

Lit has_address(Circuit& c, const Content& content, const Bits& offset, unsigned bytes) {
  smt::Clause places;
  each_position(offset, bytes, static_cast<uint32_t>(content->size()), [&](uint64_t position) {
    smt::Clause any;
    for (uint64_t k = position; k < std::min<uint64_t>(position + bytes, content->size()); ++k)
      any.push_back((*content)[k].address);
    if (Lit found = c.any(any); found != kFalse)
      places.push_back(c.and_(found, c.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())))));
  });
  return c.any(places);
}

Lit has_part_of_address(Circuit& c, const Content& content, const Bits& offset, unsigned bytes) {
  smt::Clause places;
  each_position(offset, bytes, static_cast<uint32_t>(content->size()), [&](uint64_t position) {
    smt::Clause any;
    for (uint64_t k = position + 1; k < std::min<uint64_t>(position + bytes, content->size()); ++k)
      any.push_back(c.xor_((*content)[position].address, (*content)[k].address));
    if (Lit found = c.any(any); found != kFalse)
      places.push_back(c.and_(found, c.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())))));
  });
  return c.any(places);
}

Content write_content(Circuit& c, const Content& before, const Bits& offset, const Value& v, Lit when, bool address) {
  unsigned bytes = static_cast<unsigned>(v.bits.size() / 8);
  auto after = std::make_shared<std::vector<Byte>>(*before);
  auto put = [&](uint64_t position, Lit here) {
    for (unsigned k = 0; k < bytes; ++k) {
      Byte& b = (*after)[position + k];
      b = choose(c, here, byte_of(v, k, address ? kTrue : kFalse), b);
    }
  };
  if (Circuit::is_constant(offset)) {
    put(Circuit::constant_value(offset), when);
    return after;
  }
  if (before->size() / bytes > kMostPositions) throw Unsupported("an unknown index into a large array");
  for (uint64_t position = 0; position + bytes <= before->size(); position += bytes) {
    Lit here = c.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())));
    if (here != kFalse) put(position, c.and_(when, here));
  }
  return after;
}

Content choose(Circuit& c, Lit when, const Content& a, const Content& b) {
  auto bytes = std::make_shared<std::vector<Byte>>(*b);
  for (size_t k = 0; k < bytes->size(); ++k) (*bytes)[k] = choose(c, when, (*a)[k], (*b)[k]);
  return bytes;
}

}  // namespace heddle::order
