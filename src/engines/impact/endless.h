// SPDX-License-Identifier: GPL-3.0-or-later
// Which rings of the tree can an execution stay in for ever? Labels do not count rounds, so the tree lets each loop go
// round again and again. But if no edge of a ring makes some machine integer smaller, those that make it larger are
// taken a finite number of times: there is a largest number. So they are taken away, and what is still a ring is looked
// at again. (The same with smaller and larger exchanged.) Each edge is looked at for itself, with its guard and the
// ranges of numbers, and without labels.
#pragma once
#include <functional>
#include <map>
#include <vector>

#include "engines/impact/tree.h"

namespace heddle::impact {

class Endless {
 public:
  Endless(z3::Context& context, const model::Program& program, Places& places, const Tree& tree,
          const std::function<void()>& tick)
      : program_(program),
        places_(places),
        tree_(tree),
        tick_(tick),
        solver_(context, z3::Solver::Of::Anything, kMostMilliseconds) {}

  struct Way {
    NodeId to = kNone;
    const Edge* edge = nullptr;  // null: a cover
  };
  using Graph = std::map<NodeId, std::vector<Way>>;  // ways to nodes that it does not have count for nothing
  // Strongly connected parts of more than one node.
  static std::vector<std::vector<NodeId>> rings(const Graph& g);
  bool is_unnoticed(const Edge& e) const;
  // Those in which an execution may stay for ever, as far as can be told.
  std::vector<std::vector<NodeId>> endless_rings(const Graph& g);
  struct Taken {
    PlaceId at = kNone;
    const Edge* edge = nullptr;
    auto operator<=>(const Taken&) const = default;
  };
  // These lead around, and not for ever.
  bool is_finite(const std::vector<Taken>& round);

 private:
  static constexpr unsigned kMostMilliseconds = 500;
  enum : unsigned { kNotSmaller = 1, kNotLarger = 2, kLarger = 4, kSmaller = 8 };
  unsigned change(const Taken& e, SymbolId s);
  bool implied(const Taken& e, const z3::Term& t);
  bool is_number_at(PlaceId p, SymbolId s);
  bool take_finite_ways(Graph& ring);

  const model::Program& program_;
  Places& places_;
  const Tree& tree_;
  const std::function<void()>& tick_;
  z3::Solver solver_;
  std::map<std::pair<Taken, SymbolId>, unsigned> changes_;
};

}  // namespace heddle::impact
