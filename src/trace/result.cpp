// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/result.h"

#include "trace/native.h"

namespace heddle::trace {

const char* text(Verdict v) { return v == Verdict::True ? "true" : v == Verdict::False ? "false" : "unknown"; }

const char* text(Reason r) {
  switch (r) {
    case Reason::None: return "";
    case Reason::TimeLimit: return "time limit";
    case Reason::MemoryLimit: return "memory limit";
    case Reason::StateLimit: return "state limit";
    case Reason::Interrupted: return "interrupted";
    case Reason::WideInput: return "input too wide";
    case Reason::UnmodelledCall: return "unmodelled call";
    case Reason::UndefinedBehaviour: return "undefined behaviour";
    case Reason::Unsupported: return "unsupported";
    case Reason::BoundReached: return "bound reached";
    case Reason::WeakAtomics: return "weak atomics";
    case Reason::NoProof: return "no proof found";
    case Reason::NotChecked: return "not checked";
    case Reason::EngineFailed: return "engine failed";
  }
  return "?";
}

Reason reason(base::Exceeded limit) {
  switch (limit) {
    case base::Exceeded::Time: return Reason::TimeLimit;
    case base::Exceeded::Memory: return Reason::MemoryLimit;
    case base::Exceeded::States: return Reason::StateLimit;
    case base::Exceeded::Interrupt: return Reason::Interrupted;
  }
  return Reason::None;
}

const char* text(Ending e) {
  return e == Ending::Finished    ? "finished"
         : e == Ending::Assertion ? "assertion"
         : e == Ending::Crashed   ? "crashed"
                                  : "stopped";
}

void conclude(Result& r, const std::optional<Complete>& proof, Reason why, const std::string& how_far) {
  bool any_false = false, all_true = true;
  for (Property p : r.requested) {
    bool violated = false;
    for (const Violation& v : r.violations) violated |= v.property == p;
    Verdict verdict = violated ? Verdict::False : proof ? Verdict::True : Verdict::Unknown;
    auto [it, fresh] = r.properties.try_emplace(p, verdict);
    // An engine may have weakened a single property to unknown beforehand; it can never have strengthened it.
    if (!fresh && (violated || it->second != Verdict::Unknown)) it->second = verdict;
    any_false |= it->second == Verdict::False;
    all_true &= it->second == Verdict::True;
  }
  r.verdict = any_false ? Verdict::False : all_true && !r.requested.empty() ? Verdict::True : Verdict::Unknown;
  if (r.verdict == Verdict::Unknown && r.reason_code == Reason::None) {
    r.reason_code = why;
    r.reason = std::string(text(why)) + (how_far.empty() ? "" : ": " + how_far);
  }
}

std::string how_far(const Result& r) {
  size_t colon = r.reason.find(": ");
  return colon == std::string::npos ? "" : r.reason.substr(colon + 2);
}

void stopped_by(Result& r, Reason why) {
  if (r.verdict != Verdict::Unknown) return;
  std::string far = how_far(r);
  r.reason_code = why;
  r.reason = text(why) + (far.empty() ? "" : ": " + far);
}

void adopt(Result& into, const Result& from, Property p) {
  if (into.properties[p] != Verdict::Unknown || !from.properties.count(p) || from.properties.at(p) == Verdict::Unknown)
    return;
  into.properties[p] = from.properties.at(p);
  if (into.properties[p] == Verdict::True) into.bound = from.bound;
  for (const Violation& v : from.violations)
    if (v.property == p) into.violations.push_back(v);
  if (into.engine.find(from.engine) == std::string::npos) into.engine += "+" + from.engine;
  if (!from.violations.empty() && into.validated == "none") into.validated = from.validated;
  bool any_false = false, all_true = true;
  for (Property q : into.requested) {
    any_false |= into.properties[q] == Verdict::False;
    all_true &= into.properties[q] == Verdict::True;
  }
  into.verdict = any_false ? Verdict::False : all_true ? Verdict::True : Verdict::Unknown;
  if (into.verdict == Verdict::Unknown) return;
  into.reason_code = Reason::None;
  into.reason.clear();
}

}  // namespace heddle::trace
