// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/advice.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <optional>
#include <set>

#include "model/library_names.h"
#include "report/ink.h"

namespace heddle::report {
namespace {

std::optional<double> stat(const trace::Result& r, const std::string& name) {
  for (const auto& [key, value] : r.stats)
    if (key == name) return value;
  return std::nullopt;
}

// What a library model does not do is told in words, see frontend/convert_call.cpp.
bool is_function(const std::string& name) { return name.find(' ') == std::string::npos; }

// The function whose result may be any number.
std::string function_in(const std::string& name) {
  const size_t begin = model::kAnyResult.size();
  return name.starts_with(model::kAnyResult) ? name.substr(begin, name.find(' ', begin) - begin) : name;
}

std::string without_model(const std::vector<std::string>& all) {
  std::string functions, names, limits;
  std::set<std::string> different;
  for (const std::string& each : all) different.insert(function_in(each));
  for (const std::string& name : different) {
    std::string& out = is_function(name) ? functions : limits;
    out += (out.empty() ? "" : ", ") + name;
    if (is_function(name)) names += (names.empty() ? "" : ",") + name;
  }
  if (functions.empty() && limits.empty()) functions = "the unmodelled functions", names = "NAME,...";
  if (!functions.empty())
    functions = "give a definition of " + functions +
                " in one of the checked files or with --model FILE.c, or say --harmless " + names +
                " if it returns any value and does nothing else";
  if (!limits.empty()) limits = "do without what is not modelled: " + limits;
  return functions + (functions.empty() || limits.empty() ? "" : "; ") + limits;
}

bool names_a_line(const std::string& reason) {
  for (size_t at = reason.find(':'); at != std::string::npos; at = reason.find(':', at + 1))
    if (at + 1 < reason.size() && isdigit(static_cast<unsigned char>(reason[at + 1]))) return true;
  return false;
}

}  // namespace

std::string rests_on(const trace::Result& r, trace::Property p) {
  auto found = r.properties.find(p);
  const trace::Evidence* evidence =
      found != r.properties.end() && found->second.proof() ? &found->second.proof()->evidence() : nullptr;
  const auto* certified = evidence ? std::get_if<trace::Certified>(evidence) : nullptr;
  const auto* exhausted = evidence ? std::get_if<trace::Exhausted>(evidence) : nullptr;
  if (certified) return certified->argument;
  std::string what = (r.engine.empty() ? "the engine" : r.engine) + " covered every execution";
  if (exhausted) what = "the whole state space was searched, " + plural(exhausted->states, "state");
  std::string bound =
      r.bound.unwind ? "loops unwound " + std::to_string(*r.bound.unwind) + " times, shown to be enough" : "no bound";
  return what + " (" + (r.bound.threads ? plural(r.bound.threads, "thread") + ", " : "") + bound + ")";
}

namespace {

// ", whatever the values of what is not initialised (used at a.c:17:3)"
std::string for_any_value(const trace::Result& r, trace::Property p) {
  if (!trace::proven_for_any_value(r, p)) return "";
  const trace::Violation* met = trace::uninitialised_read(r);
  const bool known = met && !met->locations.empty() && met->locations[0].line;
  std::string used;
  if (known) {
    const trace::Location& l = met->locations[0];
    used = " (used at " + l.file + ":" + std::to_string(l.line) + ":" + std::to_string(l.column) + ")";
  }
  return ", whatever the values of what is not initialised" + used;
}

}  // namespace

std::string condition(const trace::Result& r, trace::Property p) {
  const std::string at = trace::safe_memory_assumed_at(r, p);
  std::string harmless;
  for (const std::string& name : r.input.harmless) harmless += (harmless.empty() ? " " : ", ") + name;
  if (!harmless.empty()) harmless = ", provided that these do nothing but return a value:" + harmless;
  std::string locks;
  for (const std::string& name : r.input.acquires) locks += (locks.empty() ? " " : ", ") + name;
  if (!locks.empty()) locks = ", provided that these take a lock:" + locks;
  return for_any_value(r, p) + (at.empty() ? "" : ", provided no memory error happens (not shown at " + at + ")") +
         harmless + locks;
}

std::string effort(const trace::Result& r) {
  std::string out = r.engine;
  auto add = [&](const std::string& s) { out += (out.empty() ? "" : ", ") + s; };
  if (auto n = stat(r, "states")) add(with_thousands(*n) + " states");
  if (r.bound.threads == 1) add("no thread was started");
  if (auto n = stat(r, "seconds")) {
    char digits[32];
    std::snprintf(digits, sizeof digits, *n < 10 ? "%.2f s" : "%.0f s", *n);
    add(digits);
  }
  if (auto n = stat(r, "peak_mib")) add(with_thousands(*n) + " MiB");
  return out;
}

std::string why_unknown(const trace::Result& r, bool all) {
  if (!r.reason.empty()) return r.reason;
  if (r.reason_code != trace::Reason::None) return text(r.reason_code);
  if (r.verdict == trace::Verdict::False && all) return "not decided before the search ended";
  if (r.verdict == trace::Verdict::False) return "not decided; without --all the search stops at the first violation";
  return "no reason given";
}

namespace {

std::string words(const trace::Suspicion& s) {
  auto at = [](const trace::SuspectPlace& p) { return p.file + ":" + std::to_string(p.line); };
  if (s.places.empty()) return "";
  if (s.property == trace::Property::NoDataRace && s.places.size() == 2)
    return "the " + s.places[0].access + " at " + at(s.places[0]) + " and the " + s.places[1].access + " at " +
           at(s.places[1]) + " are ordered";
  if (s.property == trace::Property::UnreachCall) return "the error call at " + at(s.places[0]) + " is never reached";
  std::string all = "nobody waits for ever in the ring ";
  for (const trace::SuspectPlace& p : s.places) all += (&p == s.places.data() ? "" : ", ") + at(p);
  return all;
}

}  // namespace

std::vector<std::string> not_shown(const trace::Result& r) {
  constexpr size_t kMost = 3;
  std::vector<std::string> all;
  size_t more = 0;
  for (const trace::Suspicion& s : r.suspicions.all) {
    auto found = r.properties.find(s.property);
    if (found == r.properties.end() || found->second != trace::Verdict::Unknown) continue;
    const std::string said = words(s);
    if (said.empty() || std::find(all.begin(), all.end(), said) != all.end()) continue;
    if (all.size() < kMost)
      all.push_back(said);
    else
      ++more;
  }
  if (more) all.push_back(plural(more, "more suspicion"));
  return all;
}

std::string advice(const trace::Result& r, bool alone) {
  using trace::Reason;
  switch (r.reason_code) {
    case Reason::None:
    case Reason::NotChecked: return "";
    case Reason::TimeLimit:
      return "give it more time with --time-limit, or make the program smaller (fewer threads, shorter loops)";
    case Reason::MemoryLimit:
      return "allow more with --memory-limit, or make the program smaller (fewer threads, shorter loops)";
    case Reason::StateLimit: return "raise --state-limit, or make the program smaller (fewer threads, shorter loops)";
    case Reason::Interrupted: return "run it again and let it finish, or set --time-limit";
    case Reason::WideInput:
      return "constrain the input with __VERIFIER_assume(lo <= x && x <= hi), or use a narrower type";
    case Reason::UnmodelledCall: return without_model(r.unmodelled);
    case Reason::UndefinedBehaviour:
      return "repair the undefined behaviour first; `--property valid-memsafety` checks for it alone";
    case Reason::Unsupported:
      if (r.reason.find("--args") != std::string::npos)
        return "say which arguments the program gets: --args \"4 file.txt\"; the number of an argument (atoi, strtol) "
               "and "
               "texts of up to 8 characters need no such help";
      if (r.reason.find("threads at once") != std::string::npos)
        return "start fewer threads at a time, if the number may be smaller without changing what is checked";
      if (r.reason.find("a thread handle is used as a number") != std::string::npos)
        return "give each thread a number of your own, in the argument of pthread_create, and compute with that; "
               "handles "
               "are for pthread_equal";
      if (r.reason.find("--stdin") != std::string::npos) return "say what the program reads: --stdin FILE";
      if (r.input.data_model != "ilp32" &&
          (r.reason.find("a pointer that was cut to fewer bits") != std::string::npos ||
           r.reason.find("a pointer is stored in") != std::string::npos))
        return "if the program is for 32 bits, say --32; otherwise keep the whole address, in a uintptr_t";
      return std::string(alone ? "try --engine auto, since other engines may know this; or " : "") +
             (names_a_line(r.reason) ? "rewrite the line named above in plainer C" : "write it in plainer C");
    case Reason::BoundReached: {
      return std::string("raise the bound with ") + (r.bound.unwind ? "--unwind" : "--lazy-depth") +
             ", or try another --engine";
    }
    case Reason::ProofRefused: return "please report this defect of Heddle, with the program and the result (-o FILE)";
    case Reason::EngineFailed: return "try another --engine; if the message speaks of a defect, please report it";
    case Reason::NoProof: return "try --engine auto: other engines find violations, and other proofs";
    case Reason::WeakAtomics:
      return "use memory_order_seq_cst (the default) or acquire and release where threads learn from each other, or "
             "try another --engine";
  }
  return "";
}

}  // namespace heddle::report
