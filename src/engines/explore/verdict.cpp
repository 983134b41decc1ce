// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/verdict.h"

#include <algorithm>
#include <string_view>

namespace heddle::explore {

using base::Property;
using trace::Reason;
using trace::Verdict;

namespace {
constexpr const char* kStrictComparison = "a pointer is compared that may lead to memory that another thread has freed";
constexpr const char* kEndedVariable =
    "whether a variable of another thread had ended when a pointer to it was compared (a static variable or a block on "
    "the heap raises no such question)";

std::string count(size_t n, const std::string& what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

std::string place(const model::Program& p, const semantics::Fault& f) {
  return model::position_text(p, f.pos) + (f.function.empty() ? "" : " in " + f.function);
}

std::pair<Reason, std::string> why_unknown(const model::Program& p, const Dropped& d,
                                           const std::set<std::string>& unmodelled, const Outcome& out) {
  std::string far = count(out.states, "state") + ", " + count(out.threads, "thread");
  if (out.violations.empty()) far = "no violation in " + far;
  if (d.thread_limit) far += "; executions with more threads at once were left out";
  // No time helps where something undefined was met; who interrupts the run knows why it ended.
  const bool ended = out.exceeded && (d.undefined.empty() || *out.exceeded == base::Exceeded::Interrupt);
  if (ended) return {trace::reason(*out.exceeded), far};
  if (out.exceeded) far = std::string(text(trace::reason(*out.exceeded))) + ": " + far;
  if (d.unmodelled && (out.unconfirmed || (d.undefined.empty() && d.unsupported.empty()))) {
    std::string names;
    for (const std::string& n : unmodelled) names += (names.empty() ? "" : ", ") + n;
    return {
        Reason::UnmodelledCall,
        names + (out.unconfirmed ? "; a violation (" + out.suspected + ") was found that depends on it" : "; " + far)};
  }
  if (d.undefined.empty() && d.strict_comparison) return {Reason::UndefinedBehaviour, kStrictComparison};
  if (d.undefined.empty() && d.ended_variable) return {Reason::Unsupported, kEndedVariable};
  if (!d.undefined.empty())
    return {Reason::UndefinedBehaviour,
            d.undefined[0].message + " at " + place(p, d.undefined[0]) + (out.exceeded ? "; " + far : "")};
  // Of an input that is too wide, values that ask for too much memory are samples like any other that was left out.
  auto huge = [](const semantics::Fault& f) { return f.kind == std::string_view(semantics::kHugeAllocation); };
  bool only_huge = d.wide_input && std::all_of(d.unsupported.begin(), d.unsupported.end(), huge);
  std::string lost = d.unsupported.empty() ? "" : d.unsupported[0].message + " at " + place(p, d.unsupported[0]);
  if (!d.unsupported.empty() && !only_huge) return {Reason::Unsupported, lost};
  if (d.wide_input)
    return {Reason::WideInput, "sampled values only" + (lost.empty() ? "" : ", not " + lost) + "; " + far};
  if (out.unconfirmed)
    return {Reason::Unsupported, "a suspected violation (" + out.suspected + ") could not be repeated; " + far};
  return {Reason::StateLimit, far};
}

// Nothing else ended an execution: whoever takes all values at once may know more.
bool only_not_followed(const Dropped& d) {
  return std::all_of(d.unsupported.begin(), d.unsupported.end(), [](const semantics::Fault& f) {
    const std::string_view kind = f.kind;
    return kind == semantics::kNotFollowed || kind == semantics::kThreadLimit;
  });
}

std::optional<trace::Complete> with_the_word_of_others(const trace::Complete& searched, const Outcome& out) {
  trace::Certified both;
  both.argument = "the whole state space was searched, " + std::to_string(out.states) +
                  " states, without the orders of accesses that race with nothing";
  both.parts = {*out.no_other_races, trace::shown_by("explore", "all other orders were searched", searched)};
  return trace::Complete::of(std::move(both));
}

trace::Complete with_any_numbers(const trace::Complete& searched, const Outcome& out) {
  trace::Certified all;
  all.argument = "the whole state space was searched, " + std::to_string(out.states) +
                 " states, with any number wherever the program computes with an input";
  all.parts = {trace::shown_by("explore", "all executions were searched, and more", searched)};
  return *trace::Complete::of(std::move(all));
}

}  // namespace

std::vector<std::string> Dropped::in_words() const {
  std::vector<std::string> all;
  if (wide_input) all.push_back("values of an input");
  if (unmodelled) all.push_back("what an unmodelled call does");
  if (thread_limit) all.push_back("more threads");
  if (strict_comparison) all.push_back(kStrictComparison);
  if (ended_variable) all.push_back(kEndedVariable);
  for (const semantics::Fault& f : undefined) all.push_back(f.message);
  for (const semantics::Fault& f : unsupported) all.push_back(f.message);
  return all;
}

void Dropped::add(const Dropped& other) {
  wide_input |= other.wide_input;
  unmodelled |= other.unmodelled;
  thread_limit |= other.thread_limit;
  needs_reuse |= other.needs_reuse;
  strict_comparison |= other.strict_comparison;
  ended_variable |= other.ended_variable;
  auto add_faults = [](std::vector<semantics::Fault>& to, const std::vector<semantics::Fault>& from) {
    for (const semantics::Fault& f : from)
      if (std::none_of(to.begin(), to.end(),
                       [&](const semantics::Fault& g) { return f.kind == g.kind && f.pos == g.pos; }))
        to.push_back(f);
  };
  add_faults(undefined, other.undefined);
  add_faults(unsupported, other.unsupported);
}

trace::Result conclude(const model::Program& p, const options::Options& o, const Dropped& dropped,
                       const std::set<std::string>& unmodelled, Outcome&& out) {
  trace::Result r;
  r.engine = "explore";
  r.requested = o.properties;
  r.unmodelled.assign(unmodelled.begin(), unmodelled.end());
  r.bound.threads = out.threads;
  trace::Exhausted search{out.states, out.left, dropped.in_words()};
  if (out.unconfirmed) search.dropped.push_back("a suspected violation");
  std::optional<trace::Complete> proof = trace::Complete::of(search);
  if (proof && out.no_other_races) proof = with_the_word_of_others(*proof, out);
  if (proof && out.any_numbers) proof = with_any_numbers(*proof, out);
  r.bound.complete = proof.has_value();
  auto [why, how_far] = why_unknown(p, dropped, unmodelled, out);
  bool raced = false;
  for (const trace::Violation& v : out.violations) raced |= v.property == Property::NoDataRace;
  for (Property q : o.properties) {
    if (q == Property::NoDataRace && !raced && out.unordered_past) {
      r.properties[q] = Verdict::Unknown;
      if (proof) {
        const WeakOrder::Place& place = *out.unordered_past;
        how_far = place.what + (place.pos.line ? " at " + model::position_text(p, place.pos) : "") +
                  " may order nothing else; no race if it does";
        why = out.exceeded ? trace::reason(*out.exceeded) : Reason::WeakAtomics;
      }
    }
    if (q == Property::ValidMemsafety) {
      r.properties[q] = Verdict::Unknown;
      if (proof) {
        why = Reason::NotChecked;
        how_far = "no invalid access in any execution, but memory leaks are not checked yet";
      }
    }
  }
  r.violations = std::move(out.violations);
  r.undefined_behaviour = std::move(out.undefined);
  if (!r.violations.empty()) r.validated = "simulated";
  trace::conclude(r, trace::proofs(o.properties, proof), why, how_far);
  r.stats = {{"states", static_cast<double>(out.states)},
             {"transitions", static_cast<double>(out.transitions)},
             {"depth", static_cast<double>(out.depth)},
             {"state_bytes", static_cast<double>(out.state_bytes)},
             {"search_cpu_seconds", out.search_seconds}};
  r.not_followed = why == Reason::Unsupported && !out.unconfirmed && only_not_followed(dropped);
  if (out.searchers > 1) r.stats.emplace_back("searchers", out.searchers);
  return r;
}

}  // namespace heddle::explore
