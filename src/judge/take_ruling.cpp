// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/take_ruling.h"

#include <algorithm>

namespace heddle::judge {

namespace {

using trace::Certification;
using trace::Ruling;
using trace::Verdict;

std::string in_one_line(const Certification::Part& part) {
  const Ruling& r = part.ruling;
  std::string line;
  for (base::Property p : part.properties) line += (line.empty() ? "" : ", ") + std::string(text(p));
  line = std::string(text(r.kind)) + ": " + line;
  if (r.kind == Ruling::Certified) return line + " (" + r.judge + ")";
  if (r.kind == Ruling::Cannot) return line + " (" + r.reason + ")";
  for (const trace::Objection& o : r.objections)
    return line + " (what fails is `" + o.obligation + "`, at " + o.where + ")";
  return line;
}

void add_number(trace::Result& result, const std::string& name, double value) {
  auto named = [&](const auto& stat) { return stat.first == name; };
  if (std::none_of(result.stats.begin(), result.stats.end(), named)) result.stats.emplace_back(name, value);
}

}  // namespace

bool take_ruling(trace::Result& result, const Certification& ruling) {
  if (ruling.parts.empty()) return false;
  add_number(result, "certify_seconds", ruling.seconds);
  result.judged.clear();
  for (const Certification::Part& part : ruling.parts) {
    result.judged += (result.judged.empty() ? "" : "; ") + in_one_line(part);
    for (const auto& [name, value] : part.ruling.numbers) add_number(result, "certify_" + name, value);
    if (part.ruling.kind == Ruling::Refused)
      for (base::Property p : part.properties) result.properties[p] = Verdict::Unknown;
  }
  if (ruling.ruling() == Ruling::Certified && result.violations.empty()) result.validated = "certified";
  if (ruling.ruling() != Ruling::Refused) return false;
  result.verdict = trace::overall(result);
  if (result.verdict == Verdict::Unknown) {
    result.reason_code = trace::Reason::ProofRefused;
    result.reason = std::string(text(result.reason_code)) + ": " + result.engine + " had a proof, and the judge says " +
                    result.judged + "; this is a defect of Heddle, please report it with the program";
  }
  return true;
}

}  // namespace heddle::judge
