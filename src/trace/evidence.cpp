// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/evidence.h"

#include <algorithm>

namespace heddle::trace {

namespace {

bool refuted(const Question& q) { return !q.what.empty() && q.answer == Answer::Unsat; }

struct IsWhole {
  bool operator()(const Exhausted& e) const { return e.states > 0 && e.left == 0 && e.dropped.empty(); }
  bool operator()(const Refuted& r) const {
    return refuted(r.violation) && refuted(r.beyond) && refuted(r.undefined) && r.missing.empty();
  }
  bool operator()(const Certified& c) const {
    auto shown = [](const Shown& s) { return !s.what.empty() && !s.by.empty() && s.opposite == Answer::Unsat; };
    auto said = [](const std::string& fact) { return !fact.empty(); };
    return !c.argument.empty() && !c.parts.empty() && std::all_of(c.parts.begin(), c.parts.end(), shown) &&
           std::all_of(c.facts.begin(), c.facts.end(), said);
  }
};

}  // namespace

const char* text(Answer a) { return a == Answer::Sat ? "sat" : a == Answer::Unsat ? "unsat" : "unknown"; }

std::optional<Complete> Complete::of(Evidence evidence) {
  if (!std::visit(IsWhole{}, evidence)) return std::nullopt;
  return Complete(std::move(evidence));
}

const std::string& Complete::safe_memory_assumed_at() const {
  static const std::string nowhere;
  const auto* certified = std::get_if<Certified>(&evidence_);
  return certified ? certified->safe_memory_assumed_at : nowhere;
}

bool Complete::for_any_value() const {
  const auto* certified = std::get_if<Certified>(&evidence_);
  return certified && certified->for_any_value;
}

Shown shown_by(const std::string& engine, const std::string& what, const Complete&) {
  return {what, engine, Answer::Unsat};
}

}  // namespace heddle::trace
