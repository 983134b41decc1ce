// SPDX-License-Identifier: GPL-3.0-or-later
// Interning of byte strings. The parts of a state (an object's content, a thread's frames) are stored once each and
// named by a 32-bit number, so that a state is a short tuple of numbers, copying it is cheap, comparing parts is
// comparing numbers, and a step that changes one object adds one entry. (The idea of SPIN's COLLAPSE compression:
// Holzmann, "State compression in SPIN", SPIN 1997.)
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace heddle::semantics {

uint64_t hash_bytes(const void* data, size_t size);

struct Blob {
  const uint8_t* data = nullptr;
  uint32_t size = 0;
};

class Store {
 public:
  Store();
  uint32_t intern(const uint8_t* data, uint32_t size);  // never 0
  Blob get(uint32_t id) const {
    const uint8_t* p = entries_[id];
    uint32_t size;
    std::memcpy(&size, p, 4);
    return {p + 4, size};
  }
  size_t count() const { return entries_.size() - 1; }
  size_t bytes() const {
    return arena_bytes_ + entries_.capacity() * sizeof(entries_[0]) + table_.capacity() * sizeof(table_[0]);
  }

 private:
  void grow();
  struct Slot {
    uint32_t id = 0, hash = 0;
  };
  std::vector<const uint8_t*> entries_;
  std::vector<Slot> table_;
  std::vector<std::unique_ptr<uint8_t[]>> arena_;
  size_t arena_used_ = 0, arena_size_ = 0, arena_bytes_ = 0;
};

}  // namespace heddle::semantics
