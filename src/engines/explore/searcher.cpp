// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/searcher.h"

#include <algorithm>

namespace heddle::explore {

void Searcher::restart() {
  stack_.clear();
  put_off_ = {};
  shared_ = 0;
}

void Searcher::go_on(const std::function<bool()>& halt) {
  Visited& visited = search_.visited();
  while (true) {
    while (!stack_.empty()) {
      if (frontier_.closed()) return;
      if (halt()) return frontier_.close();
      if (frontier_.wanted()) share();
      Frame& f = stack_.back();
      if (f.next == f.successors.size()) {
        leave(f);
        stack_.pop_back();
        shared_ = std::min(shared_, stack_.size());
        continue;
      }
      StateId child = f.successors[f.next++];
      if (visited.mark(child) == Mark::New && visited.enter(child)) enter({child, false});
    }
    if (halt()) return frontier_.close();
    std::optional<Frontier::Item> item = frontier_.take();
    if (!item) return;
    if (item->everybody || visited.enter(item->state)) enter(*item);
  }
}

void Searcher::enter(const Frontier::Item& item) {
  Visited& visited = search_.visited();
  stack_.push_back({item.state, {}, 0});
  deepest_ = std::max<uint64_t>(deepest_, stack_.size());
  search_.expand(item.state, expansion_, item.everybody);
  if (expansion_.full) visited.set_mark(item.state, Mark::Settled);
  Frame& f = stack_.back();
  for (const Successor& s : expansion_.successors)
    if (!expansion_.full || visited.mark(s.id) == Mark::New) f.successors.push_back(s.id);
  if (on_entered) on_entered(item.state, expansion_);
}

void Searcher::leave(Frame& f) {
  Visited& visited = search_.visited();
  if (visited.mark(f.state) == Mark::Settled) return;
  const bool settled = std::any_of(f.successors.begin(), f.successors.end(),
                                   [&](StateId s) { return visited.mark(s) == Mark::Settled; });
  visited.set_mark(f.state, settled ? Mark::Settled : Mark::Left);
  if (!settled) put_off_.add(f.state, std::move(f.successors));
}

// Half of what it would come to last.
void Searcher::share() {
  const Visited& visited = search_.visited();
  for (; shared_ < stack_.size(); ++shared_) {
    const Frame& f = stack_[shared_];
    std::vector<Frontier::Item> items;
    for (size_t k = f.next; k < f.successors.size(); ++k)
      if (visited.mark(f.successors[k]) == Mark::New) items.push_back({f.successors[k], false});
    if (items.empty()) continue;
    items.erase(items.begin(), items.begin() + static_cast<ptrdiff_t>(items.size() / 2));
    return frontier_.give(items);
  }
}

}  // namespace heddle::explore
