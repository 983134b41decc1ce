// SPDX-License-Identifier: GPL-3.0-or-later
// What the places of a skeleton touch. Memory is cut into words: a word is (object, first byte, bytes) of an access at
// a known address, and each object has one more that stands for its rest. An access that is not known touches all words
// of the objects it may mean. Whether two places depend on each other, which locks are certainly held, and what a
// thread may still touch is said in these terms.
#pragma once
#include "transactions/skeleton.h"

namespace heddle::transactions {

using WordId = uint32_t;

struct Word {
  uint64_t object = 0;            // abstract object or variable (Skeleton::first_variable)
  uint64_t first = 0, bytes = 0;  // bytes 0: the rest of the object
};

struct Touches {
  base::BitSet reads, writes;  // words
  bool conflicts_with(const Touches& o) const {
    return writes.intersects(o.writes) || writes.intersects(o.reads) || reads.intersects(o.writes);
  }
  bool add_all(const Touches& o) {
    bool grown = reads.add_all(o.reads);
    return writes.add_all(o.writes) || grown;
  }
};

class Words {
 public:
  explicit Words(const Skeleton& s);

  const std::vector<Word>& words() const { return words_; }
  const Touches& of(NodeId n) const { return touches_[n]; }
  // The one word that a plain access reads or writes, if its address is known.
  std::optional<WordId> exact(NodeId n) const { return exact_[n]; }
  std::optional<WordId> exact(NodeId n, model::ExprId address, unsigned bytes) const;  // of another operand
  const std::vector<WordId>& overlapping(WordId w) const { return overlaps_[w]; }

 private:
  void collect(NodeId n, model::ExprId address, uint64_t bytes);
  void touch(NodeId n, model::ExprId address, uint64_t bytes, bool read, bool write);
  void touch_object(NodeId n, uint64_t object, bool read, bool write);
  void touch_all(NodeId n);
  WordId word(uint64_t object, uint64_t first, uint64_t bytes);

  const Skeleton& s_;
  std::vector<Word> words_;
  std::map<std::tuple<uint64_t, uint64_t, uint64_t>, WordId> ids_;
  std::map<uint64_t, std::vector<WordId>> of_object_;
  std::map<model::SiteId, std::vector<uint64_t>> variables_of_;
  std::vector<std::vector<WordId>> overlaps_;
  std::vector<Touches> touches_;
  std::vector<std::optional<WordId>> exact_;
};

}  // namespace heddle::transactions
