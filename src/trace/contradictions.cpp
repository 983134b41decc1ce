// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/contradictions.h"

#include <algorithm>
#include <set>

namespace heddle::trace {

namespace {

struct Kind {
  const char* kind;
  Property property;
};
constexpr Kind kKinds[] = {{"assertion", Property::UnreachCall},
                           {"data-race", Property::NoDataRace},
                           {"deadlock", Property::NoDeadlock},
                           {"livelock", Property::Termination}};

std::string of_kind(const Violation& v) {
  for (const Kind& k : kKinds)
    if ((v.kind == k.kind) != (v.property == k.property))
      return "a violation of " + std::string(text(v.property)) + " is of the kind " + v.kind;
  return "";
}

// Thread 0 is main; all others were started by one that is there.
std::string of_threads(const Trace& t, std::set<int>& ids) {
  for (const TraceThread& one : t.threads)
    if (one.id < 0 || !ids.insert(one.id).second)
      return "thread " + std::to_string(one.id) + " is listed twice, or has no number";
  if (!ids.contains(0)) return "thread 0 is not listed";
  for (const TraceThread& one : t.threads)
    if ((one.id == 0) != (one.parent < 0) || (one.parent >= 0 && (!ids.contains(one.parent) || one.parent == one.id)))
      return "thread " + std::to_string(one.id) + " was started by a thread that is not there";
  return "";
}

std::string of_numbers(const Violation& v, const std::set<int>& ids) {
  auto unknown = [&](int thread) { return !ids.contains(thread); };
  auto no_thread = [&](const std::string& what, int thread) {
    return what + " names thread " + std::to_string(thread) + ", which the trace does not have";
  };
  for (const Location& l : v.locations) {
    if (unknown(l.thread)) return no_thread("a location", l.thread);
    if (l.waits_for_thread >= 0 && unknown(l.waits_for_thread)) return no_thread("a location", l.waits_for_thread);
  }
  for (const Step& s : v.trace.steps) {
    if (unknown(s.thread)) return no_thread("a step", s.thread);
    if (s.other_thread >= 0 && unknown(s.other_thread)) return no_thread("a step", s.other_thread);
  }
  for (const Input& i : v.trace.inputs)
    if (unknown(i.thread)) return no_thread("an input", i.thread);
  for (const Act& a : v.trace.script.acts)
    if (unknown(a.thread)) return no_thread("an act", a.thread);
  for (int thread : v.trace.script.spins)
    if (unknown(thread)) return no_thread("the script", thread);
  return "";
}

bool may_end_so(Property p, Expected e) {
  switch (p) {
    case Property::UnreachCall: return e == Expected::Failure;
    case Property::NoDataRace: return e == Expected::Race || e == Expected::Unordered;
    case Property::NoDeadlock: return e == Expected::Deadlock;
    case Property::Termination: return e == Expected::Livelock || e == Expected::Spin;
    default: return e == Expected::Failure || e == Expected::Crash;
  }
}

// What the script is said to lead to, and where its acts do lead.
std::string of_script(const Violation& v) {
  const Script& s = v.trace.script;
  if (s.acts.empty() && s.expected == Expected::End) return "";  // there is none
  if (!may_end_so(v.property, s.expected))
    return "the script of a violation of " + std::string(text(v.property)) + " leads to another end";
  if (!s.why_not.empty()) return "";
  auto count = [&](ActKind kind) {
    return std::count_if(s.acts.begin(), s.acts.end(), [&](const Act& a) { return a.kind == kind; });
  };
  if ((count(ActKind::Fail) > 0) != (s.expected == Expected::Failure))
    return "the script ends in a failure that is not expected, or does not";
  if (count(ActKind::Stop) != (s.expected == Expected::Race ? 2 : 0))
    return "the script does not bring two threads to a race, or where none is expected";
  if (count(ActKind::Block) > 0 && s.expected != Expected::Deadlock)
    return "the script blocks threads where no deadlock is expected";
  if ((s.expected == Expected::Livelock) != s.loop.has_value())
    return "the script has a loop where none is expected, or none";
  if (s.expected == Expected::Spin && s.spins.empty()) return "the script names no thread that runs for ever";
  if (s.expected != Expected::Spin && !s.spins.empty()) return "the script names threads that run for ever";
  if (v.property == Property::Termination && !v.trace.lasso_start)
    return "a violation of termination has no lasso_start";
  return "";
}

std::string of_violation(const Violation& v) {
  std::set<int> ids;
  for (const std::string& problem : {of_kind(v), of_threads(v.trace, ids), of_numbers(v, ids), of_script(v)})
    if (!problem.empty()) return problem;
  return "";
}

std::string of_verdicts(const Result& r) {
  bool any = false;
  for (const auto& [p, verdict] : r.properties) {
    bool violated =
        std::any_of(r.violations.begin(), r.violations.end(), [&](const Violation& v) { return v.property == p; });
    if ((verdict == Verdict::False) != violated)
      return std::string(text(p)) + " is " + text(verdict) + ", and there is " + (violated ? "a" : "no") +
             " violation of it";
    any |= violated;
  }
  for (const Violation& v : r.violations)
    if (!r.properties.contains(v.property))
      return "there is a violation of " + std::string(text(v.property)) + ", which was not checked";
  if ((r.verdict == Verdict::False) != any)
    return std::string("the verdict is ") + text(r.verdict) + ", which its properties are not";
  if (r.verdict == Verdict::True && overall(r) != Verdict::True)
    return "the verdict is true, which its properties are not";
  return "";
}

}  // namespace

std::string contradiction(const Result& r) {
  if (std::string problem = of_verdicts(r); !problem.empty()) return problem;
  for (const auto* list : {&r.violations, &r.undefined_behaviour})
    for (const Violation& v : *list)
      if (std::string problem = of_violation(v); !problem.empty()) return problem;
  return "";
}

}  // namespace heddle::trace
