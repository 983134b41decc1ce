// SPDX-License-Identifier: GPL-3.0-or-later
// Liveness of static objects, backwards through control flow and into callees. An object is live if something may read
// it (in part) before a store overwrites the whole of it.
#pragma once
#include <vector>

#include "analysis/instruction_effects.h"
#include "analysis/patience.h"
#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::analysis {

// live[f][pc]: static, non-constant, not thread-local objects. `effects[f][pc]` as computed by InstructionEffects;
// `whole_life[f]`: everything a thread that begins with f may ever touch.
std::vector<std::vector<base::BitSet>> live_objects(const model::Program& p,
                                                    const std::vector<std::vector<Effects>>& effects,
                                                    const std::vector<AccessSet>& whole_life, Patience patience = {});

}  // namespace heddle::analysis
