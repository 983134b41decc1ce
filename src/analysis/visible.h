// SPDX-License-Identifier: GPL-3.0-or-later
// What other threads can notice of a thread: accesses to memory that several threads may know and that one of them may
// write while another one runs, and everything that synchronises. The rest may be done at any time, and in any order.
#pragma once
#include <map>
#include <vector>

#include "analysis/footprints.h"
#include "analysis/patience.h"
#include "analysis/points_to.h"
#include "model/program.h"

namespace heddle::analysis {

class Visible {
 public:
  Visible(const model::Program& p, const PointsTo& points_to, const Footprints& footprints, Patience patience = {});

  bool at(model::ProcId f, model::Pc pc) const { return visible_[f][pc]; }
  // May a thread other than one that began with `entry` write the abstract object while that one runs?
  bool others_write(model::ProcId entry, uint32_t abstract) const;
  bool shared(uint32_t abstract) const;  // more than one thread may know it, and it is not constant

 private:
  void find_concurrent_accesses(const Footprints& footprints);
  void add_moved_blocks();
  bool is_visible(model::ProcId f, const model::Instr& i) const;

  const model::Program& p_;
  const PointsTo& points_to_;
  // by procedure a thread may begin with; the program's entry: once it is not alone
  std::map<model::ProcId, base::BitSet> writes_;
  base::BitSet written_, touched_;  // by any of them
  std::vector<std::vector<bool>> visible_;
};

}  // namespace heddle::analysis
