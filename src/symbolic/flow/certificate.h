// SPDX-License-Identifier: GPL-3.0-or-later
// What certificates of proofs about a Flow have in common: the map (what threads do, names for what varies) and the
// places. Whoever judges them derives the steps from the program. The fields are described in
// src/judge/certificates.md.
#pragma once
#include <string>

#include "symbolic/flow/builder.h"

namespace heddle::flow {

// Does the judge know all that the proof speaks about?
bool can_be_judged(const Flow& made, const Plan& plan);

// Fields of a JSON object, without its braces: the map, and one place.
std::string map_text(const model::Program& p, const Flow& flow, const Plan& plan, const analysis::PointsTo& points_to);
std::string place_text(const model::Program& p, const Flow& flow, RestId n);

std::string one_line(const z3::Term& t);

template <class All, class F>
std::string list(const All& all, F f) {
  std::string made;
  for (const auto& one : all) made += (made.empty() ? "" : ",") + f(one);
  return "[" + made + "]";
}

}  // namespace heddle::flow
