// SPDX-License-Identifier: GPL-3.0-or-later
// Livelocks: a fair cycle in the full state graph.
//
// Strong fairness: a thread that can step infinitely often does step infinitely often. In a strongly connected part, a
// thread that can step somewhere but never steps inside must be avoided: its states are taken out and the rest is
// decomposed again (Streett emptiness; Emerson and Lei, "Modalities for model checking", SCP 1987). Weak fairness: a
// thread that can step in every state of the part must step inside it.
//
// Not part of any endless execution that counts: spurious wake-ups (nobody may rely on them, so they occur finitely
// often), states with a parked thread (exit is coming, or the execution has ended).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/explore/visited.h"

namespace heddle::explore {

class StateGraph {
 public:
  struct Edge {
    StateId to;
    uint8_t thread;
  };
  void add(StateId from, std::vector<Edge> edges, std::vector<uint8_t> enabled, bool ended);
  size_t bytes() const { return bytes_; }

  struct Lasso {
    StateId start;                 // on the cycle
    std::vector<StateId> states;   // the cycle: start, ..., start
    std::vector<uint8_t> threads;  // who moves from each to the next
  };
  std::optional<Lasso> fair_cycle(bool strong) const;

 private:
  std::vector<std::vector<StateId>> components(const std::vector<StateId>& nodes) const;
  std::optional<Lasso> search(std::vector<StateId> nodes, bool strong) const;
  Lasso build(const std::vector<StateId>& component, bool strong) const;
  void walk(Lasso& lasso, const std::vector<uint8_t>& inside, const std::vector<bool>& goal_states,
            int goal_thread) const;

  struct Node {
    std::vector<Edge> edges;
    std::vector<uint8_t> enabled;  // threads
    bool ended = true;             // parked thread, not sure who can step, or never expanded
  };
  std::vector<Node> nodes_;
  size_t bytes_ = 0;
};

}  // namespace heddle::explore
