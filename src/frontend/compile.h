// SPDX-License-Identifier: GPL-3.0-or-later
// One C file to bitcode.
#pragma once
#include <string>

#include "frontend/frontend.h"

namespace heddle::frontend {

// Throws InputError naming the file, clang's first complaints and what to do.
std::string compile_to_bitcode(const std::string& file, const std::vector<std::string>& own_flags,
                               const CompileJob& job);

}  // namespace heddle::frontend
