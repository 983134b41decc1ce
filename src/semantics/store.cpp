// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/store.h"

namespace heddle::semantics {

namespace {
uint64_t mix(uint64_t a, uint64_t b) {
  __uint128_t r = static_cast<__uint128_t>(a) * b;
  return static_cast<uint64_t>(r) ^ static_cast<uint64_t>(r >> 64);
}
uint64_t read64(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
  return v;
}
}  // namespace

uint64_t hash_bytes(const void* data, size_t size) {
  const uint8_t* p = static_cast<const uint8_t*>(data);
  uint64_t h = 0x9e3779b97f4a7c15ull ^ size;
  for (; size >= 16; size -= 16, p += 16) h = mix(read64(p) ^ 0xa0761d6478bd642full, read64(p + 8) ^ h);
  uint64_t a = 0, b = 0;
  if (size >= 8) {
    a = read64(p);
    std::memcpy(&b, p + 8, size - 8);
  } else if (size) {
    std::memcpy(&a, p, size);
  }
  return mix(a ^ 0xe7037ed1a0b428dbull, b ^ h ^ 0x8ebc6af09c88c6e3ull);
}

Store::Store() : entries_(1, nullptr), table_(1 << 12) {}

uint32_t Store::intern(const uint8_t* data, uint32_t size) {
  uint64_t h = hash_bytes(data, size);
  size_t mask = table_.size() - 1;
  uint32_t tag = static_cast<uint32_t>(h >> 32);
  size_t i = h & mask;
  for (; table_[i].id; i = (i + 1) & mask) {
    if (table_[i].hash != tag) continue;
    Blob b = get(table_[i].id);
    if (b.size == size && std::memcmp(b.data, data, size) == 0) return table_[i].id;
  }
  size_t need = (size + 4 + 7) & ~size_t{7};
  if (arena_used_ + need > arena_size_) {
    arena_size_ = need > (1 << 20) ? need : (1 << 20);
    arena_.push_back(std::make_unique<uint8_t[]>(arena_size_));
    arena_used_ = 0;
    arena_bytes_ += arena_size_;
  }
  uint8_t* p = arena_.back().get() + arena_used_;
  arena_used_ += need;
  std::memcpy(p, &size, 4);
  std::memcpy(p + 4, data, size);
  uint32_t id = static_cast<uint32_t>(entries_.size());
  entries_.push_back(p);
  table_[i] = {id, tag};
  if (entries_.size() * 2 > table_.size()) grow();
  return id;
}

void Store::grow() {
  std::vector<Slot> bigger(table_.size() * 2);
  size_t mask = bigger.size() - 1;
  for (uint32_t id = 1; id < entries_.size(); ++id) {
    Blob b = get(id);
    uint64_t h = hash_bytes(b.data, b.size);
    size_t i = h & mask;
    while (bigger[i].id) i = (i + 1) & mask;
    bigger[i] = {id, static_cast<uint32_t>(h >> 32)};
  }
  table_.swap(bigger);
}

}  // namespace heddle::semantics
