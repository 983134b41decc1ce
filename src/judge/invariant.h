// SPDX-License-Identifier: GPL-3.0-or-later
// Facts that hold at the start, that every step keeps, and that exclude a violation.
#pragma once
#include <string>

#include "judge/question.h"

namespace heddle::judge {

inline constexpr const char* kInvariant = "invariant";  // the kind of the certificate

// `content` is the JSON text of the certificate.
Ruling invariant(const Question& question, const std::string& content);

}  // namespace heddle::judge
