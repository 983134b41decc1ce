// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a proof by refutation: one formula for all executions up to a bound on loops, which a solver has refuted
// together with each of the claims. What has to be shown:
//
// 1. The log of the solver is a refutation: every clause that it has learnt follows from those before by unit
//    propagation, and every order that it has excluded is a cycle (refutation/log.h).
// 2. It refutes every violation of the property, that an execution goes beyond the bound, and that something undefined
//    happens.
// 3. The formula holds of executions of the program, drawn at random (refutation/comparison.h). This is a test, and the
//    ruling says how many executions there were.
#pragma once
#include <string>

#include "judge/question.h"

namespace heddle::judge {

inline constexpr const char* kRefutation = "refutation";  // the kind of the certificate

// `content` is the JSON text of the certificate.
Ruling refutation(const Question& question, const std::string& content);

}  // namespace heddle::judge
