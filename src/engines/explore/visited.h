// SPDX-License-Identifier: GPL-3.0-or-later
// The states seen so far: tuples of part numbers in one arena, found by hash. Each remembers how it was first reached.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "semantics/state.h"

namespace heddle::explore {

using StateId = uint32_t;
inline constexpr StateId kNoState = ~0u;

enum class Mark : uint8_t { New, OnStack, Done };

class Visited {
 public:
  Visited();
  // The state's number, and whether it is new.
  std::pair<StateId, bool> insert(const semantics::State& s, StateId parent, unsigned thread);
  void get(StateId id, semantics::State& out) const;
  StateId parent(StateId id) const { return records_[id].parent; }
  unsigned thread(StateId id) const { return records_[id].thread; }
  Mark mark(StateId id) const { return static_cast<Mark>(records_[id].mark); }
  void set_mark(StateId id, Mark m) { records_[id].mark = static_cast<uint32_t>(m) & 3u; }
  static constexpr size_t kLongest = 1 << 18;  // parts of a state
  size_t size() const { return records_.size(); }
  size_t bytes() const;

 private:
  static constexpr size_t kChunk = kLongest;  // numbers per arena chunk
  struct Record {
    uint32_t chunk, at;
    StateId parent;
    uint32_t length : 22, thread : 8, mark : 2;
  };
  void grow();
  std::vector<Record> records_;
  std::vector<std::unique_ptr<uint32_t[]>> arena_;
  size_t used_ = kChunk;
  struct Slot {
    uint32_t id_plus_1 = 0, hash = 0;
  };
  std::vector<Slot> table_;
};

}  // namespace heddle::explore
