// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/store.h"

#include <algorithm>
#include <thread>

#include "base/check.h"

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

namespace {
constexpr size_t kFirstTable = 128, kFirstArena = 1 << 10, kLargestArena = 1 << 20;
constexpr int kPatience = 100;  // looks at a piece that is in use, before others get the processor
}  // namespace

Store::Store() {
  for (Piece& piece : pieces_) piece.table.resize(kFirstTable);
  bytes_ = kPieces * kFirstTable * sizeof(Slot);
}

void Store::Holding::wait(const Piece& piece) {
  for (int k = 0; k < kPatience; ++k)
    if (!piece.busy.test(std::memory_order_relaxed)) return;
  std::this_thread::yield();
}

uint32_t Store::add(Piece& piece, const uint8_t* data, uint32_t size) {
  const size_t need = (size + 4 + 7) & ~size_t{7};
  if (piece.arena_used + need > piece.arena_size) {
    piece.arena_size = std::max(need, std::clamp(2 * piece.arena_size, kFirstArena, kLargestArena));
    piece.arena.push_back(std::make_unique_for_overwrite<uint8_t[]>(piece.arena_size));
    piece.arena_used = 0;
    bytes_.fetch_add(piece.arena_size, std::memory_order_relaxed);
  }
  uint8_t* p = piece.arena.back().get() + piece.arena_used;
  piece.arena_used += need;
  std::memcpy(p, &size, 4);
  std::memcpy(p + 4, data, size);
  uint32_t id;
  if (shared_) {
    id = count_.fetch_add(1, std::memory_order_relaxed) + 1;
  } else {
    id = count_.load(std::memory_order_relaxed) + 1;
    count_.store(id, std::memory_order_relaxed);
  }
  HEDDLE_CHECK(id != 0) << "more than 2^32 different parts of states";
  entries_.make(id) = p;
  return id;
}

void Store::grow(Piece& piece) {
  std::vector<Slot> bigger(piece.table.size() * 2);
  bytes_.fetch_add(piece.table.size() * sizeof(Slot), std::memory_order_relaxed);
  const size_t mask = bigger.size() - 1;
  for (const Slot& slot : piece.table) {
    if (!slot.id) continue;
    size_t i = slot.hash & mask;
    while (bigger[i].id) i = (i + 1) & mask;
    bigger[i] = slot;
  }
  piece.table.swap(bigger);
}

}  // namespace heddle::semantics
