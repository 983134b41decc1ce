// SPDX-License-Identifier: GPL-3.0-or-later
// Result -> SARIF 2.1.0 (OASIS Standard, 2020), the format that editors and code-scanning services read. A property is
// a rule and a violation is a result. Its execution is one codeFlow with a threadFlow for each thread; executionOrder
// says in which order the threads took their steps. What is proven and what is unknown has no place among the results
// of SARIF: proofs are in the properties of the run, and the reason of an `unknown` is a notification.
//
// SARIF counts columns in characters and Heddle in bytes, so a column is translated with the text of its line. If the
// line cannot be read any more, the region has no column.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "report/fingerprint.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"
#include "report/topics.h"
#include "report/uri.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using model::EventKind;

constexpr const char* kRoot = "SRCROOT";
constexpr size_t kWidth = 1000;  // of a phrase: nothing is shortened

Json message(const std::string& text) { return {{"text", text}}; }

// The words that the standard suggests for what happens at a step.
Json kinds(EventKind k) {
  switch (k) {
    case EventKind::Lock:
    case EventKind::ReadLock:
    case EventKind::TryLock: return {"acquire", "lock"};
    case EventKind::Unlock: return {"release", "lock"};
    case EventKind::SemWait: return {"acquire", "resource"};
    case EventKind::SemPost: return {"release", "resource"};
    case EventKind::Read:
    case EventKind::Write:
    case EventKind::Rmw: return {"value", "memory"};
    case EventKind::Input: return {"value"};
    case EventKind::Alloc: return {"acquire", "memory"};
    case EventKind::Free: return {"release", "memory"};
    case EventKind::Error: return {"danger"};
    case EventKind::ScopeEnd: return {"exit", "scope"};
    default: return Json::array();
  }
}

class Log {
 public:
  explicit Log(const trace::Result& r)
      : result_(r), style_(plain_style()), ink_(style_), sources_(r.input.cwd), rules_(Json::array()) {
    for (size_t i = 0; i < r.input.files.size(); ++i)
      artifact(r.input.files[i], i < r.input.sha256.size() ? r.input.sha256[i] : "");
  }

  Json whole() {
    Json results = Json::array();
    for (const trace::Violation& v : result_.violations) results.push_back(result(v, "error"));
    for (const trace::Violation& v : result_.undefined_behaviour) results.push_back(result(v, "warning"));
    Json run = {{"tool", {{"driver", driver()}}}, {"invocations", Json::array({invocation()})}};
    if (!result_.input.cwd.empty()) run["originalUriBaseIds"] = {{kRoot, {{"uri", file_uri(result_.input.cwd + "/")}}}};
    run["columnKind"] = "unicodeCodePoints";
    run["artifacts"] = artifacts_;
    run["results"] = results;
    run["properties"] = summary();
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({run})}};
  }

 private:
  static TextStyle plain_style() {
    TextStyle style;
    style.utf8 = true;
    return style;
  }

  Json driver() const {
    return {{"name", "Heddle"},
            {"fullName", "Heddle " HEDDLE_VERSION ", a verifier for multithreaded C programs"},
            {"version", HEDDLE_VERSION},
            {"semanticVersion", HEDDLE_VERSION},
            {"rules", rules_}};
  }

  Json invocation() const {
    Json one = {{"executionSuccessful", true}};
    if (!result_.input.cwd.empty()) one["workingDirectory"] = {{"uri", file_uri(result_.input.cwd + "/")}};
    Json notes = Json::array();
    auto note = [&](const char* level, const std::string& id, const std::string& text) {
      notes.push_back({{"descriptor", {{"id", id}}}, {"level", level}, {"message", message(text)}});
    };
    if (result_.reason_code != trace::Reason::None) {
      const Topic& why = topic(result_.reason_code);
      note("warning", why.name, "unknown: " + (result_.reason.empty() ? why.summary : result_.reason));
    }
    for (const std::string& name : result_.unmodelled) note("note", "unmodelled", "not modelled: " + name);
    if (!notes.empty()) one["toolExecutionNotifications"] = notes;
    return one;
  }

  Json summary() const {
    Json properties = Json::object();
    for (const auto& [p, judgement] : result_.properties) properties[text(p)] = text(judgement);
    return {{"verdict", text(result_.verdict)},
            {"properties", properties},
            {"assumes", assumes_safe_memory(result_) ? Json::array({"valid-memsafety"}) : Json::array()},
            {"engine", result_.engine},
            {"validated", result_.validated}};
  }

  size_t rule(trace::Property p) {
    auto [it, fresh] = rule_index_.try_emplace(p, rules_.size());
    if (fresh) {
      const Topic& t = topic(p);
      rules_.push_back({{"id", t.name},
                        {"shortDescription", message(t.summary)},
                        {"fullDescription", message(t.text)},
                        {"help", message(t.text + "\n\n" + t.next)},
                        {"defaultConfiguration", {{"level", "error"}}},
                        {"properties", {{"tags", {"concurrency", "correctness"}}, {"precision", "very-high"}}}});
    }
    return it->second;
  }

  size_t artifact(const std::string& file, const std::string& hash) {
    auto [it, fresh] = artifact_index_.try_emplace(file, artifacts_.size());
    if (fresh) {
      Json one = {{"location", where_is(file)}, {"sourceLanguage", "c"}};
      if (!hash.empty()) one["hashes"] = {{"sha-256", hash}};
      artifacts_.push_back(one);
    }
    return it->second;
  }

  // Relative names stay relative, so that a service finds them in its own copy of the sources.
  static Json where_is(const std::string& file) {
    if (file.starts_with("/")) return {{"uri", file_uri(file)}};
    return {{"uri", relative_uri(file)}, {"uriBaseId", kRoot}};
  }

  Json location(const std::string& file, uint32_t line, uint32_t column, const std::string& function,
                const std::string& what) {
    Json out = Json::object();
    if (!file.empty()) {
      Json place = where_is(file);
      place["index"] = artifact(file, "");
      out["physicalLocation"] = {{"artifactLocation", place}};
      if (line) out["physicalLocation"]["region"] = region(file, line, column);
    }
    if (!function.empty()) out["logicalLocations"] = Json::array({{{"name", function}, {"kind", "function"}}});
    out["message"] = message(what);
    return out;
  }

  Json region(const std::string& file, uint32_t line, uint32_t column) {
    Json out = {{"startLine", line}};
    auto text = sources_.line(file, line);
    if (!text) return out;
    if (column > 0 && column <= text->size() + 1) out["startColumn"] = display_width(text->substr(0, column - 1)) + 1;
    out["snippet"] = message(*text);
    return out;
  }

  Json result(const trace::Violation& v, const char* level) {
    Json out = {
        {"ruleId", text(v.property)},          {"ruleIndex", rule(v.property)}, {"kind", "fail"}, {"level", level},
        {"message", message(full_message(v))}, {"locations", Json::array()}};
    Json related = Json::array();
    for (const trace::Location& l : v.locations) {
      Json one = location(l.file, l.line, l.column, l.function, location_phrase(v, l));
      if (out["locations"].empty()) {
        out["locations"].push_back(one);
      } else {
        one["id"] = related.size() + 1;
        related.push_back(one);
      }
    }
    if (!related.empty()) out["relatedLocations"] = related;
    if (Json flows = thread_flows(v); !flows.empty())
      out["codeFlows"] =
          Json::array({{{"message", message("the interleaving that leads there")}, {"threadFlows", flows}}});
    out["partialFingerprints"] = {{"heddleViolation/v1", unique_fingerprint(v)}};
    if (!v.suppressed.empty())
      out["suppressions"] =
          Json::array({{{"kind", "external"}, {"status", "accepted"}, {"justification", v.suppressed}}});
    out["properties"] = {{"violation", v.kind}};
    return out;
  }

  // SARIF wants a fingerprint to tell results apart; a second violation with the same one gets a number.
  std::string unique_fingerprint(const trace::Violation& v) {
    std::string print = fingerprint(v);
    unsigned n = ++seen_[print];
    return n == 1 ? print : print + ":" + std::to_string(n);
  }

  static std::string full_message(const trace::Violation& v) {
    std::string out = v.message.empty() ? headline(v) : v.message;
    if (v.kind != "data-race" || v.message.empty())
      for (const trace::Location& l : v.locations)
        if (is_waiting(l)) out += "; " + location_phrase(v, l);
    return out;
  }

  Json thread_flows(const trace::Violation& v) {
    std::map<int, Json> flows;
    std::set<long> culprits;
    for (const trace::Location& l : v.locations) culprits.insert(step_of(v.trace, l));
    for (size_t i = 0; i < v.trace.steps.size(); ++i) {
      const trace::Step& s = v.trace.steps[i];
      flows[s.thread].push_back(flow_location(v.trace, i, culprits.count(static_cast<long>(i)) > 0));
    }
    Json out = Json::array();
    for (auto& [thread, locations] : flows)
      out.push_back({{"id", "thread " + std::to_string(thread)},
                     {"message", message(thread_title(v.trace, thread))},
                     {"locations", std::move(locations)}});
    return out;
  }

  Json flow_location(const trace::Trace& t, size_t index, bool culprit) {
    const trace::Step& s = t.steps[index];
    std::string what = thread_title(t, s.thread) + " " + step_phrase(ink_, s, kWidth);
    if (t.lasso_start == index) what += " (from here on, the steps repeat for ever)";
    if (!s.repeats.empty())
      what += " (these " + plural(s.repeats[0].steps, "step") + " " + std::to_string(s.repeats[0].rounds) +
              " times; the first and the last round are listed)";
    Json out = {{"location", location(s.file, s.line, s.column, s.function, what)},
                {"executionOrder", index + 1},
                {"importance", culprit     ? "essential"
                               : s.matters ? "important"
                                           : "unimportant"}};
    if (Json words = kinds(s.kind); !words.empty()) out["kinds"] = words;
    Json state = Json::object();
    for (const auto& [name, value] : s.locals) state[name] = message(value);
    if (!s.object.empty() && !s.value.empty()) state[s.object] = message(s.value);
    if (!state.empty()) out["state"] = state;
    return out;
  }

  const trace::Result& result_;
  TextStyle style_;
  Ink ink_;
  SourceCache sources_;
  Json rules_, artifacts_ = Json::array();
  std::map<trace::Property, size_t> rule_index_;
  std::map<std::string, size_t> artifact_index_;
  std::map<std::string, unsigned> seen_;
};

}  // namespace

void write_sarif(std::ostream& out, const trace::Result& r) {
  out << Log(r).whole().dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace heddle::report
