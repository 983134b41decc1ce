// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of a script as JSON: six numbers for each act. In a long script, acts that repeat are written once, with the
// number of rounds. Nothing is lost.
#pragma once
#include <iosfwd>

#include "trace/script.h"

namespace heddle::report {

bool is_folded(const trace::Script& s);                      // has acts that are written as rounds
void write_acts(std::ostream& out, const trace::Script& s);  // the array

}  // namespace heddle::report
