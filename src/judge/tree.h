// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of labelled places that covers every execution.
#pragma once
#include <string>

#include "judge/question.h"

namespace heddle::judge {

inline constexpr const char* kTree = "tree";  // the kind of the certificate

// `content` is the JSON text of the certificate.
Ruling tree(const Question& question, const std::string& content);

}  // namespace heddle::judge
