// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/prepare.h"

#include "analysis/acts.h"
#include "analysis/scopes.h"

namespace heddle::analysis {

// Ends of blocks move no addresses: the points-to sets are the same without them.
std::unique_ptr<Analyses> prepare(model::Program& p, Patience patience) {
  auto points_to = std::make_shared<const PointsTo>(p, PointsTo::Unmodelled::GoesOn, patience);
  settle_scopes(p, *points_to);
  const std::vector<std::vector<bool>> act = acts(p, *points_to);
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p.procedures[f].code.size(); ++pc) p.procedures[f].code[pc].act = act[f][pc];
  return std::make_unique<Analyses>(p, std::move(points_to), patience);
}

}  // namespace heddle::analysis
