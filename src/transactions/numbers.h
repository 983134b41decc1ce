// SPDX-License-Identifier: GPL-3.0-or-later
// What one step does to a numerical value (domains/lattice.h). Only cells that some condition sees have a variable:
// words of memory at known addresses, and locals. Every other cell may be any number.
#pragma once
#include "domains/machine.h"
#include "transactions/flow.h"

namespace heddle::transactions {

class Numbers {
 public:
  Numbers(const Skeleton& s, const Words& words, const Flow& flow);

  domains::Value initial() const;
  // Behind the edge; bottom: the edge cannot be taken.
  domains::Value step(const domains::Lattice& before, NodeId n, const Edge& e) const;
  // The one value that the condition has at all points, or nothing.
  std::optional<domains::Int> decided(const domains::Lattice& at, const Condition& c) const;
  size_t variables() const { return widths_.size(); }
  std::string text(const domains::Lattice& at) const;  // what is known of memory
  const std::vector<domains::Int>& thresholds() const { return thresholds_; }

 private:
  void add(CellId c, unsigned width, std::string name);
  void assume(domains::Value& at, NodeId n, const Edge& e) const;
  void access(domains::Value& at, NodeId n, const model::Instr& i) const;
  void pass_arguments(domains::Value& at, NodeId n, const Edge& e) const;
  void leave(domains::Value& at, NodeId n) const;
  void set(domains::Value& at, CellId c, model::ExprId e, unsigned width) const;
  void forget(domains::Lattice& at, CellId c) const;
  model::ExprId updated(const model::Instr& i, WordId w) const;
  domains::Var local(model::LocalId l) const;

  const Skeleton& s_;
  const Words& words_;
  const Flow& flow_;
  mutable model::ExprPool exprs_;  // the program's, and what updates of words compute
  std::vector<domains::Var> of_cell_;
  std::vector<uint8_t> widths_;
  std::vector<std::string> names_;
  std::vector<CellId> cell_of_;
  std::vector<domains::Int> thresholds_;
  mutable FrameId frame_ = 0;  // whose locals expressions speak of
  std::unique_ptr<domains::Machine> machine_;
  domains::Value anything_;
};

}  // namespace heddle::transactions
