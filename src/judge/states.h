// SPDX-License-Identifier: GPL-3.0-or-later
// All states of the program, visited once more: without any reduction, or with one of the judge's own.
#pragma once
#include <vector>

#include "judge/question.h"

namespace heddle::judge {

inline constexpr const char* kStates = "states";  // the kind of the certificate, which needs no content

// A part for each ruling: one property may be refuted and another one hold.
std::vector<trace::Certification::Part> states(const Question& question);

}  // namespace heddle::judge
