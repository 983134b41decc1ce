// SPDX-License-Identifier: GPL-3.0-or-later
// check --reach: the error call that stands for a place is told as what it means.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::driver {

void tell_reached(trace::Result& result, const std::vector<std::string>& places);

}  // namespace heddle::driver
