// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of a schedule as seen from outside: edges with the keys of their events, covers followed, and without what
// only the thread itself notices.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "schedule/automaton.h"
#include "schedule/events.h"

namespace heddle::schedule {

[[noreturn]] void refuse(const std::string& what);  // a schedule that is not as it should be

// Where the program may be: at a node, or in the middle of an edge.
struct Spot {
  uint32_t node = 0;
  int edge = -1;
  uint32_t done = 0;  // keys of the edge
  auto operator<=>(const Spot&) const = default;
};

class Tree {
 public:
  struct Edge {
    unsigned thread = 0;
    uint32_t to = 0;
    std::vector<Key> keys;
    int starts = -1;
  };
  struct Node {
    std::vector<Edge> edges;
    std::set<unsigned> ended;  // threads
    // The keys to which a thread can come from where it is; nothing: any.
    std::vector<std::optional<std::set<Key>>> comes_to;
    int gives_up = -1;  // the thread that has assumed what does not hold; the real program never passes that
  };

  Tree(const trace::Schedule& s, const Events& events);

  uint32_t root() const { return resolved(0); }
  const Node& at(uint32_t n) const { return nodes_[n]; }
  const Edge& edge(const Spot& s) const { return nodes_[s.node].edges[static_cast<size_t>(s.edge)]; }
  const trace::Schedule& schedule() const { return s_; }

  // To which events the thread may come next, from there, as far as the tree follows the thread.
  std::set<Key> next(const Spot& s, unsigned thread) const;
  // False: at this spot the thread cannot come to the key next. A thread that the tree may never follow again from
  // there (the program ends before, or the thread waits for ever) may come to all that the schedule says of where it
  // is; to any, if it says nothing.
  bool may_come_to(const Spot& s, unsigned thread, Key key) const;
  // The spot behind one more event of the edge.
  Spot after(Spot s, int edge) const;

 private:
  uint32_t resolved(uint32_t n) const;
  std::vector<Key> keys(const trace::Schedule::Node& n, const trace::Schedule::Edge& e, const Events& events) const;
  bool is_false_assumption(const trace::Schedule::Edge& e, const Events& events) const;
  std::optional<std::set<Key>> comes_to(const trace::Schedule::Where& where) const;
  void find_next();
  void find_left_out();

  const trace::Schedule& s_;
  bool one_reads_ = false;  // its own business, then
  std::vector<Node> nodes_;
  std::vector<std::vector<std::set<Key>>> next_;  // by node and thread
  std::vector<std::vector<bool>> left_out_;       // by node and thread
};

}  // namespace heddle::schedule
