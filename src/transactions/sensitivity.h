// SPDX-License-Identifier: GPL-3.0-or-later
// Static schedule sensitivity (seed 002, section 5, with steps 10 to 32 of Algorithm 1, and the SS-Pairs of section 6).
// Two operations of different threads that conflict are sensitive in a state of the transaction graph if there is a
// condition that sees what both define and that may come out differently on the ways from that state.
//
// Step 17 of Algorithm 1 asks whether each state decides the condition by itself. In Figure 1 every state does, and yet
// the condition at b3 is false in one and true in the others; so the definition and the text are followed here: all
// evaluations that can be reached have to agree.
//
// SS-Pairs: the paper asks for ways on which c1 comes before c2 and the other way round. In Figure 1 the ways through
// (a1, b3) give both orders of a2 and b1, which section 6 calls insensitive. Here a pair is sensitive if it is so in
// some state in which both operations are next.
#pragma once
#include <set>

#include "transactions/graph.h"
#include "transactions/relevance.h"

namespace heddle::transactions {

struct Place {  // an instruction, whoever executes it
  model::ProcId proc = 0;
  model::Pc pc = 0;
  auto operator<=>(const Place&) const = default;
};

class Sensitivity {
 public:
  Sensitivity(const Graph& g, const Relevance& relevance, analysis::Patience patience = {});

  bool sensitive(const State& s, StateId id, ThreadId a, ThreadId b) const;
  // Both are next in some state, and their order may matter.
  const std::set<std::pair<Place, Place>>& pairs() const { return pairs_; }
  // Both are next in some state; ordered.
  const std::set<std::pair<Place, Place>>& meetings() const { return meetings_; }

  // The graph behind Algorithm 1: by state, who goes on; empty: the state is not reached any more, or nobody does.
  // Computed now: pairs do not need it.
  std::vector<std::vector<ThreadId>> turns() const;

 private:
  using Outcome = uint16_t;
  static constexpr Outcome kNever = 0, kSeveral = 1;  // above: a value that all evaluations have
  void evaluate();
  void propagate();
  void find_pairs();
  bool conflict(NodeId a, NodeId b) const;
  bool is_plain(NodeId n) const;

  const Graph& g_;
  const Relevance& relevance_;
  analysis::Patience patience_;
  std::vector<std::vector<Outcome>> outcomes_;  // by state and condition
  std::vector<base::BitSet> several_;           // by state: conditions
  std::vector<bool> plain_;                     // by node
  std::vector<std::vector<ThreadId>> all_turns_;
  std::set<std::pair<Place, Place>> pairs_, meetings_;
};

}  // namespace heddle::transactions
