// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs what: the procedures a thread may run, whether a chain of calls or of started threads may come back to where
// it began, and which memory nobody changes while another thread looks at it.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "analysis/analyses.h"
#include "model/program.h"

namespace heddle::ranking {

// A word of memory that is always accessed at an address that the source names.
struct Cell {
  uint32_t object;  // abstract object
  uint64_t offset;
  unsigned width;  // bits
  auto operator<=>(const Cell&) const = default;
  bool overlaps(const Cell& o) const {
    return object == o.object && offset < o.offset + o.width / 8 && o.offset < offset + width / 8;
  }
};

class Reach {
 public:
  explicit Reach(const analysis::Analyses& analyses);
  const analysis::Effects& effects(model::ProcId f, model::Pc pc) const { return effects_[f][pc]; }
  const std::vector<model::ProcId>& procedures() const { return reachable_; }  // by any thread
  bool recursive() const { return recursive_; }  // by calls, or by threads that start threads like themselves
  // What the instruction may write, callees and threads that they start included.
  base::BitSet writes(model::ProcId f, model::Pc pc) const;
  // The cell at an address, if no other thread writes there as long as this procedure may run.
  std::optional<Cell> own_cell(model::ProcId f, model::ExprId address, unsigned width) const;

 private:
  std::vector<bool> closure(std::vector<model::ProcId> from) const;
  bool on_a_ring() const;
  void find_changing();
  void add_writes(base::BitSet& into, const std::vector<bool>& procedures) const;
  void after_starts(base::BitSet& into) const;
  std::optional<uint32_t> named_object(model::ProcId f, const model::Expr& e) const;
  bool stays(model::ProcId f, uint32_t object) const;

  const model::Program& program_;
  const analysis::PointsTo& points_to_;
  const analysis::Footprints& footprints_;
  const std::vector<std::vector<analysis::Effects>>& effects_;
  std::vector<model::ProcId> reachable_;
  std::vector<bool> by_started_;                      // procedures that threads other than main may run
  base::BitSet changed_by_started_, changed_beside_;  // by started threads; by anybody while others run
  std::vector<std::map<model::LocalId, uint32_t>>
      stack_objects_;  // per procedure: locals that always hold the address of one stack object
  bool recursive_ = false;
};

}  // namespace heddle::ranking
