// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a proof by induction: the facts of its certificate hold at the start, every step keeps them, whoever makes it,
// and they exclude a violation. The steps are derived here, from the program; cvc5 answers the questions.
//
// In words, for any number of threads: a state is the shared variables and, for each place, the threads there with
// their own variables. The facts of all states are about the shared variables and about how many threads are at each
// place; those of a place are about one thread there as well. If every way from every place, from any state that the
// facts allow, leads to a place of the certificate with its facts, and leaves the facts of every other thread true,
// then the facts hold always (Owicki and Gries, "An axiomatic proof technique for parallel programs", 1976).
#pragma once
#include <string>

#include "judge/question.h"

namespace heddle::judge {

inline constexpr const char* kInvariant = "invariant";  // the kind of the certificate

// `content` is the JSON text of the certificate. Throws Cvc5Failed.
Ruling invariant(const Question& question, const std::string& content);

}  // namespace heddle::judge
