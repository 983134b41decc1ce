// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/certificate.h"

#include "symbolic/flow/certificate.h"

namespace heddle::induction {

std::string certificate(const model::Program& p, const Flow& flow, const flow::Plan& plan,
                        const analysis::PointsTo& points_to, const Induction& proof) {
  std::vector<RestId> places;
  for (RestId n = 0; n < flow.rests.size(); ++n) places.push_back(n);
  // Formulas contain neither quotes nor backslashes.
  auto formula = [](const z3::Term& t) { return '"' + flow::one_line(t) + '"'; };
  auto place = [&](RestId n) {
    return "{" + flow::place_text(p, flow, n) + ",\"count\":" + formula(proof.count(n)) +
           ",\"facts\":" + flow::list(proof.facts_at(n), formula) + "}";
  };
  return "{" + flow::map_text(p, flow, plan, points_to) + ",\"places\":" + flow::list(places, place) +
         ",\"facts\":" + flow::list(proof.facts_of_all(), formula) + "}";
}

}  // namespace heddle::induction
