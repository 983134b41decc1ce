// SPDX-License-Identifier: GPL-3.0-or-later
// Who judges what. A property whose proof comes with a certificate is judged by the judge of that kind of certificate.
// Where there is no certificate, or its judge does not know, the enumerator is asked: it needs nothing from the engine,
// but the program must be small and closed. The judge of refuted formulas tests a part of what it certifies, so the
// enumerator is asked before it is believed, for as many states as take no time. A refusal is final, even if another
// judge would say something else: a wrong certificate is a defect of the engine that wrote it.
#include "judge/judge.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <new>

#include "base/check.h"
#include "judge/cvc5.h"
#include "judge/invariant.h"
#include "judge/refutation.h"
#include "judge/states.h"
#include "judge/tree.h"

namespace heddle::judge {

namespace {

using base::Property;
// The rest of the time is for the enumerator.
constexpr double kShareOfCertificates = 0.75;
constexpr std::chrono::hours kLongest{24 * 365};
constexpr uint64_t kStatesBefore = 20'000;  // that the enumerator visits where another judge has certified by tests

using Parts = std::vector<trace::Certification::Part>;

// What a judge throws is no answer.
Parts ask(const Question& question, const std::function<Parts()>& judge) {
  auto cannot = [&](const std::string& why) { return Parts{{question.properties, Ruling::cannot(why)}}; };
  try {
    return judge();
  } catch (const Cvc5Failed& e) {
    return cannot(e.what());
  } catch (const InternalError& e) {
    return cannot(std::string("the judge failed: ") + e.what());
  } catch (const std::bad_alloc&) {
    return cannot("the system gave no more memory");
  }
}

Parts by_certificate(const trace::Certificate& certificate, const Question& question) {
  if (certificate.kind == kInvariant) return {{question.properties, invariant(question, certificate.content)}};
  if (certificate.kind == kRefutation) return {{question.properties, refutation(question, certificate.content)}};
  if (certificate.kind == kTree) return {{question.properties, tree(question, certificate.content)}};
  return {
      {question.properties, Ruling::cannot("no judge knows certificates of the kind \"" + certificate.kind + "\"")}};
}

std::vector<Property> both(const std::vector<Property>& some, const std::vector<Property>& others) {
  std::vector<Property> common;
  for (Property p : some)
    if (std::find(others.begin(), others.end(), p) != others.end()) common.push_back(p);
  return common;
}

// What the enumerator knows of a property counts; the rest is as it was ruled.
Parts stronger(const trace::Certification::Part& tested, const Question& question) {
  const Limits few{question.limits.budget, std::min(question.limits.states, kStatesBefore)};
  const Question again{question.program, tested.properties, question.weak_fairness, few, question.for_any_value};
  Parts parts = ask(again, [&] { return states(again); });
  std::erase_if(parts, [](const auto& part) { return part.ruling.kind == Ruling::Cannot; });
  trace::Certification::Part rest = tested;
  for (const auto& part : parts)
    std::erase_if(rest.properties, [&](Property p) { return !both({p}, part.properties).empty(); });
  if (!rest.properties.empty()) parts.push_back(std::move(rest));
  return parts;
}

}  // namespace

trace::Certification judge(const model::Program& program, const trace::Result& result, const Limits& limits) {
  const double begun = limits.budget.elapsed_seconds();
  trace::Certification all;
  std::vector<Property> open;
  for (const auto& [p, verdict] : result.properties)
    if (verdict == trace::Verdict::True) open.push_back(p);
  std::string tried;  // without an answer
  // A file does not say what a proof rests on; but beside such a use no other proof stands.
  const bool for_any_value = trace::uninitialised_read(result) != nullptr;
  base::Budget most = limits.budget.part(kShareOfCertificates, kLongest);
  const Limits for_certificates{most, limits.states};
  for (const trace::Certificate& c : result.certificates) {
    Question question{program, both(open, c.properties), result.input.weak_fairness, for_certificates, for_any_value};
    if (question.properties.empty() || c.kind == kStates) continue;
    for (auto& part : ask(question, [&] { return by_certificate(c, question); })) {
      if (part.ruling.kind == Ruling::Cannot) {
        tried += "; the certificate \"" + c.kind + "\": " + part.ruling.reason;
        continue;
      }
      std::erase_if(open, [&](Property p) { return !both({p}, part.properties).empty(); });
      const bool tested = c.kind == kRefutation && part.ruling.kind == Ruling::Certified;
      for (auto& ruled : tested ? stronger(part, question) : Parts{part}) all.parts.push_back(std::move(ruled));
    }
  }
  if (!open.empty()) {
    Question question{program, open, result.input.weak_fairness, limits, for_any_value};
    for (auto& part : ask(question, [&] { return states(question); })) {
      if (part.ruling.kind == Ruling::Cannot) part.ruling.reason += tried;
      all.parts.push_back(std::move(part));
    }
  }
  all.seconds = limits.budget.elapsed_seconds() - begun;
  return all;
}

trace::Certification judge(const model::Program& program, const trace::Schedule& schedule, const Limits& limits) {
  const double begun = limits.budget.elapsed_seconds();
  trace::Certification all;
  const Question question{program, {Property::UnreachCall, Property::NoDeadlock}, false, limits};
  all.parts = ask(question, [&] { return Parts{{question.properties, judge::schedule(question, schedule)}}; });
  all.seconds = limits.budget.elapsed_seconds() - begun;
  return all;
}

}  // namespace heddle::judge
