// SPDX-License-Identifier: GPL-3.0-or-later
// All nondeterminism inside one transition, as one recorded list: which waiter a signal wakes, who gets the barrier's
// serial value, which part of its interval an input lies in; and after how many local instructions a thread rested, so
// that a repetition with given inputs rests at the same places. A driver runs the same transition again and again,
// advancing the list like an odometer, until every combination was taken.
#pragma once
#include <cstdint>
#include <vector>

namespace heddle::semantics {

class Choices {
 public:
  struct Item {
    uint32_t arity = 0, picked = 0;
    bool about_input = false;  // decides an input; absent when the inputs are given
    uint32_t rest_after = 0;   // arity 1: `resting` rests after so many instructions, or behind its atomic section
    uint32_t resting = 0;      // a thread; one step may run several: the one that steps, the ones it starts
  };
  Choices() = default;
  explicit Choices(std::vector<Item> items) : items_(std::move(items)) {}

  void restart() { next_ = made_ = 0; }
  uint32_t pick(uint32_t arity, bool about_input = false) {
    if (arity <= 1) return 0;
    if (next_ == items_.size()) items_.push_back({arity, 0, about_input, 0, 0});
    ++made_;
    return items_[next_++].picked;
  }
  // Does the list say that the thread rests now? Otherwise, `wish` to rest is granted and noted.
  bool rest(uint32_t thread, uint32_t instructions, bool wish) {
    if (next_ < items_.size()) {
      const Item& item = items_[next_];
      if (item.arity != 1 || item.resting != thread || item.rest_after > instructions) return false;
    } else {
      if (!wish) return false;
      items_.push_back({1, 0, false, instructions, thread});
    }
    ++next_;
    return true;
  }
  bool advance() {  // false when all combinations were taken
    items_.resize(next_);
    while (!items_.empty() && items_.back().picked + 1 == items_.back().arity) items_.pop_back();
    restart();
    if (items_.empty()) return false;
    ++items_.back().picked;
    return true;
  }
  size_t made() const { return made_; }  // in this run of the transition, not counting rests
  void clear() {
    items_.clear();
    restart();
  }
  const std::vector<Item>& items() const { return items_; }

 private:
  std::vector<Item> items_;
  size_t next_ = 0, made_ = 0;
};

}  // namespace heddle::semantics
