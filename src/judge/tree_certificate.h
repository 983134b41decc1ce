// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof by impact, as it is read: a map and places, states (which thread is at which place), and
// nodes: a state and a label, which all executions that come there fulfil. A node is covered by another one, or has
// edges to the next nodes.
//
// A name of a place, `v7`, is called `v7t2` where it is the variable of thread 2.
#pragma once
#include "judge/map_reader.h"

namespace heddle::judge {

struct TreeCertificate {
  struct State {
    std::vector<size_t> places;  // of each thread
    std::vector<bool> joined;
    std::vector<size_t> facts;  // numbers of formulas
  };
  struct Edge {
    unsigned thread = 0;
    size_t to = 0;
  };
  struct Node {
    size_t state = 0;
    std::vector<size_t> label;  // numbers of formulas
    std::optional<size_t> covered_by;
    std::vector<Edge> edges;
    std::set<unsigned> skipped;                 // threads whose steps the reduction leaves out here
    std::optional<std::set<unsigned>> follows;  // of a schedule: the threads that may go on here, and nobody else
  };

  CertificateMap map;
  std::vector<Formula> formulas;
  std::vector<State> states;
  std::vector<Node> nodes;  // the first one is where the program begins
};

std::string of_thread(const std::string& name, size_t thread);

// Throws BadCertificate.
TreeCertificate read_tree(const model::Program& p, const std::string& json);

}  // namespace heddle::judge
