// SPDX-License-Identifier: GPL-3.0-or-later
// What the process says to its caller. Part of the contract with other programs: add none, renumber none.
#pragma once
#include "trace/result.h"

namespace heddle::driver {

enum ExitCode : int {
  kTrue = 0,           // every property holds
  kFalse = 1,          // at least one is violated
  kUnknown = 2,        // no violation found, no proof either
  kBadInput = 3,       // the user's mistake, or C that Heddle refuses; the message says what to do
  kInternalError = 4,  // our mistake
};

inline ExitCode exit_code(trace::Verdict v) {
  return v == trace::Verdict::True ? kTrue : v == trace::Verdict::False ? kFalse : kUnknown;
}

}  // namespace heddle::driver
