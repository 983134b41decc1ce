// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of valid-memsafety. Named on the command line it means all undefined behaviour that Heddle looks for; an
// SV-COMP property file means only the parts it writes down, and undefined behaviour of another kind is then neither a
// violation nor excused.
#pragma once
#include <string>

namespace heddle::base {

enum MemorySafety : unsigned {
  kValidFree = 1,
  kValidDeref = 2,
  kValidMemtrack = 4,
  kOtherUndefined = 8,
  kAllMemorySafety = 15
};

// The part that undefined behaviour of this kind violates (trace::Violation::kind).
MemorySafety memory_safety_part(const std::string& kind);

// Memory that was never initialised is read, or a variable that was never set. C leaves it open which value memory has
// then (C17 6.2.6.1, 6.3.2.1), so something can be proven about the program all the same: for every value.
bool is_uninitialised_read(const std::string& kind);

}  // namespace heddle::base
