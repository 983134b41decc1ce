// SPDX-License-Identifier: GPL-3.0-or-later
// The points at which unrolled threads meet: a thread's read_sync and its write_sync at one depth.
#pragma once
#include <set>

#include "engines/unrolled/lazy.h"

namespace heddle::unrolled {

struct Point {
  unsigned thread = 0, depth = 0;
  Lit here = smt::kFalse;            // B_r, B_w
  std::set<LockWord> locks;          // held in all the states, and by nobody else
  std::set<LockWord> held;           // these, and those that are held for reading
  uint64_t created = 0, joined = 0;  // created in one of them, joined in all
  std::vector<Lit> code;             // RC, WC: the number of the pair that is taken
  std::vector<Pair*> pairs;
  bool told = false;       // a turn of a window: its only pair is there already
  Lit open = smt::kFalse;  // it takes or gives, but by none of the pairs so far
  smt::Node node = 0;
  void summarise(smt::Circuit& c, const std::vector<const State*>& states);
};

struct WritePoint : Point {
  Lit gives;  // WC is not 0
  std::shared_ptr<const Contents> contents;
  // accesses of the operation it is behind, and the guard of the state that made them
  std::vector<std::pair<Lit, uint32_t>> touches;
};

struct ReadPoint : Point, ContentSource, SyncSource {
  ReadPoint(Lazy& l, unsigned t, unsigned d) : lazy(l) { thread = t, depth = d; }
  Lazy& lazy;
  Lit got;  // RC is not 0
  std::shared_ptr<const Contents> before;
  std::vector<size_t> paired;        // by thread: how many of its write points were looked at
  std::vector<WritePoint*> waiting;  // of these, the ones that do not matter as far as the threads are unrolled
  size_t pairs_searched = 0, touches_searched = 0;

  // A few bytes that somebody has asked for.
  static constexpr uint32_t kCellBytes = 4;
  struct Cells {
    uint32_t object, first;
    std::vector<Byte> bytes;                                        // what is there after this point
    std::map<std::pair<uint32_t, std::vector<Byte>>, Lit> sources;  // by which of the bytes, and what they are
    // implies that the bytes are those before this point
    std::optional<Lit> from_before;
    std::unordered_map<Content, Lit> taken_over;  // by the object's content at a write_sync
  };
  std::vector<Cells> cells;
  std::map<std::pair<uint32_t, uint32_t>, size_t> cell_at;
  std::map<uint32_t, Content> contents_after;

  uint32_t whole(size_t cell) const { return (1u << cells[cell].bytes.size()) - 1; }
  std::vector<Byte> bytes_of(size_t cell, const Contents& contents, uint32_t which);
  Content content(uint32_t object) override;
  Byte synchronised(uint32_t object, uint32_t position, Content before) override;
  Lit took_over() const override { return got; }
  void link(size_t cell, Pair* pair);
  Lit from_before(size_t cell);
  Lit takes_over(size_t cell, Content other);  // implies that the bytes are those of the other thread's content
  Lit comes_from(size_t cell, uint32_t which, const std::vector<Byte>& source);  // implies that the bytes are these
};

}  // namespace heddle::unrolled
