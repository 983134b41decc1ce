// SPDX-License-Identifier: GPL-3.0-or-later
// The abstract reachability tree: executions of the program, one edge at a time, with a label at every node that all
// states there fulfil (McMillan, "Lazy abstraction with interpolants", CAV 2006; for threads: Wachter, Kroening and
// Ouaknine, "Verifying multi-threaded software with Impact", FMCAD 2013).
//
// Labels begin as "anything" and grow when something has to be excluded. What is excluded at a node is carried
// backwards edge by edge: its weakest precondition, and of that the least that the path so far implies. So every label
// follows from the one before it, by one question about one edge. A node is covered by an older one at the same place
// whose label its own implies; that may need a stronger label, which is looked for on the path between the two only.
#pragma once
#include <functional>

#include "engines/impact/last_look.h"
#include "engines/impact/places.h"
#include "smt/z3/solver.h"

namespace heddle::impact {

using NodeId = uint32_t;

struct Stopped {};

struct Node {
  PlaceId place = kNone;
  NodeId parent = kNone;
  const Edge* edge = nullptr;           // from the parent
  std::vector<z3::Term> label;          // all of these hold
  std::map<SymbolId, z3::Term> values;  // what is a number on the way here, whatever the inputs
  std::vector<NodeId> children;
  NodeId covered_by = kNone;
  std::vector<NodeId> covers;
  std::set<unsigned> expanded;  // threads
  unsigned depth = 0;
  bool impossible = false;  // as the values on the way show; nobody has asked yet whether that matters
};

// An execution that leads to a node, and something that holds there.
struct Feasible {
  std::vector<const Edge*> edges;
  std::vector<std::vector<uint64_t>> inputs;  // of each edge
  std::vector<uint64_t> last;                 // of the trouble itself
};

class Tree {
 public:
  Tree(z3::Context& context, Places& places, const std::function<bool()>& stop);

  const Node& node(NodeId n) const { return nodes_[n]; }
  size_t size() const { return nodes_.size(); }
  static constexpr NodeId kRoot = 0;
  NodeId grow(NodeId from, const Edge& e);
  void mark_expanded(NodeId n, unsigned thread) { nodes_[n].expanded.insert(thread); }

  // The label of the node comes to imply that `bad` does not hold there, or this is how it can. `seen` are inputs that
  // a person wants to know.
  std::optional<Feasible> exclude(NodeId n, const z3::Term& bad, const std::vector<z3::Term>& seen = {});
  // What the path to the node says of it without asking: false if `t` is, nothing if that depends.
  std::optional<bool> known(NodeId n, const z3::Term& t) const;

  // An older node that the label of this one implies, or can be made to.
  bool covers(NodeId older, NodeId n, bool with_force);
  void cover(NodeId n, NodeId by);
  void uncover(NodeId n);
  bool has_covered_ancestor(NodeId n) const;
  // Nodes that are not covered any more, since labels grew.
  std::vector<NodeId> take_uncovered() { return std::move(uncovered_); }
  const std::vector<NodeId>& at(PlaceId p) const;

  // Every edge and every cover once more, from nothing but the labels. No answer at the first that does not hold.
  LastLook look_once_more(const std::function<bool(NodeId)>& relevant);
  bool implies(NodeId n, const z3::Term& t);  // its label does
  uint64_t questions() const { return questions_; }
  uint64_t refinements() const { return refinements_; }

 private:
  struct Window;  // a path, and formulas along it

  bool satisfiable();
  bool label_follows(NodeId n);
  bool entails(const std::vector<z3::Term>& premises, const z3::Term& conclusion);
  std::vector<z3::Term> premises(NodeId n);
  bool ensure(NodeId n, const z3::Term& good, NodeId from, std::optional<Feasible>* how,
              const std::vector<z3::Term>& seen);
  void carry_back(Window& w, std::vector<z3::Term> goals);
  std::vector<z3::Term> pulled(Window& w, size_t level, const z3::Term& goal);
  bool holds(Window& w, size_t level, const z3::Term& t);
  void strengthen(NodeId n, const z3::Term& t);
  z3::Term before(const Edge& e, const z3::Term& t) const;
  std::vector<z3::Term> from_what_is_known(Window& w, size_t level, std::vector<z3::Term> known, const z3::Term& goal);
  std::optional<z3::Term> whatever_the_inputs(const z3::Term& t, const std::vector<z3::Term>& inputs);
  z3::Term tidy(const std::vector<z3::Term>& premises, const z3::Term& t);

  z3::Context& c_;
  Places& places_;
  const std::function<bool()>& stop_;
  z3::Solver solver_, path_solver_;
  std::vector<Node> nodes_;
  std::map<PlaceId, std::vector<NodeId>> by_place_;
  std::vector<NodeId> uncovered_;
  std::map<std::vector<unsigned>, bool> answers_;  // by Z3's numbers: of the conclusion, then of the premises
  std::map<unsigned, z3::Term> asked_;             // these keep their numbers
  uint64_t questions_ = 0, refinements_ = 0;
  unsigned names_ = 0;
};

// The parts of a conjunction, and those of a disjunction.
std::vector<z3::Term> conjuncts(const z3::Term& t);
std::vector<z3::Term> disjuncts(const z3::Term& t);

}  // namespace heddle::impact
