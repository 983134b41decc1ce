// SPDX-License-Identifier: GPL-3.0-or-later
// Folds what repeats in a sequence, while the sequence grows: a loop that went round 65,536 times takes the room of two
// rounds. The newest items are compared with what stands before them. They are one more round of a block that ends
// right there, or, with the rounds before them, the beginning of a new block; blocks are items of further blocks, so
// that nested loops fold, too. Nothing is lost but the items of the rounds between the first and the last, which are
// the same as those as far as Same can tell.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::trace {

template <class Item>
struct Folded {
  Item item{};
  uint64_t rounds = 0;              // 0: the item; else a block, and how often it happened in a row
  std::vector<Folded> first, last;  // the first round of the block, and the last
};

inline uint64_t mixed(uint64_t a, uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15u + (a << 12) + (a >> 4);
  a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
  return a ^ (a >> 27);
}

// Key: items that are the same have the same key. Same: are two items the same?
template <class Item, class Key, class Same>
class Folder {
 public:
  using Node = Folded<Item>;
  static constexpr size_t kLeastRounds = 8, kLongestRound = 512;

  explicit Folder(Key key = {}, Same same = {}) : key_(key), same_(same) {}

  void push(Item item) {
    keys_.push_back(key_(item));
    nodes_.push_back({std::move(item), 0, {}, {}});
    while (continues_block() || begins_block()) {}
  }
  // What comes from here on is not folded with what was before.
  void seal() { sealed_ = nodes_.size(); }
  size_t size() const { return nodes_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  std::vector<Node> take() { return std::move(nodes_); }

 private:
  bool same(const Node& a, const Node& b) const {
    if (a.rounds != b.rounds) return false;
    if (a.rounds == 0) return same_(a.item, b.item);
    return std::equal(a.first.begin(), a.first.end(), b.first.begin(), b.first.end(),
                      [this](const Node& x, const Node& y) { return same(x, y); });
  }
  bool same_nodes(size_t at, const Node* other, size_t count) const {
    for (size_t i = 0; i < count; ++i)
      if (!same(nodes_[at + i], other[i])) return false;
    return true;
  }
  std::vector<Node> cut(size_t from, size_t count) {
    auto begin = nodes_.begin() + static_cast<ptrdiff_t>(from);
    return {std::make_move_iterator(begin), std::make_move_iterator(begin + static_cast<ptrdiff_t>(count))};
  }
  void shrink(size_t size) {
    nodes_.resize(size);
    keys_.resize(size);
    while (!blocks_.empty() && blocks_.back() >= size) blocks_.pop_back();
  }
  uint64_t key_of_block(const Node& block) const {
    uint64_t key = block.rounds;
    for (const Node& n : block.first) key = mixed(key, n.rounds ? key_of_block(n) : key_(n.item));
    return key;
  }

  bool continues_block() {
    const size_t size = nodes_.size();
    for (size_t k = blocks_.size(); k-- > 0;) {
      const size_t at = blocks_[k], length = nodes_[at].first.size();
      if (at < sealed_ || size - at > kLongestRound + 1) return false;
      if (size - at != length + 1 || !same_nodes(at + 1, nodes_[at].first.data(), length)) continue;
      nodes_[at].last = cut(at + 1, length);
      ++nodes_[at].rounds;
      shrink(at + 1);
      keys_[at] = key_of_block(nodes_[at]);
      return true;
    }
    return false;
  }

  bool begins_block() {
    const size_t size = nodes_.size(), longest = std::min(kLongestRound, (size - sealed_) / kLeastRounds);
    for (size_t length = 1; length <= longest; ++length) {
      if (keys_[size - 1] != keys_[size - 1 - length]) continue;
      const size_t at = size - kLeastRounds * length, rest = (kLeastRounds - 1) * length;
      const uint64_t* keys = keys_.data() + at;
      if (!std::equal(keys, keys + rest, keys + length)) continue;
      if (!same_nodes(at, nodes_.data() + at + length, rest)) continue;
      Node block{{}, kLeastRounds, cut(at, length), cut(size - length, length)};
      shrink(at);
      blocks_.push_back(at);
      keys_.push_back(key_of_block(block));
      nodes_.push_back(std::move(block));
      return true;
    }
    return false;
  }

  Key key_;
  Same same_;
  std::vector<Node> nodes_;
  std::vector<uint64_t> keys_;  // of the nodes
  std::vector<size_t> blocks_;  // which nodes are blocks
  size_t sealed_ = 0;
};

}  // namespace heddle::trace
