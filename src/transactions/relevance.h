// SPDX-License-Identifier: GPL-3.0-or-later
// Which shared variables any condition sees (the "relevant shared variables" of Kahlon, FASE 2012, section 7), for the
// whole program and without a transaction graph: no calls are inlined, and order does not matter.
//
// Only plain objects can be irrelevant: static ones that nobody synchronises on, that hold no address and nothing that
// may be uninitialised. Whether a value is initialised decides how an execution goes on wherever the value is used.
#pragma once
#include "analysis/analyses.h"

namespace heddle::transactions {

bool is_access(const model::Instr& i);  // of memory, and nothing else

class Relevance {
 public:
  explicit Relevance(const analysis::Analyses& analyses);

  bool plain(size_t abstract) const { return plain_.has(abstract); }
  bool relevant(size_t abstract) const { return !plain_.has(abstract) || relevant_.has(abstract); }
  // An access of which no condition sees anything: it touches only plain objects that are not relevant.
  bool quiet(model::ProcId f, model::Pc pc) const;
  // What visible accesses touch.
  const base::BitSet& shared() const { return shared_; }
  size_t shared_and_relevant() const;

 private:
  using Cell = uint32_t;  // objects, then locals, then results of procedures, then results of threads
  Cell local(model::ProcId f, model::LocalId l) const { return first_local_[f] + l; }
  Cell result(model::ProcId f) const { return first_result_ + f; }
  void add(model::ProcId f, const model::Instr& i, const analysis::Effects& effects);
  void add_call(model::ProcId f, const model::Instr& i, const analysis::Effects& effects);
  void flow(model::ProcId f, model::ExprId from, Cell to);
  void flow(Cell from, Cell to) { into_[to].push_back(from), from_[from].push_back(to); }
  base::BitSet closed(const base::BitSet& start, const std::vector<std::vector<Cell>>& along) const;

  const analysis::Analyses& analyses_;
  const model::Program& p_;
  std::vector<Cell> first_local_;
  Cell first_result_ = 0, thread_results_ = 0;
  std::vector<std::vector<Cell>> into_, from_;
  base::BitSet decides_, undefined_, not_plain_;
  base::BitSet plain_, relevant_, shared_;
};

}  // namespace heddle::transactions
