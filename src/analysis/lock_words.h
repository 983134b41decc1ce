// SPDX-License-Identifier: GPL-3.0-or-later
// Lock words. A spin lock is taken by an exchange that acquires and releases nothing: whoever sees it taken learns of a
// thread without being ordered with it. That is harmless if nobody can make anything of it: every atomic read of the
// object that finds the value `taken` waits (waiting_loops.h), and no update computes its new value from the old one.
//
// Plain reads do not matter: one that is not ordered after the exchange races with it, and that race the search sees.
// Plain reads in an atomic section race with nothing atomic; an object touched by a section is not taken for a lock
// word.
#pragma once
#include "analysis/footprints.h"
#include "analysis/points_to.h"
#include "analysis/waiting_loops.h"

namespace heddle::analysis {

// Writes without releasing, reads with acquiring (when it succeeds, if it may fail).
bool only_acquires(const model::Instr& i);

// The abstract objects in which instructions that only acquire leave nothing to learn. `loops`: by procedure.
base::BitSet lock_words(const model::Program& p, const PointsTo& points_to, const Footprints& footprints,
                        const std::vector<WaitingLoops>& loops);

}  // namespace heddle::analysis
