// SPDX-License-Identifier: GPL-3.0-or-later
// All executions, until every node is covered or has all its edges: a proof without bounds, or an execution that fails.
//
// Two steps of different threads that do not disturb each other are followed in one order only: after a step of a
// thread with a larger number, a thread with a smaller one is skipped unless the two disturb each other, since it could
// have gone first. Every state is still met (Wachter, Kroening and Ouaknine, FMCAD 2013, section V). Where a node that
// skips a thread covers one that does not, it skips it no longer.
#pragma once
#include "engines/impact/tree.h"

namespace heddle::impact {

struct Found {
  Trouble trouble;
  Feasible how;
  NodeId node = kNone;
};

// A step of this thread could have gone before the last one, and is followed there.
bool can_be_skipped(const Places& places, const Tree& tree, NodeId n, unsigned thread);

class Search {
 public:
  using Matters = std::function<bool(const Trouble&)>;
  Search(Places& places, Tree& tree, Matters matters, const std::function<void()>& tick)
      : places_(places), tree_(tree), matters_(std::move(matters)), tick_(tick) {}

  // The first trouble that can happen; nothing: none can.
  std::optional<Found> run();
  // Of a search that found nothing: is a label, a cover or a missing edge wrong after all?
  LastLook look_once_more();
  bool is_skipped(NodeId n, unsigned thread) const;
  std::vector<NodeId> nodes() const;  // of the proof: those that are alive, and what they lead to

 private:
  bool is_alive(NodeId n) const;  // neither it nor what leads to it is covered
  bool stands(NodeId n);
  bool close(NodeId n);
  std::optional<Found> look_at(NodeId n);
  void expand(NodeId n, unsigned thread);
  void expand_all(NodeId n);

  Places& places_;
  Tree& tree_;
  const Matters matters_;  // what is looked for
  const std::function<void()>& tick_;
  std::vector<NodeId> work_;
  std::set<NodeId> done_;                        // looked at, and all edges followed that need be
  std::map<NodeId, std::set<unsigned>> wanted_;  // threads that are not skipped although they could be
};

}  // namespace heddle::impact
