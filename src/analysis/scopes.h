// SPDX-License-Identifier: GPL-3.0-or-later
// Which ends of blocks anybody can notice. Most variables of a block are gone without a trace when the block is left:
// their address is in no memory, and no local that is read later holds it. Such an end is taken out of the program.
// Likewise, where a variable is made again and nobody can have the address of the one before, an engine may use the
// same object again (Instr::forgotten).
#pragma once
#include "analysis/points_to.h"

namespace heddle::analysis {

void settle_scopes(model::Program& p, const PointsTo& points_to);

}  // namespace heddle::analysis
