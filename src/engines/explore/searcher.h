// SPDX-License-Identifier: GPL-3.0-or-later
// One searcher's way through the states: depth first from what it is given. Alone it goes everywhere; several of them,
// each in a thread of its own, share the states (visited.h), and one that has nothing left gets what another has not
// come to yet (frontier.h). Nothing about the result depends on who goes where: put_off.h needs no order.
#pragma once
#include <functional>
#include <vector>

#include "engines/explore/frontier.h"
#include "engines/explore/put_off.h"
#include "engines/explore/search.h"

namespace heddle::explore {

class Searcher {
 public:
  Searcher(Search& search, Frontier& frontier) : search_(search), frontier_(frontier) {}
  // Until nothing is left anywhere, or the frontier is closed, or halt() says so, which closes it.
  void go_on(const std::function<bool()>& halt);
  void restart();
  size_t left() const { return stack_.size(); }  // states that are not followed to their end
  PutOff& put_off() { return put_off_; }
  uint64_t deepest() const { return deepest_; }

  std::function<void(StateId, const Expansion&)> on_entered;  // may be empty

 private:
  struct Frame {
    StateId state;
    std::vector<StateId> successors;
    size_t next = 0;
  };
  void enter(const Frontier::Item& item);
  void leave(Frame& f);
  void share();

  Search& search_;
  Frontier& frontier_;
  std::vector<Frame> stack_;
  size_t shared_ = 0;  // frames at the bottom of which all successors were followed, by somebody
  Expansion expansion_;
  PutOff put_off_;
  uint64_t deepest_ = 0;
};

}  // namespace heddle::explore
