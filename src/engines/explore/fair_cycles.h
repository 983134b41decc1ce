// SPDX-License-Identifier: GPL-3.0-or-later
// Livelocks: a fair cycle in the full state graph.
//
// Strong fairness: a thread that can step infinitely often does step infinitely often. In a strongly connected part, a
// thread that can step somewhere but never steps inside must be avoided: its states are taken out and the rest is
// decomposed again (Streett emptiness; Emerson and Lei, "Modalities for model checking", SCP 1987). Weak fairness: a
// thread that can step in every state of the part must step inside it.
//
// Fair choices: where one is made again and again it comes out true again and again. In a part in which a choice is
// made but never true, the steps that make it are taken out, and the rest is decomposed again.
//
// Not part of any endless execution that counts: spurious wake-ups (nobody may rely on them, so they occur finitely
// often), states with a parked thread (exit is coming, or the execution has ended).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/explore/visited.h"

namespace heddle::explore {

struct FairChoices {  // a bit for each choice of a thread
  uint64_t made = 0, taken = 0;
  bool operator==(const FairChoices&) const = default;
};

class StateGraph {
 public:
  struct Edge {
    StateId to;
    uint8_t thread;
    uint16_t fair = 0;  // an index into the choices that are given to fair_cycle
  };
  void add(StateId from, std::vector<Edge> edges, std::vector<uint8_t> enabled, bool ended);
  size_t bytes() const { return bytes_; }

  struct Lasso {
    StateId start;                 // on the cycle
    std::vector<StateId> states;   // the cycle: start, ..., start
    std::vector<uint8_t> threads;  // who moves from each to the next
  };
  std::optional<Lasso> fair_cycle(bool strong, const std::vector<FairChoices>& choices) const;

 private:
  struct Part {
    std::vector<StateId> nodes;
    uint64_t banned = 0;  // choices: no step that makes one of them belongs to the part
  };
  using Choices = std::vector<FairChoices>;
  std::vector<Part> components(const Part& part, const Choices& choices) const;
  Lasso build(const Part& component, bool strong, const Choices& choices) const;
  struct Goal {  // of a walk: a state, or an edge of this thread, or one that takes this choice
    const std::vector<bool>* states = nullptr;
    int thread = -1;
    uint64_t taken = 0;
  };
  void walk(Lasso& lasso, const std::vector<uint8_t>& inside, const Goal& goal, uint64_t banned,
            const Choices& choices) const;

  struct Node {
    std::vector<Edge> edges;
    std::vector<uint8_t> enabled;  // threads
    bool ended = true;             // parked thread, not sure who can step, or never expanded
  };
  std::vector<Node> nodes_;
  size_t bytes_ = 0;
};

}  // namespace heddle::explore
