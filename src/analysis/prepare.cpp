// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/prepare.h"

#include "analysis/acts.h"
#include "analysis/points_to.h"
#include "analysis/scopes.h"

namespace heddle::analysis {

void prepare(model::Program& p) {
  PointsTo points_to(p);
  settle_scopes(p, points_to);
  mark_acts(p, points_to);
}

}  // namespace heddle::analysis
