// SPDX-License-Identifier: GPL-3.0-or-later
// The transaction graph for people: `heddle check --dump=transactions`, and as DOT `--dump=transactions-dot`. Only
// states in which all threads rest are shown; an edge is one transition of a thread. What Algorithm 1 slices away is
// marked.
#pragma once
#include "transactions/facts.h"

namespace heddle::transactions {

struct Picture {
  struct Edge {
    ThreadId thread = 0;
    size_t to = 0;
    bool kept = true;
    auto operator<=>(const Edge&) const = default;
  };
  struct Vertex {
    StateId state = 0;
    bool kept = true;
    std::vector<Edge> next;
  };
  std::vector<Vertex> vertices;  // the first is where the program begins, or where it first rests

  explicit Picture(const Facts& facts);
};

std::string text(const Facts& facts, const model::Program& p);
std::string dot(const Facts& facts, const model::Program& p);

}  // namespace heddle::transactions
