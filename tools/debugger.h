// SPDX-License-Identifier: GPL-3.0-or-later
// A replay under gdb: the program stops where the violation is, and the user is at gdb's prompt.
#pragma once
#include <string>

#include "trace/result.h"

namespace heddle::tools {

// True when the violation was reached. Throws InputError when there is no gdb.
bool debug(const std::string& executable, const trace::Violation& violation, unsigned loops);

}  // namespace heddle::tools
