// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/walk/who_steps.h"

#include <algorithm>

namespace heddle::walk {

namespace {
constexpr unsigned kMostChanges = 4;
constexpr unsigned kChances[] = {2, 4, 10, 40}, kShares[] = {1, 2, 4, 12};
constexpr unsigned kLeastPatience = 20, kMostPatience = 400;
}  // namespace

WhoSteps::WhoSteps(base::Random& random, unsigned walk, size_t steps, const Targets& targets)
    : random_(random), targets_(targets) {
  constexpr By kBy[] = {By::Priorities, By::Turns, By::Priorities, By::Chance};
  const bool directed = !targets.empty() && walk % 2 == 0;
  if (!targets.empty()) walk /= 2;
  by_ = directed ? By::Suspects : kBy[walk % std::size(kBy)];
  one_in_ = kChances[walk / std::size(kBy) % std::size(kChances)];
  largest_share_ = kShares[walk / std::size(kBy) % std::size(kShares)];
  main_first_ = walk / std::size(kBy) % 2 == 0;
  patience_ = kLeastPatience + random_.below(kMostPatience - kLeastPatience);
  const unsigned changes = random_.below(kMostChanges + 1);
  const auto most = static_cast<unsigned>(std::clamp<size_t>(steps, 10, 1u << 30));
  for (unsigned k = 0; k < changes; ++k) changes_.push_back(random_.below(most));
  std::sort(changes_.rbegin(), changes_.rend());
}

unsigned WhoSteps::highest(const std::vector<unsigned>& able) {
  unsigned best = able[0];
  int64_t top = 0;
  for (unsigned t : able) {
    auto [it, fresh] = priorities_.try_emplace(t, 0);
    if (fresh) it->second = 1 + random_.below(1u << 30);
    if (t == able[0] || it->second > top) best = t, top = it->second;
  }
  return best;
}

unsigned WhoSteps::by_turns(const std::vector<unsigned>& able) {
  main_first_ = main_first_ && able[0] == 0;
  if (main_first_) return 0;
  auto [share, fresh] = share_.try_emplace(running_, 1);
  if (fresh) share->second = 1 + random_.below(largest_share_);
  const auto here = std::lower_bound(able.begin(), able.end(), running_);
  if (here != able.end() && *here == running_ && in_a_row_ < share->second) return running_;
  const auto next = std::upper_bound(able.begin(), able.end(), running_);
  return next == able.end() ? able[0] : *next;
}

// Two threads that have come to a pair go at once, one after the other.
unsigned WhoSteps::by_suspects(const std::vector<Able>& able) {
  for (const Able& a : able)
    if (let_go_.contains(a.thread)) return a.thread;
  if (!put_off_.empty() && random_.below(patience_) == 0) put_off_.clear();  // the others may wait for one of them
  std::vector<Able> free;
  for (const Able& a : able)
    if (!put_off_.contains(a.thread)) free.push_back(a);
  while (!free.empty()) {
    auto goes_on = std::find_if(free.begin(), free.end(), [this](const Able& a) { return a.thread == running_; });
    auto one = goes_on != free.end() && random_.below(one_in_) != 0
                   ? goes_on
                   : free.begin() + random_.below(static_cast<unsigned>(free.size()));
    if (!targets_.has(one->next)) return one->thread;
    for (const Able& other : able)
      if (put_off_.contains(other.thread) && targets_.has(one->next, other.next)) {
        let_go_ = {one->thread, other.thread};
        return random_.below(2) == 0 ? one->thread : other.thread;
      }
    put_off_.insert(one->thread);
    free.erase(one);
  }
  return able[random_.below(static_cast<unsigned>(able.size()))].thread;
}

unsigned WhoSteps::next(const std::vector<Able>& those_able) {
  if (by_ == By::Suspects) return by_suspects(those_able);
  std::vector<unsigned> able;
  for (const Able& a : those_able) able.push_back(a.thread);
  const bool goes_on = std::find(able.begin(), able.end(), running_) != able.end();
  if (by_ == By::Turns) return by_turns(able);
  if (by_ == By::Chance) {
    if (goes_on && random_.below(one_in_) != 0) return running_;
    return able[random_.below(static_cast<unsigned>(able.size()))];
  }
  while (!changes_.empty() && steps_ >= changes_.back()) {
    demote(highest(able));
    changes_.pop_back();
  }
  if (goes_on && able.size() > 1 && in_a_row_ >= patience_) demote(running_);
  return highest(able);
}

void WhoSteps::took_a_step(unsigned thread) {
  in_a_row_ = thread == running_ ? in_a_row_ + 1 : 1;
  running_ = thread;
  put_off_.erase(thread);
  let_go_.erase(thread);
  ++steps_;
}

}  // namespace heddle::walk
