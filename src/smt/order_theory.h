// SPDX-License-Identifier: GPL-3.0-or-later
// Who comes before whom, kept closed under transitivity while edges come and go.
//
// The fixed edges (program order, mostly) are cut into chains: paths of nodes that are ordered for good. Every node y
// has a clock: for each chain the position of the last node of that chain that is known to come before y, as in the
// vector clocks of distributed systems. So "x reaches y" is one comparison, an edge that closes a cycle is seen before
// it is put in, and a new edge costs as many steps as clock entries change. The literals that a raised entry implies
// stand next to each other in a list sorted by position: what is implied is found without looking at what is not.
// Nothing is missed: after every edge all implied literals have been reported.
//
// Each change of an entry is a record: what it was before, and the last edge with a literal on the path that raised it.
// Records are taken back in reverse order, and they explain: the first record that brought the entry of y to the
// position of x names an edge (u, v) with x before u, then the first record of u that did so names the next, back to a
// fixed edge. All of these are older than what they explain, so that explanations can be made when asked for.
#pragma once
#include <utility>

#include "smt/order_solver.h"

namespace heddle::smt {

class OrderTheory {
 public:
  Node new_node();
  size_t nodes() const { return points_.size(); }
  void fix(Node a, Node b);                 // on level 0, as the next four
  bool settle();                            // takes in new nodes and fixed edges; false: the fixed ones form a cycle
  void watch(Node a, Node b, Lit a_first);  // report a_first once a reaches b, ~a_first once b reaches a
  bool prepare();                           // before a search. True: the edges of literals are gone, insert them again
  // a reaches b: a is b, or comes before b. For settled nodes.
  bool reaches(Node a, Node b) const { return clocks_[points_[a].chain][b].position >= points_[a].position; }

  void push_level() { levels_.push_back({records_.size(), inserted_.size()}); }
  void pop_levels(size_t level);                               // back to that many levels
  bool insert(Node a, Node b, Lit why);                        // false, and nothing happens: b reaches a
  std::vector<Lit>& implied() { return implied_; }             // what insert and prepare found; the caller empties it
  void explain(Node a, Node b, std::vector<Lit>& path) const;  // a reaches b: adds the literals of the path found first
  std::vector<Node> order() const;                             // a total order that fits all edges
  void check_invariants() const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Edge {
    Node to;
    Lit why;  // kTrue: for good
  };
  struct Point {
    Node next = kNone;  // in the chain
    uint32_t chain = kNone;
    int32_t position = 0;
    std::vector<Edge> out;  // fixed edges that are not in the chain, and inserted ones that said something new
  };
  struct Entry {
    int32_t position = -1;
    uint32_t record = kNone;  // the one that set it
    uint32_t cursor = 0;      // the first of its watches beyond position
  };
  struct Record {
    Node node;
    uint32_t chain;
    Entry old;
    Node from;  // the start of the last edge with a literal, and the literal
    Lit why;
  };
  struct Watch {
    int32_t position;
    Lit implied;
  };
  struct Pair {
    Node a, b;
    Lit a_first;
  };
  struct Marks {
    size_t records, inserted;
  };
  struct Raise {
    Node node, from;
    Lit why;
  };

  std::vector<Node> new_nodes_sorted() const;
  void place(Node b, const std::vector<Node>& before_b);
  void forget_edges();
  void list_watches();
  void raise(uint32_t chain, int32_t position, Raise start);

  std::vector<Point> points_;
  std::vector<Node> tails_;                 // of each chain
  std::vector<std::vector<Entry>> clocks_;  // [chain][node]
  // Invariant: an entry of a node's own chain is its own position.
  std::vector<std::pair<Node, Node>> fixed_, pending_;
  size_t settled_ = 0;                   // nodes with a chain
  bool cyclic_ = false, moved_ = false;  // moved_: fixed edges or nodes are new since prepare
  std::vector<Pair> pairs_;
  size_t listed_pairs_ = 0;
  // runs by (node, chain), each with a sentinel; the first run is empty
  std::vector<Watch> watches_{{INT32_MAX, kTrue}};
  std::vector<Record> records_;
  std::vector<Node> inserted_;
  std::vector<Marks> levels_;
  std::vector<Lit> implied_;
  std::vector<Raise> todo_;
};

}  // namespace heddle::smt
