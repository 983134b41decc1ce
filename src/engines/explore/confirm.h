// SPDX-License-Identifier: GPL-3.0-or-later
// A search in which threads take each other's places follows more than the executions of the program (interchange.h).
// What it finds is looked for once more, by an execution of the program: step by step, all states of the program are
// kept that look like the one on the way that was found, once their threads are put in order. From the last of them the
// violation must show itself. There may be many such states, since any of the threads that are alike may have done what
// one of them did: some of them are enough.
#pragma once
#include <functional>
#include <optional>

#include "engines/explore/search.h"

namespace heddle::explore {

// A violation of the same property, with the way to it.
std::optional<Finding> confirm(const analysis::Analyses& analyses, const Search& search, const Finding& f, Races races,
                               const std::function<bool()>& stop);

}  // namespace heddle::explore
