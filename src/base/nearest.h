// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody who mistyped a word may have meant.
#pragma once
#include <string>
#include <vector>

namespace heddle::base {

// " (did you mean --time-limit?)": the word among those known that is most like the one that was typed; empty if none
// is like it.
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& known);

}  // namespace heddle::base
