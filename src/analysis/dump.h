// SPDX-License-Identifier: GPL-3.0-or-later
// The footprints as text: `heddle check --dump=footprints`.
#pragma once
#include <string>

#include "analysis/footprints.h"

namespace heddle::analysis {

std::string dump(const model::Program& p, const Footprints& footprints);

}  // namespace heddle::analysis
