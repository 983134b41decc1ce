// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/visited.h"

#include <cstring>

#include "base/check.h"
#include "semantics/store.h"

namespace heddle::explore {

Visited::Visited() : table_(1 << 12) {}

std::pair<StateId, bool> Visited::insert(const semantics::State& s, StateId parent, unsigned thread) {
  uint64_t h = semantics::hash_bytes(s.data(), s.size() * 4);
  uint32_t tag = static_cast<uint32_t>(h >> 32);
  size_t mask = table_.size() - 1, i = h & mask;
  for (; table_[i].id_plus_1; i = (i + 1) & mask) {
    if (table_[i].hash != tag) continue;
    const Record& r = records_[table_[i].id_plus_1 - 1];
    if (r.length == s.size() && std::memcmp(arena_[r.chunk].get() + r.at, s.data(), s.size() * 4) == 0)
      return {table_[i].id_plus_1 - 1, false};
  }
  HEDDLE_CHECK(s.size() <= kLongest) << "a state of " << s.size() << " parts";
  if (used_ + s.size() > kChunk) {
    arena_.push_back(std::make_unique<uint32_t[]>(kChunk));
    used_ = 0;
  }
  StateId id = static_cast<StateId>(records_.size());
  std::memcpy(arena_.back().get() + used_, s.data(), s.size() * 4);
  records_.push_back({static_cast<uint32_t>(arena_.size() - 1), static_cast<uint32_t>(used_), parent,
                      static_cast<uint32_t>(s.size()) & 0x3fffff, thread & 0xffu, static_cast<uint32_t>(Mark::New)});
  used_ += s.size();
  table_[i] = {id + 1, tag};
  if (records_.size() * 2 > table_.size()) grow();
  return {id, true};
}

void Visited::grow() {
  std::vector<Slot> bigger(table_.size() * 2);
  size_t mask = bigger.size() - 1;
  for (StateId id = 0; id < records_.size(); ++id) {
    const Record& r = records_[id];
    uint64_t h = semantics::hash_bytes(arena_[r.chunk].get() + r.at, size_t{r.length} * 4);
    size_t i = h & mask;
    while (bigger[i].id_plus_1) i = (i + 1) & mask;
    bigger[i] = {id + 1, static_cast<uint32_t>(h >> 32)};
  }
  table_.swap(bigger);
}

void Visited::get(StateId id, semantics::State& out) const {
  const Record& r = records_[id];
  const uint32_t* p = arena_[r.chunk].get() + r.at;
  out.assign(p, p + r.length);
}

size_t Visited::bytes() const {
  return arena_.size() * kChunk * 4 + records_.capacity() * sizeof(Record) + table_.capacity() * sizeof(Slot);
}

}  // namespace heddle::explore
