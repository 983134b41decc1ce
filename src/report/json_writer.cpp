// SPDX-License-Identifier: GPL-3.0-or-later
// Result -> JSON. The order of the keys is the order of docs/json.md; fields may be added, none renamed. Every field is
// always present (null, "" or [] when there is nothing to say), so that a reader never has to ask whether it is there.
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "report/report.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Json string_or_null(const std::string& s) { return s.empty() ? Json(nullptr) : Json(s); }
Json thread_or_null(int thread) { return thread < 0 ? Json(nullptr) : Json(thread); }

// Counters are kept as doubles; they are written as the integers they are.
Json number(double v) {
  constexpr double kExact = 9007199254740992.0;
  if (!std::isfinite(v)) return nullptr;
  if (v == std::floor(v) && std::abs(v) < kExact) return static_cast<int64_t>(v);
  return v;
}

Json properties(const trace::Result& r) {
  Json out = Json::object();
  for (trace::Property p : r.requested)
    if (auto it = r.properties.find(p); it != r.properties.end()) out[text(p)] = text(it->second);
  for (const auto& [p, verdict] : r.properties) out[text(p)] = text(verdict);
  return out;
}

Json location(const trace::Location& l) {
  return {{"file", l.file},
          {"line", l.line},
          {"column", l.column},
          {"function", l.function},
          {"thread", l.thread},
          {"access", l.access},
          {"object", l.object},
          {"holds", l.holds},
          {"waits_for", string_or_null(l.waits_for)},
          {"waits_for_thread", thread_or_null(l.waits_for_thread)}};
}

Json step(const trace::Step& s) {
  Json locals = Json::object();
  for (const auto& [name, value] : s.locals) locals[name] = value;
  return {{"thread", s.thread},
          {"file", s.file},
          {"line", s.line},
          {"column", s.column},
          {"function", s.function},
          {"text", s.text},
          {"event", s.event},
          {"kind", model::json_name(s.kind)},
          {"object", s.object},
          {"value", s.value},
          {"locals", std::move(locals)},
          {"choices", s.choices},
          {"other_thread", thread_or_null(s.other_thread)},
          {"matters", s.matters}};
}

Json thread(const trace::TraceThread& t) {
  return {{"id", t.id}, {"name", t.name}, {"parent", thread_or_null(t.parent)}, {"file", t.file}, {"line", t.line}};
}

Json input(const trace::Input& i) {
  return {{"thread", i.thread}, {"function", i.function}, {"file", i.file}, {"line", i.line}, {"value", i.value}, {"bits", i.bits}};
}

template <class T, class F>
Json array(const std::vector<T>& items, F one) {
  Json out = Json::array();
  for (const T& item : items) out.push_back(one(item));
  return out;
}

// Acts are many: an array of numbers each. docs/json.md names the columns.
Json script(const trace::Script& s) {
  static constexpr const char* kExpected[] = {"end", "failure", "race", "deadlock", "livelock", "spin", "crash", "unordered"};
  Json acts = Json::array();
  for (const trace::Act& a : s.acts) acts.push_back({a.thread, a.event, static_cast<int>(a.kind), a.order, a.size, static_cast<int64_t>(a.value)});
  return {{"expected", kExpected[static_cast<size_t>(s.expected)]},
          {"acts", std::move(acts)},
          {"loop", s.loop ? Json(*s.loop) : Json(nullptr)},
          {"spins", s.spins},
          {"why_not", string_or_null(s.why_not)}};
}

Json trace_object(const trace::Trace& t) {
  return {{"threads", array(t.threads, thread)},
          {"steps", array(t.steps, step)},
          {"lasso_start", t.lasso_start ? Json(*t.lasso_start) : Json(nullptr)},
          {"inputs", array(t.inputs, input)},
          {"script", script(t.script)}};
}

Json violation(const trace::Violation& v) {
  return {{"property", text(v.property)},
          {"kind", v.kind},
          {"message", v.message},
          {"locations", array(v.locations, location)},
          {"trace", trace_object(v.trace)}};
}

Json input_files(const trace::InputFiles& i) {
  Json input = {{"files", i.files}, {"cwd", i.cwd}, {"cflags", i.cflags}, {"data_model", i.data_model}, {"sha256", i.sha256}};
  if (!i.reach.empty()) input["reach"] = i.reach;
  if (i.malloc_may_fail) input["malloc_may_fail"] = true;
  return input;
}

Json bound(const trace::Bound& b) {
  return {{"unwind", b.unwind ? Json(*b.unwind) : Json(nullptr)}, {"threads", b.threads}, {"complete", b.complete}};
}

Json replayed(const trace::ReplayedViolation& v) {
  return {{"reproduced", v.reproduced}, {"runs", v.runs}, {"outcome", v.outcome}, {"diverged", string_or_null(v.diverged)}};
}

void write_line(std::ostream& out, const Json& object) { out << object.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n'; }

std::string requested(const trace::Result& r) {
  std::string out;
  for (trace::Property p : r.requested) out += (out.empty() ? "" : ",") + std::string(text(p));
  return out;
}

}  // namespace

void write_json(std::ostream& out, const trace::Result& r) {
  Json stats = Json::object();
  for (const auto& [name, value] : r.stats) stats[name] = number(value);
  Json object = {{"heddle", HEDDLE_VERSION},
                 {"verdict", text(r.verdict)},
                 {"property", requested(r)},
                 {"engine", r.engine},
                 {"properties", properties(r)},
                 {"input", input_files(r.input)},
                 {"reason", string_or_null(r.reason)},
                 {"reason_code", string_or_null(text(r.reason_code))},
                 {"bound", bound(r.bound)},
                 {"violations", array(r.violations, violation)},
                 {"undefined_behaviour", array(r.undefined_behaviour, violation)},
                 {"validated", r.validated},
                 {"unmodelled", r.unmodelled},
                 {"stats", std::move(stats)}};
  write_line(out, object);
}

void write_json(std::ostream& out, const trace::Replay& r) {
  std::string outcome;
  for (const trace::ReplayedViolation& v : r.violations) outcome += (outcome.empty() ? "" : "; ") + v.outcome;
  write_line(out, {{"reproduced", r.reproduced}, {"runs", r.runs}, {"outcome", outcome}, {"violations", array(r.violations, replayed)}});
}

void write_json(std::ostream& out, const trace::Recording& r) {
  Json acts = Json::array();
  for (const trace::Act& a : r.acts) acts.push_back({a.thread, a.event, static_cast<int>(a.kind), a.size, a.value});
  write_line(out, {{"heddle", HEDDLE_VERSION},
                   {"recording", true},
                   {"input", input_files(r.input)},
                   {"arguments", r.arguments},
                   {"outcome", text(r.ending)},
                   {"exit_code", r.exit_code},
                   {"signal", r.signal},
                   {"acts", std::move(acts)},
                   {"full", r.full}});
}

void write_json(std::ostream& out, const trace::RunStats& s) {
  write_line(out, {{"diverged", s.diverged}, {"events", s.events}, {"waits", s.waits}, {"sections", s.sections}, {"seconds", s.seconds}});
}

}  // namespace heddle::report
