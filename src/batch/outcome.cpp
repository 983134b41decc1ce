// SPDX-License-Identifier: GPL-3.0-or-later
// A result counts only if the whole text parses and names this task, with the same key and the same tool. So a file
// that was cut, that is of a program as it was yesterday, or that lies there by mistake is run again.
#include "batch/outcome.h"

#include <algorithm>
#include <set>

#include "batch/result_json.h"

namespace heddle::batch {

namespace {

std::string string_at(const Json& j, const char* key) {
  auto it = j.find(key);
  return it != j.end() && it->is_string() ? it->get<std::string>() : "";
}

double number_at(const Json& j, const char* key) {
  auto it = j.find(key);
  return it != j.end() && it->is_number() ? it->get<double>() : 0;
}

bool answers(const std::string& verdict) { return verdict == "true" || verdict == "false"; }

// A property is violated of which nothing was said.
bool violated_unexpectedly(const Task& task, const Outcome& outcome) {
  if (task.expected.empty()) return outcome.verdict == "false";
  return !task.expected.contains("") &&
         std::any_of(outcome.properties.begin(), outcome.properties.end(),
                     [&](const auto& p) { return p.second == "false" && !task.expected.contains(p.first); });
}

}  // namespace

// Traces and proofs can be a hundred times as large as the rest, so they are read over.
std::optional<Json> parse_without_traces(const std::string& text) {
  static const std::set<std::string> kLeftOut = {"violations", "undefined_behaviour", "certificates", "evidence"};
  auto keep = [](int depth, Json::parse_event_t event, Json& parsed) {
    return !(depth == 1 && event == Json::parse_event_t::key && kLeftOut.contains(parsed.get<std::string>()));
  };
  Json j = Json::parse(text, keep, false);
  if (!j.is_object()) return std::nullopt;
  return j;
}

std::optional<Outcome> read_outcome(const std::string& text, const Task& task, const std::string& tool_sha256) {
  const std::optional<Json> whole = parse_without_traces(text);
  if (!whole || !whole->contains("batch") || !(*whole)["batch"].is_object()) return std::nullopt;
  const Json& record = (*whole)["batch"];
  if (string_at(record, "task") != task.name || string_at(record, "property") != task.property ||
      string_at(record, "key") != task.key || string_at(record, "tool") != tool_sha256)
    return std::nullopt;
  Outcome o;
  o.verdict = string_at(*whole, "verdict");
  if (!std::set<std::string>{"true", "false", "unknown", "error"}.contains(o.verdict)) return std::nullopt;
  if (auto it = whole->find("properties"); it != whole->end() && it->is_object())
    for (const auto& [property, verdict] : it->items())
      if (verdict.is_string()) o.properties[property] = verdict;
  o.seconds = number_at(record, "seconds");
  o.cpu_seconds = number_at(record, "cpu_seconds");
  o.mib = static_cast<uint64_t>(number_at(record, "mib"));
  o.engine = string_at(*whole, "engine");
  o.reason = string_at(*whole, "reason_code");
  o.detail = string_at(*whole, "reason");
  o.host = string_at(record, "host");
  return o;
}

Standing standing(const Task& task, const Outcome& outcome) {
  bool compared = false, all_answered = true;
  for (const auto& [property, expected] : task.expected) {
    auto it = outcome.properties.find(property);
    const std::string got = property.empty()                 ? outcome.verdict
                            : it != outcome.properties.end() ? it->second
                                                             : "unknown";
    compared = true;
    if (answers(got) && got != expected) return Standing::Wrong;
    all_answered &= answers(got);
  }
  if (outcome.verdict == "error") return Standing::Error;
  if (violated_unexpectedly(task, outcome)) return Standing::Violated;
  if (compared) return all_answered ? Standing::Correct : Standing::Unknown;
  return outcome.verdict == "true" ? Standing::Proven : Standing::Unknown;
}

const char* text(Standing s) {
  switch (s) {
    case Standing::Wrong: return "wrong";
    case Standing::Error: return "error";
    case Standing::Violated: return "violated";
    case Standing::Correct: return "correct";
    case Standing::Proven: return "proven";
    case Standing::Unknown: return "unknown";
  }
  return "";
}

}  // namespace heddle::batch
