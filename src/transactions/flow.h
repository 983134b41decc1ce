// SPDX-License-Identifier: GPL-3.0-or-later
// Concurrent def-use chains (Kahlon, Sankaranarayanan and Gupta, "Static Analysis for Concurrent Programs with
// Applications to Data Race Detection", and Kahlon, FASE 2012, section 4): which conditions may see what a place
// defines, whichever threads the value passes through. Chains are kept between cells (words of memory, and locals of
// inlined procedures), not between places: each chain of the paper is one of ours.
//
// A condition is whatever decides how an execution goes on: branches, switches, assumptions, addresses, lengths,
// divisors, shift amounts, called functions, operands of library functions. Values that may be uninitialised and
// objects that may hold addresses are left to relevance.h.
#pragma once
#include "transactions/words.h"

namespace heddle::transactions {

using CellId = uint32_t;  // words first, then locals of frames, then the results of threads

struct Condition {
  NodeId node = 0;
  model::ExprId expr = 0;
};

// Calls f(expr, decides) for each operand of the instruction: does it decide how the execution goes on, or is it a
// value that is only handed on? Divisors and shift amounts inside of either decide as well.
void each_use(const model::Program& p, const model::Instr& i,
              const std::function<void(model::ExprId, bool decides)>& f);

class Flow {
 public:
  Flow(const Skeleton& s, const Words& words);

  CellId cell(WordId w) const { return w; }
  CellId cell(FrameId f, model::LocalId l) const { return first_local_[f] + l; }
  size_t cells() const { return results_ + 1; }

  const std::vector<Condition>& conditions() const { return conditions_; }
  const std::vector<uint32_t>& conditions_at(NodeId n) const { return at_[n]; }
  const base::BitSet& seen_by(CellId c) const { return seen_by_[c]; }        // conditions
  const base::BitSet& decided_by(NodeId n) const { return decided_by_[n]; }  // conditions that see what n defines
  // Whose end a join waits for, if that is certain.
  std::optional<ThreadId> joined(NodeId join) const;

 private:
  void add_conditions(NodeId n);
  void add_flows(NodeId n);
  void flow(CellId from, CellId to) { into_[to].push_back(from); }
  void flow(NodeId n, model::ExprId from, CellId to);
  void defines(NodeId n, CellId c) { defined_[n].push_back(c), definitions_[c].push_back(n); }
  void close();

  const Skeleton& s_;
  const Words& words_;
  std::vector<CellId> first_local_;  // by frame
  CellId results_ = 0;
  std::vector<Condition> conditions_;
  std::vector<std::vector<uint32_t>> at_;         // by node
  std::vector<std::vector<CellId>> into_;         // by cell: whose values it may get
  std::vector<std::vector<CellId>> defined_;      // by node
  std::vector<std::vector<NodeId>> definitions_;  // by cell
  std::vector<base::BitSet> seen_by_, decided_by_;
};

}  // namespace heddle::transactions
