// SPDX-License-Identifier: GPL-3.0-or-later
// The enumerator as a judge. What it finds on its way refutes a proof, whether or not it came to its end: every finding
// is reached by steps of its interpreter. It certifies only if it has visited every state, met nothing that it does not
// know, and found nothing. A program with few states is visited without any reduction; one with more is begun again,
// and what needs no interleaving is not interleaved (enumerator/lone_steps.h).
//
// Undefined behaviour refutes every proof: a `true` says that no execution meets any. A use of something that was never
// initialised does not, where the result says that it was met and that the proof holds for every value of it. The
// interpreter does not go on behind such a use, so the proof cannot be checked then.
//
// A data race is looked for three times. In every state: are two threads about to make conflicting accesses? If the
// program has operations that a thread can learn from without being ordered (relaxed atomics, failed attempts to lock),
// in all executions with vector clocks. And in some random executions with vector clocks, because that definition of a
// race is the one of the C standard, and the first one is a consequence of it.
#include "judge/states.h"

#include <algorithm>

#include "judge/enumerator/enumerate.h"
#include "judge/enumerator/happens_before.h"
#include "judge/enumerator/machine.h"
#include "judge/enumerator/weak_order.h"
#include "trace/result.h"

namespace heddle::judge {

namespace {

using base::Property;
using oracle::Answer;

constexpr uint64_t kInputs = 256;      // values of one input
constexpr uint64_t kPlainly = 20'000;  // states that are visited before anything is left out
constexpr unsigned kRandomRuns = 10, kRandomSteps = 200;
constexpr uint64_t kPasts = 8;  // a state with its past is so much larger than a state

std::string with_commas(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

struct Claim {
  Answer answer;
  const char* obligation;
  std::set<std::string> findings;
};

class Enumeration {
 public:
  explicit Enumeration(const Question& q) : question_(q) {
    const bool termination = std::count(q.properties.begin(), q.properties.end(), Property::Termination) > 0;
    if (termination)
      fairness_ = q.weak_fairness ? ", for all weakly fair executions" : ", for all strongly fair executions";
    const uint64_t plainly = std::min(q.limits.states, kPlainly);
    report_ = oracle::enumerate(q.program, {plainly, kInputs, &q.limits.budget, termination});
    if (report_.complete || report_.stopped || has_findings() || plainly == q.limits.states) return;
    report_ = oracle::enumerate(q.program, {q.limits.states, kInputs, &q.limits.budget, termination, true});
    how_ = termination ? ", of which those that differ only in what is never read again are one,"
                       : ", where a thread goes on alone as long as no other one could have to do with its steps,";
  }

  std::vector<trace::Certification::Part> rule() const {
    std::vector<trace::Certification::Part> parts;
    for (Property p : question_.properties) {
      Ruling ruling = rule(p);
      auto same = std::find_if(parts.begin(), parts.end(), [&](const auto& part) {
        return part.ruling.kind == ruling.kind && part.ruling.reason == ruling.reason;
      });
      if (same == parts.end()) same = parts.insert(same, {{}, with_words(ruling.kind, ruling.reason)});
      same->properties.push_back(p);
      for (Objection& o : ruling.objections)
        if (std::find(same->ruling.objections.begin(), same->ruling.objections.end(), o) ==
            same->ruling.objections.end())
          same->ruling.objections.push_back(std::move(o));
    }
    return parts;
  }

 private:
  bool has_findings() const {
    return !report_.failures.empty() || !report_.races.empty() || !report_.deadlocks.empty() ||
           !report_.undefined.empty();
  }

  Claim claim(Property p) const {
    switch (p) {
      case Property::UnreachCall: return {report_.unreach_call, "no step reaches an error", report_.failures};
      case Property::NoDataRace:
        return {report_.no_data_race, "in no state two threads are about to make conflicting accesses", report_.races};
      case Property::NoDeadlock: return {report_.no_deadlock, "in no state threads wait for ever", report_.deadlocks};
      case Property::Termination:
        return {question_.weak_fairness ? report_.termination_weak : report_.termination_strong,
                "no fair execution goes on for ever",
                {"a cycle of states"}};
      case Property::NoOverflow:
      case Property::ValidMemsafety: break;
    }
    return {Answer::Unknown, "", {}};
  }

  Ruling with_words(Ruling::Kind kind, const std::string& reason) const {
    return {kind,
            {},
            reason,
            (report_.complete ? "all " : "the first ") + with_commas(report_.states) + " states of the program" + how_ +
                " by an interpreter that shares no code with the engines" + fairness_,
            {{"states", static_cast<double>(report_.states)}, {"edges", static_cast<double>(report_.edges)}}};
  }

  Ruling rule(Property p) const {
    Ruling r;
    std::string open;
    for (const std::string& where : report_.undefined)
      if (question_.for_any_value && where.find(oracle::kUninitialised) != std::string::npos)
        open =
            "the proof is for any value of what is not initialised, and the judge's interpreter stops there: " + where;
      else
        object(r, "no undefined behaviour is reached", where);
    Claim c = claim(p);
    for (const std::string& where : c.findings)
      if (c.answer == Answer::False) object(r, std::string(text(p)) + ": " + c.obligation, where);
    if (r.objections.empty()) r.reason = open.empty() ? missing(p) : open;
    if (r.objections.empty() && r.reason.empty() && p == Property::NoDataRace) look_at_pasts(r);
    r.kind = !r.objections.empty() ? Ruling::Refused : r.reason.empty() ? Ruling::Certified : Ruling::Cannot;
    return r;
  }

  static void object(Ruling& r, const std::string& obligation, const std::string& where) {
    constexpr size_t kMost = 10;
    if (r.objections.size() < kMost) r.objections.push_back({obligation, where});
  }

  // Why a property against which nothing was found is not certified; empty: it is.
  std::string missing(Property p) const {
    const std::string states = with_commas(report_.states) + " states";
    if (report_.stopped) return std::string(text(trace::reason(*report_.stopped))) + " after " + states;
    if (!report_.complete)
      return "more than " + with_commas(question_.limits.states) + " states; --certify-states raises the limit";
    if (!report_.unsupported.empty())
      return "the judge's interpreter does not know something that the program does: " + *report_.unsupported.begin();
    return claim(p).answer == Answer::True ? "" : std::string("no judge checks ") + text(p);
  }

  // Nothing was found in any state, which is not enough for races.
  void look_at_pasts(Ruling& r) const {
    const char* obligation = "no-data-race: conflicting accesses are ordered by what happened before";
    if (oracle::random_runs_race(question_.program, 1, kRandomRuns, kRandomSteps))
      return object(r, obligation, "a random execution");
    if (!oracle::has_weak_order(question_.program)) return;
    Answer ordered = oracle::unordered_races(question_.program,
                                             {question_.limits.states / kPasts, kInputs, &question_.limits.budget});
    if (ordered == Answer::False)
      object(r, obligation, "an execution with relaxed operations or failed attempts to lock");
    if (ordered == Answer::Unknown)
      r.reason = "relaxed operations or failed attempts to lock, and too many states with different pasts";
  }

  const Question& question_;
  std::string how_ = ", without any reduction,";  // they were visited
  std::string fairness_;                          // which executions may not go on for ever
  oracle::Report report_;
};

}  // namespace

std::vector<trace::Certification::Part> states(const Question& question) { return Enumeration(question).rule(); }

}  // namespace heddle::judge
