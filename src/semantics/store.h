// SPDX-License-Identifier: GPL-3.0-or-later
// Interning of byte strings. The parts of a state (an object's content, a thread's frames) are stored once each and
// named by a 32-bit number, so that a state is a short tuple of numbers, copying it is cheap, comparing parts is
// comparing numbers, and a step that changes one object adds one entry. (The idea of SPIN's COLLAPSE compression:
// Holzmann, "State compression in SPIN", SPIN 1997.)
//
// Several threads may use one store after share(): the table is split by hash, each piece has a lock of its own, and
// what a number stands for is read without one.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/steady_vector.h"

namespace heddle::semantics {

uint64_t hash_bytes(const void* data, size_t size);

struct Blob {
  const uint8_t* data = nullptr;
  uint32_t size = 0;
};

class Store {
 public:
  Store();
  void share() { shared_ = true; }  // from now on, by several threads
  bool shared() const { return shared_; }
  uint32_t intern(const uint8_t* data, uint32_t size) {  // never 0
    return intern(data, size, [](uint32_t) {}).first;
  }
  // And whether it is new; then first(number) is called before anybody else can find it.
  template <class First>
  std::pair<uint32_t, bool> intern(const uint8_t* data, uint32_t size, First first) {
    const uint64_t h = hash_bytes(data, size);
    Piece& piece = pieces_[h >> kPieceShift & (kPieces - 1)];
    Holding holding(piece, shared_);
    const uint32_t tag = static_cast<uint32_t>(h >> 32);
    const size_t mask = piece.table.size() - 1;
    size_t i = tag & mask;
    for (; piece.table[i].id; i = (i + 1) & mask) {
      if (piece.table[i].hash != tag) continue;
      const Blob b = get(piece.table[i].id);
      if (b.size == size && std::memcmp(b.data, data, size) == 0) return {piece.table[i].id, false};
    }
    const uint32_t id = add(piece, data, size);
    first(id);
    piece.table[i] = {id, tag};
    if (++piece.used * 2 > piece.table.size()) grow(piece);
    return {id, true};
  }
  Blob get(uint32_t id) const {
    const uint8_t* p = entries_[id];
    uint32_t size;
    std::memcpy(&size, p, 4);
    return {p + 4, size};
  }
  size_t count() const { return count_.load(std::memory_order_relaxed); }
  size_t bytes() const { return bytes_.load(std::memory_order_relaxed) + entries_.bytes(count()); }

 private:
  static constexpr size_t kPieces = 32, kPieceShift = 27;
  struct Slot {
    uint32_t id = 0, hash = 0;  // the upper half of the hash; its low bits are where the search for the slot begins
  };
  struct Piece {
    std::atomic_flag busy;
    std::vector<Slot> table;
    size_t used = 0;
    std::vector<std::unique_ptr<uint8_t[]>> arena;
    size_t arena_used = 0, arena_size = 0;
  };
  class Holding {  // a piece, if others may want it, too
   public:
    Holding(Piece& piece, bool shared) : held_(shared ? &piece : nullptr) {
      while (held_ && held_->busy.test_and_set(std::memory_order_acquire)) wait(*held_);
    }
    ~Holding() {
      if (held_) held_->busy.clear(std::memory_order_release);
    }
    Holding(const Holding&) = delete;

   private:
    static void wait(const Piece& piece);
    Piece* held_;
  };
  uint32_t add(Piece& piece, const uint8_t* data, uint32_t size);
  void grow(Piece& piece);

  std::array<Piece, kPieces> pieces_;
  base::SteadyVector<const uint8_t*> entries_;
  std::atomic<uint32_t> count_{0};
  std::atomic<size_t> bytes_{0};
  bool shared_ = false;
};

}  // namespace heddle::semantics
