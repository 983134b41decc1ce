// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof: the places, names for what varies there, and the facts. Whoever judges it
// (src/judge/invariant.h) derives the steps from the program and needs nothing else.
#pragma once
#include <string>

#include "engines/induction/induction.h"
#include "symbolic/flow/builder.h"

namespace heddle::induction {

// As JSON. Its fields are described in src/judge/certificates.md.
std::string certificate(const model::Program& p, const Flow& flow, const flow::Plan& plan,
                        const analysis::PointsTo& points_to, const Induction& proof);

}  // namespace heddle::induction
