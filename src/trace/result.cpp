// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/result.h"

#include <algorithm>

#include "base/check.h"
#include "base/memory_safety.h"
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
    case Reason::ProofRefused: return "proof refused";
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

Judgement::Judgement(Verdict false_or_unknown) : verdict_(false_or_unknown) {
  HEDDLE_CHECK(verdict_ != Verdict::True) << "true is made from a proof";
}

Judgement Judgement::as_read(Verdict v) {
  Judgement j;
  j.verdict_ = v;
  return j;
}

Proofs proofs(const std::vector<Property>& of, const std::optional<Complete>& proof) {
  Proofs all;
  if (proof)
    for (Property p : of) all.emplace(p, *proof);
  return all;
}

std::string safe_memory_assumed_at(const Result& r, Property p) {
  auto it = r.properties.find(p);
  if (it == r.properties.end() || !it->second.proof()) return "";
  return it->second.proof()->safe_memory_assumed_at();
}

bool assumes_safe_memory(const Result& r) {
  return std::any_of(r.properties.begin(), r.properties.end(),
                     [&](const auto& p) { return !safe_memory_assumed_at(r, p.first).empty(); });
}

bool proven_for_any_value(const Result& r, Property p) {
  auto it = r.properties.find(p);
  return it != r.properties.end() && it->second.proof() && it->second.proof()->for_any_value();
}

const Violation* uninitialised_read(const Result& r) {
  for (const auto* list : {&r.undefined_behaviour, &r.violations})
    for (const Violation& v : *list)
      if (base::is_uninitialised_read(v.kind)) return &v;
  return nullptr;
}

Verdict overall(const Result& r) {
  bool all_true = !r.requested.empty(), any_false = false;
  for (Property p : r.requested) {
    auto it = r.properties.find(p);
    Verdict v = it == r.properties.end() ? Judgement() : it->second;
    any_false |= v == Verdict::False;
    all_true &= v == Verdict::True;
  }
  return any_false ? Verdict::False : all_true ? Verdict::True : Verdict::Unknown;
}

namespace {
bool is_open(const Result& r) {
  return std::any_of(r.requested.begin(), r.requested.end(), [&](Property p) {
    auto it = r.properties.find(p);
    return it == r.properties.end() || it->second == Verdict::Unknown;
  });
}

// Beside a violation, what else stays open has a reason of its own only where more search would not help.
bool lies_in_the_program(Reason why) {
  switch (why) {
    case Reason::WideInput:
    case Reason::UnmodelledCall:
    case Reason::UndefinedBehaviour:
    case Reason::Unsupported:
    case Reason::WeakAtomics:
    case Reason::NotChecked: return true;
    default: return false;
  }
}
}  // namespace

void conclude(Result& r, const Proofs& proofs, Reason why, const std::string& how_far) {
  for (Property p : r.requested) {
    bool violated = false;
    for (const Violation& v : r.violations) violated |= v.property == p;
    auto proof = proofs.find(p);
    auto [it, fresh] = r.properties.try_emplace(p);
    if (violated)
      it->second = Verdict::False;
    else if (fresh && proof != proofs.end())
      it->second = proof->second;
    else
      it->second = Verdict::Unknown;
  }
  r.verdict = overall(r);
  const bool open = r.verdict == Verdict::Unknown || (is_open(r) && lies_in_the_program(why));
  if (open && r.reason_code == Reason::None) {
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

namespace {

void adopt_certificates(Result& into, const Result& from, Property p) {
  for (const Certificate& c : from.certificates) {
    if (std::find(c.properties.begin(), c.properties.end(), p) == c.properties.end()) continue;
    auto same = std::find_if(into.certificates.begin(), into.certificates.end(), [&](const Certificate& other) {
      return other.kind == c.kind && other.content == c.content;
    });
    if (same == into.certificates.end()) same = into.certificates.insert(same, {c.kind, {}, c.content});
    same->properties.push_back(p);
  }
}

}  // namespace

void adopt(Result& into, const Result& from, Property p) {
  auto found = from.properties.find(p);
  if (into.properties[p] != Verdict::Unknown || found == from.properties.end()) return;
  const Judgement& judgement = found->second;
  bool shown =
      std::any_of(from.violations.begin(), from.violations.end(), [p](const Violation& v) { return v.property == p; });
  if (judgement == Verdict::False ? !shown : !judgement.proof()) return;
  into.properties[p] = judgement;
  if (judgement == Verdict::True) into.bound = from.bound;
  if (judgement == Verdict::True) adopt_certificates(into, from, p);
  if (judgement == Verdict::True && into.claims.empty()) into.claims = from.claims;
  for (const Violation& v : from.violations)
    if (v.property == p) into.violations.push_back(v);
  if (into.engine.find(from.engine) == std::string::npos) into.engine += "+" + from.engine;
  if (!from.violations.empty() && into.validated == "none") into.validated = from.validated;
  into.verdict = overall(into);
  if (into.verdict == Verdict::Unknown || (is_open(into) && lies_in_the_program(into.reason_code))) return;
  into.reason_code = Reason::None;
  into.reason.clear();
}

}  // namespace heddle::trace
