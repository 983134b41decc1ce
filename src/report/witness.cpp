// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/witness.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <regex>
#include <set>

#include "base/check.h"
#include "base/sha256.h"
#include "report/phrases.h"
#include "report/report.h"

namespace heddle::report {
namespace {

using model::EventKind;
using trace::Property;

// Threads are told by the steps that create them, and a long trace may leave some of these out.
bool creates_all_threads(const trace::Trace& t) {
  std::set<int> created{0};
  for (const trace::Step& s : t.steps)
    if (s.kind == EventKind::Create) created.insert(s.other_thread);
  return std::all_of(t.threads.begin(), t.threads.end(),
                     [&](const auto& thread) { return created.count(thread.id) > 0; });
}

// There is no format for deadlocks, and none for executions without end of programs with threads.
bool is_known(const trace::Violation& v) {
  bool known = v.property == Property::UnreachCall || v.property == Property::NoDataRace ||
               v.property == Property::ValidMemsafety;
  return known && creates_all_threads(v.trace) && !v.locations.empty() && v.locations[0].line > 0 &&
         (v.property != Property::NoDataRace || v.locations.size() == 2);
}

const trace::Violation* told(const trace::Result& r) {
  auto it = std::find_if(r.violations.begin(), r.violations.end(), is_known);
  return it == r.violations.end() ? nullptr : &*it;
}

bool is_call_of_the_library(EventKind k) {
  switch (k) {
    case EventKind::Lock:
    case EventKind::ReadLock:
    case EventKind::TryLock:
    case EventKind::Unlock:
    case EventKind::Join:
    case EventKind::Wait:
    case EventKind::Signal:
    case EventKind::Broadcast:
    case EventKind::Barrier:
    case EventKind::SemWait:
    case EventKind::SemPost: return true;
    default: return false;
  }
}

// Is the line one statement that begins where the line does, and is nothing in front of its first access that could
// access something, too? Loops and calls of functions are not: a validator would wait for their beginning once more.
bool is_simple_statement(const std::string& text) {
  static const std::regex kNotSimple(R"(^(for|while|do|else|case|default|switch|goto)\b)");
  static const std::regex kCall(R"(([A-Za-z_]\w*)\s*\()");
  static const std::set<std::string> kNoCalls = {"if", "return", "sizeof", "assert"};
  if (std::count(text.begin(), text.end(), ';') > 1 || text.find('{') != std::string::npos) return false;
  if (std::regex_search(text, kNotSimple)) return false;
  for (std::sregex_iterator it(text.begin(), text.end(), kCall), end; it != end; ++it)
    if (!kNoCalls.count((*it)[1])) return false;
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_' || text[0] == '*');
}

bool is_call_statement(const std::string& text) {
  static const std::regex kCallStatement(R"(^[A-Za-z_]\w*\s*\([^;{}]*\)\s*;$)");
  return std::regex_match(text, kCallStatement);
}

// `balance == 100`, if the statement reads this object under this name, and the value is a number.
std::string value_read(const trace::Step& s) {
  static const std::regex kObject(R"([A-Za-z_]\w*(\.[A-Za-z_]\w*)*)");
  static const std::regex kNumber(R"(-?[0-9]+)");
  if (s.kind != EventKind::Read || !std::regex_match(s.object, kObject) || !std::regex_match(s.value, kNumber))
    return "1";
  const std::regex whole("(^|[^\\w.>])" + std::regex_replace(s.object, std::regex(R"(\.)"), "\\.") +
                         "($|[^-\\w.(\\[])");
  return std::regex_search(s.text, whole) ? s.object + " == " + s.value : "1";
}

class Steps {
 public:
  explicit Steps(const trace::Violation& v) : violation_(v) {
    for (const trace::Location& l : v.locations)
      if (long i = step_of(v.trace, l); i >= 0) targets_.insert(static_cast<size_t>(i));
  }
  std::vector<WitnessStep> all() {
    const std::vector<trace::Step>& steps = violation_.trace.steps;
    for (size_t i = 0; i < steps.size(); ++i)
      if (!targets_.count(i) && steps[i].line) take(steps[i]);
    return std::move(out_);
  }

 private:
  void take(const trace::Step& s) {
    if (s.kind == EventKind::Create && s.other_thread >= 0) {
      add(WitnessStep::Create, s, "");
    } else if (s.kind == EventKind::Input) {
      static const std::regex kNumber(R"(-?[0-9]+)");
      if (std::regex_match(s.value, kNumber)) add(WitnessStep::Input, s, s.value);
    } else if (s.kind == EventKind::Read || s.kind == EventKind::Write || s.kind == EventKind::Rmw) {
      if (is_simple_statement(s.text) && begins(s)) add(WitnessStep::Start, s, value_read(s));
    } else if (is_call_of_the_library(s.kind) && is_call_statement(s.text) && begins(s)) {
      add(WitnessStep::Start, s, "1");
    }
    last_[s.thread] = {s.function, s.line};
  }
  // The thread was elsewhere before: this is the first step of the statement.
  bool begins(const trace::Step& s) const {
    auto it = last_.find(s.thread);
    return it == last_.end() || it->second != std::pair{s.function, s.line};
  }
  void add(WitnessStep::Kind kind, const trace::Step& s, const std::string& constraint) {
    out_.push_back({kind, &s, s.file, s.function, s.line, s.thread, constraint});
  }

  const trace::Violation& violation_;
  std::set<size_t> targets_;
  std::map<int, std::pair<std::string, uint32_t>> last_;
  std::vector<WitnessStep> out_;
};

// A thread that has come to the statement of its target cannot come there once more.
void drop_start_of(std::vector<WitnessStep>& steps, const WitnessStep& target) {
  for (size_t i = steps.size(); i-- > 0;) {
    const WitnessStep& s = steps[i];
    if (s.thread != target.thread) continue;
    if (s.kind == WitnessStep::Start && s.line == target.line && s.function == target.function && s.file == target.file)
      steps.erase(steps.begin() + static_cast<ptrdiff_t>(i));
    return;
  }
}

}  // namespace

bool has_witness(const trace::Result& r) { return told(r) != nullptr; }
bool has_correctness_witness(const trace::Result& r) { return r.violations.empty() && proven(r); }

std::optional<Property> proven(const trace::Result& r) {
  for (Property p : {Property::UnreachCall, Property::NoDataRace, Property::ValidMemsafety, Property::NoOverflow})
    if (auto it = r.properties.find(p); it != r.properties.end() && it->second == trace::Verdict::True) return p;
  return std::nullopt;
}

std::string why_no_witness(const trace::Result& r) {
  if (!r.violations.empty())
    return "no violation of the result has a witness; the formats know violations of unreach-call, no-data-race and "
           "valid-memsafety";
  return proven(r) ? "there is no violation; a witness of correctness is written as yaml"
                   : "there is no violation and no proof that the formats know, so there is nothing to witness";
}

Witness witness(const trace::Result& r) {
  Witness w;
  w.violation = told(r);
  if (!w.violation) throw InputError(why_no_witness(r));
  w.steps = Steps(*w.violation).all();
  for (const trace::Location& l : w.violation->locations) {
    if (w.violation->property != Property::NoDataRace && !w.targets.empty()) break;
    w.targets.push_back({WitnessStep::Target, nullptr, l.file, l.function, l.line, l.thread, ""});
    drop_start_of(w.steps, w.targets.back());
  }
  return w;
}

std::string specification(Property p) {
  switch (p) {
    case Property::UnreachCall: return "G ! call(reach_error())";
    case Property::NoDataRace: return "G ! data-race";
    case Property::ValidMemsafety: return "G valid-deref";
    case Property::NoOverflow: return "G ! overflow";
    case Property::Termination: return "F end";
    case Property::NoDeadlock: return "G ! deadlock";
  }
  return "";
}

std::string now() {
  std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char out[32];
  std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return out;
}

std::string unique_id(const std::string& of) {
  std::string h = base::sha256(of);
  h[12] = '5';  // of a name
  h[16] = "89ab"[h[16] & 3];
  return h.substr(0, 8) + "-" + h.substr(8, 4) + "-" + h.substr(12, 4) + "-" + h.substr(16, 4) + "-" + h.substr(20, 12);
}

}  // namespace heddle::report
