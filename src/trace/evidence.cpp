// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/evidence.h"

#include <algorithm>

namespace heddle::trace {

namespace {

bool refuted(const Question& q) { return !q.what.empty() && q.answer == Answer::Unsat; }

struct IsShown {
  bool operator()(const Opposite& o) const { return o.of > 0 && o.answer == Answer::Unsat; }
  bool operator()(const Looked& l) const { return !l.things.empty() && l.steps > 0 && l.left == 0; }
  bool operator()(const Proven& p) const { return p.proof != nullptr; }
};

struct IsWhole {
  bool operator()(const Exhausted& e) const { return e.states > 0 && e.left == 0 && e.dropped.empty(); }
  bool operator()(const Refuted& r) const {
    return refuted(r.violation) && refuted(r.beyond) && refuted(r.undefined) && r.missing.empty();
  }
  bool operator()(const Certified& c) const {
    auto shown = [](const Shown& s) { return !s.what.empty() && !s.by.empty() && std::visit(IsShown{}, s.how); };
    auto said = [](const std::string& fact) { return !fact.empty(); };
    auto looked = [](const Shown& s) { return std::get_if<Looked>(&s.how); };
    auto suspects = [&](const Shown& s) { return looked(s) && looked(s)->suspected > 0; };
    const bool leaves_something = std::any_of(c.parts.begin(), c.parts.end(), suspects);
    return !c.argument.empty() && !c.parts.empty() && std::all_of(c.parts.begin(), c.parts.end(), shown) &&
           std::all_of(c.facts.begin(), c.facts.end(), said) &&
           !(leaves_something && std::all_of(c.parts.begin(), c.parts.end(), looked));
  }
};

}  // namespace

const char* text(Answer a) { return a == Answer::Sat ? "sat" : a == Answer::Unsat ? "unsat" : "unknown"; }

std::optional<Complete> Complete::of(Evidence evidence) {
  if (!std::visit(IsWhole{}, evidence)) return std::nullopt;
  return Complete(std::move(evidence));
}

bool Proven::operator==(const Proven& other) const {
  return proof && other.proof ? *proof == *other.proof : proof == other.proof;
}

const std::string& Complete::safe_memory_assumed_at() const {
  static const std::string nowhere;
  const auto* certified = std::get_if<Certified>(&evidence_);
  if (!certified) return nowhere;
  if (!certified->safe_memory_assumed_at.empty()) return certified->safe_memory_assumed_at;
  for (const Shown& part : certified->parts)
    if (!part.safe_memory_assumed_at.empty()) return part.safe_memory_assumed_at;
  return nowhere;
}

bool Complete::for_any_value() const {
  const auto* certified = std::get_if<Certified>(&evidence_);
  return certified && certified->for_any_value;
}

Shown shown_by(const std::string& engine, const std::string& what, const Complete& proof) {
  return {what, engine, Proven{std::make_shared<const Complete>(proof)}, proof.safe_memory_assumed_at()};
}

}  // namespace heddle::trace
