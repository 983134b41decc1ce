// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/frontier.h"

namespace heddle::explore {

void Frontier::open(unsigned searchers) {
  searchers_ = searchers;
  waiting_ = 0;
  closed_ = wanted_ = false;
}

void Frontier::close() {
  std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void Frontier::give(const std::vector<Item>& items) {
  if (items.empty()) return;
  std::lock_guard lock(mutex_);
  items_.insert(items_.end(), items.begin(), items.end());
  wanted_ = false;
  changed_.notify_all();
}

std::optional<Frontier::Item> Frontier::take() {
  std::unique_lock lock(mutex_);
  while (!closed_) {
    if (!items_.empty()) {
      Item item = items_.back();
      items_.pop_back();
      wanted_ = items_.empty() && waiting_ > 0;
      return item;
    }
    if (waiting_ + 1 == searchers_) {
      closed_ = true;
      changed_.notify_all();
      break;
    }
    ++waiting_;
    wanted_ = true;
    changed_.wait(lock);
    --waiting_;
  }
  return std::nullopt;
}

}  // namespace heddle::explore
