// SPDX-License-Identifier: GPL-3.0-or-later
// What follows `--`: which of clang's flags are passed on, which mean nothing to a check, and which would make it a
// check of something else.
#pragma once
#include "options/options.h"

namespace heddle::options {

// Appends the flags that count to Options::cflags and a note about those that do not to Options::notes. Throws
// InputError at a flag that Heddle cannot follow. Options::data_model must be known.
void take_flags_for_clang(Options& options, const std::vector<std::string>& flags);

// Of `heddle run`, where what stands behind `--` is for the program: takes the flags of the compiler out of the other
// words.
std::vector<std::string> flags_among(std::vector<std::string>& words);

}  // namespace heddle::options
