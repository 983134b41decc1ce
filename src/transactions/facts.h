// SPDX-License-Identifier: GPL-3.0-or-later
// What engines ask: does the order of two operations matter for how executions go on? Answered from the transaction
// graph where there is one, else from the relevant variables alone.
//
// Relevant variables cost a millisecond and give most of what there is; a graph costs up to some tenths of a second.
// So an engine may begin without a graph and ask for it when the search has cost much more (add_graph).
#pragma once
#include <functional>
#include <memory>

#include "transactions/sensitivity.h"

namespace heddle::transactions {

class Facts {
 public:
  enum class Begin : uint8_t { WithGraph, WithoutGraph };
  explicit Facts(const analysis::Analyses& analyses, analysis::Patience patience = {}, Begin begin = Begin::WithGraph);

  // Builds the graph. True: it says much that the relevant variables do not, and answers are different from now on.
  // False: all answers stay as they are. Then, if the graph needs more visits of states, may_have_graph() stays true.
  // free: of these places the engine makes no steps anyhow, so they are no gain.
  using Free = std::function<bool(const Place&)>;
  bool add_graph(analysis::Patience patience, uint64_t most_visits, const Free& free);
  bool may_have_graph() const { return !graph_ && no_graph_.empty(); }

  // May some condition come out differently if the two operations change places? Operations that depend on each other,
  // of different threads, next at the same time; the answer is meaningless for others.
  bool sensitive(const Place& a, const Place& b) const;
  // Is there an operation of another thread with which its order matters? If not, the operation may belong to the
  // transition before it: nobody need run in between. Blocks of memory are always noticed.
  bool noticed(const Place& a) const;
  // May both be next at the same time?
  bool may_meet(const Place& a, const Place& b) const;

  const Relevance& relevance() const { return relevance_; }
  const std::string& no_graph() const { return no_graph_; }  // why there is none; empty: there is one, or none yet
  const Graph* graph() const { return graph_.get(); }
  const Sensitivity* sensitivity() const { return sensitivity_.get(); }

 private:
  bool is_relevant(const Place& a, const Place& b) const;
  void build(analysis::Patience patience, uint64_t most_visits);
  bool says_more(const Free& free) const;

  const analysis::Analyses& analyses_;
  Relevance relevance_;
  std::string no_graph_;
  std::set<Place> noticed_;
  std::unique_ptr<Skeleton> skeleton_;
  std::unique_ptr<Words> words_;
  std::unique_ptr<Flow> flow_;
  std::unique_ptr<Numbers> numbers_;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Sensitivity> sensitivity_;
};

}  // namespace heddle::transactions
