// SPDX-License-Identifier: GPL-3.0-or-later
// States that somebody has met and nobody has followed yet: what searchers that have enough to do give to those that
// wait. A state that is given away may still be followed by the giver, if it comes first (Visited::enter).
#pragma once
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "engines/explore/visited.h"

namespace heddle::explore {

class Frontier {
 public:
  struct Item {
    StateId state = kNoState;
    bool everybody = false;  // it was followed before, but not everybody was (put_off.h)
  };
  void open(unsigned searchers);  // they are about to begin
  void close();                   // nobody waits any more, nobody gets anything
  bool closed() const { return closed_.load(std::memory_order_relaxed); }
  bool wanted() const { return wanted_.load(std::memory_order_relaxed); }  // somebody waits
  void give(const std::vector<Item>& items);
  std::optional<Item> take();  // waits if need be; none: all of them wait, or it is closed
  size_t size() const { return items_.size(); }
  void clear() { items_.clear(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Item> items_;
  unsigned searchers_ = 1, waiting_ = 0;
  std::atomic<bool> closed_{false}, wanted_{false};
};

}  // namespace heddle::explore
