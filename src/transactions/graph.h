// SPDX-License-Identifier: GPL-3.0-or-later
// The transaction graph (V. Kahlon, "Schedule Insensitivity Reduction", FASE 2012, section 5, steps 1 to 9 of Algorithm
// 1): states are tuples of places, one for each thread; an edge is a step of one thread. Which threads go on from a
// state is decided by partial-order reduction over synchronisation; what the words of memory hold there, by a numerical
// domain. What the values exclude is not followed. With less of the program there is less that threads may still do,
// and more locks that are certainly held, so the graph is built again until nothing changes.
//
// Accesses of which no condition sees anything are no places to rest at (the paper builds a graph for each cluster of
// variables that lie on one def-use chain; here there is one graph, for all that conditions see).
//
// A transaction is a way through states at which one thread goes on. A thread that is not at a place where it rests
// (Node::rests) goes on alone, and so does one whose next operation depends on nothing that others may still do,
// unless the place is in a loop: around a loop everybody gets a turn. Whoever goes on alone comes somewhere: if a step
// ends the execution, or leads nowhere, its thread stops and the others go on (skeleton.h).
//
// Deviation from the paper: locks, joins and starts of threads are constraints; signals, semaphores and barriers are
// not (whoever waits may go on at any time), which adds ways and loses none.
#pragma once
#include <queue>
#include <unordered_map>

#include "transactions/numbers.h"

namespace heddle::transactions {

using StateId = uint32_t;
inline constexpr NodeId kNotStarted = ~0u;

struct Step {
  ThreadId thread = 0;
  StateId to = 0;
};

struct State {
  std::vector<NodeId> at;  // by thread; kNotStarted
  domains::Value value;
  std::vector<Step> next;
  unsigned visits = 0;  // how often its steps were taken
  uint64_t order = 0;   // the sum of the places' (find_order)
};

struct TooManyVisits : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct HashOfPlaces {
  size_t operator()(const std::vector<NodeId>& at) const {
    size_t h = 0;
    for (NodeId n : at) h = (h ^ n) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 32;
  }
};

class Graph {
 public:
  // Throws NoGraph, or TooManyVisits.
  Graph(const Skeleton& s, const Words& words, const Flow& flow, const Numbers& numbers,
        analysis::Patience patience = {}, uint64_t most_visits = ~uint64_t{0});

  const std::vector<State>& states() const { return states_; }
  unsigned rounds() const { return rounds_; }
  uint64_t visits() const { return visits_; }  // of states, in all rounds
  // May the thread go on from this state, as far as locks and joins are concerned?
  bool enabled(const State& s, ThreadId t) const;
  // Who goes on from this state.
  std::vector<ThreadId> turns(const State& s) const;

  const Skeleton& skeleton() const { return s_; }
  const Words& words() const { return words_; }
  const Flow& flow() const { return flow_; }
  const Numbers& numbers() const { return numbers_; }

 private:
  void find_order();
  void find_locks();
  void find_held();
  bool find_unfit_locks();
  void find_future();
  void build();
  void process(StateId id);
  bool is_alone(const State& s, ThreadId t) const;
  void arrive(StateId from, ThreadId t, std::vector<NodeId> at, domains::Value value);
  bool narrow_to_reached();
  std::optional<uint32_t> lock_at(NodeId n, size_t argument) const;

  const Skeleton& s_;
  const Words& words_;
  const Flow& flow_;
  const Numbers& numbers_;
  analysis::Patience patience_;
  std::vector<State> states_;
  std::unordered_map<std::vector<NodeId>, StateId, HashOfPlaces> ids_;
  using Waiting = std::pair<uint64_t, StateId>;  // its order
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> todo_;
  std::vector<bool> queued_;
  unsigned rounds_ = 0;
  uint64_t visits_ = 0;
  const uint64_t most_visits_;

  std::vector<uint64_t> order_;                 // by node: its component and, below, itself
  std::vector<std::optional<uint32_t>> takes_;  // by node: the lock that it waits for
  base::BitSet reached_;                        // nodes, in the round before
  std::map<WordId, uint32_t> locks_;
  base::BitSet unfit_;                           // locks that cannot be trusted
  std::vector<base::BitSet> held_;               // by node: locks that are certainly held
  std::vector<Touches> future_;                  // by node
  std::vector<std::optional<ThreadId>> joined_;  // by node
};

}  // namespace heddle::transactions
