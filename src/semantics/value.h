// SPDX-License-Identifier: GPL-3.0-or-later
// A run-time value: up to 64 bits, each of which may be uninitialised; or a pointer that knows its object; or an input
// that is still free within an interval (see inputs in state.h) and is decided only when the program looks at it.
#pragma once
#include <cstdint>

#include "meaning/numbers.h"

namespace heddle::semantics {

using ObjRef = uint32_t;  // 0: none. Then static objects, procedures, and objects created at run time (see Layout)

enum class Tag : uint8_t { Int, Ptr, Input };

struct Value {
  uint64_t bits = 0;   // Int: the value; Ptr: byte offset (signed, 64 bits); Input: its number
  uint64_t undef = 0;  // Int: which bits are uninitialised; Ptr: 0, or the width it was cut to and how (see loosened)
  ObjRef obj = 0;      // Ptr
  Tag tag = Tag::Int;
  bool is_int() const { return tag == Tag::Int; }
  bool cut() const { return tag == Tag::Ptr && undef != 0; }  // the low bits of an address: (int)p
  // A number of which `width` bits are those of an address, without its lowest `shift` bits; of those above nothing is
  // said. Only its lowest bits may be asked for (address_numbers.cpp).
  bool loose() const { return tag == Tag::Ptr && (undef & kLoose) != 0; }
  unsigned width() const { return undef & 0xff; }
  unsigned shift() const { return undef >> 8 & 0xff; }
  Value loosened(unsigned width, unsigned shift) const { return {bits, width | shift << 8 | kLoose, obj, Tag::Ptr}; }
  static constexpr uint64_t kLoose = 1 << 16;
  bool plain() const { return tag == Tag::Int && undef == 0; }
  bool operator==(const Value&) const = default;
};

using meaning::mask;
using meaning::sign_extend;
inline Value int_value(uint64_t bits) { return {bits, 0, 0, Tag::Int}; }
inline Value ptr_value(ObjRef obj, int64_t offset) { return {static_cast<uint64_t>(offset), 0, obj, Tag::Ptr}; }
inline Value undef_value(unsigned width) { return {0, mask(width), 0, Tag::Int}; }

// One byte of memory has a data byte and a tag byte:
//   0      uninitialised
//   1      data
//   2..9   first byte of an Input stored in 1..8 bytes; the data bytes hold its number
//   10     the state of a lock in use. Its numbers are ours and not those of the C library: only operations on the lock
//          may look at them or write over them
//   11     the same, in the two bytes that tell who owns a mutex, a spin lock or a write lock (slot + 1)
//   15     further byte of an Input
//   0x10.. some bits of the byte uninitialised (see byte_undef_tag),
//   0x80|0x40|x, 0x80|x first/further byte of a pointer: data bytes hold the offset, the x (6 bits each) the object.
inline constexpr uint8_t kByteUndef = 0, kByteData = 1, kByteInput = 2, kByteInputMore = 15, kByteLock = 10,
                         kByteOwner = 11, kBytePartial = 0x10, kBytePtr = 0x80, kBytePtrFirst = 0x40;

inline bool is_lock_byte(uint8_t tag) { return tag == kByteLock || tag == kByteOwner; }

// In how many bytes the Input was stored whose first byte has this tag; 0: no such tag.
inline unsigned input_bytes(uint8_t tag) {
  return tag >= kByteInput && tag < kByteInput + 8 ? tag - kByteInput + 1u : 0;
}
// The same, if all its bytes are still there.
inline unsigned whole_input(const uint8_t* tags, uint32_t available) {
  unsigned n = input_bytes(tags[0]);
  if (n > available) return 0;
  for (unsigned i = 1; i < n; ++i)
    if (tags[i] != kByteInputMore) return 0;
  return n;
}

// Does a block of bytes begin or end within an input?
inline bool cuts_an_input(const uint8_t* tags, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i)
    if (tags[i] == kByteInputMore ? i == 0 : i + input_bytes(tags[i]) > size) return true;
  return false;
}

}  // namespace heddle::semantics
