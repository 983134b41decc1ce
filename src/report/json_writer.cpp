// SPDX-License-Identifier: GPL-3.0-or-later
// Result -> JSON. The order of the keys is the order of docs/json.md; fields may be added, none renamed. Every field is
// always present (null, "" or [] when there is nothing to say), so that a reader never has to ask whether it is there.
// Traces may be long: they are written step by step, and no more than a step is built in memory.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/check.h"
#include "base/file_names.h"
#include "report/inputs.h"
#include "report/json_acts.h"
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

// What each proof rests on.
struct Grounds {
  static Json of(const trace::Complete& proof) {
    Json all = std::visit(Grounds{}, proof.evidence());
    if (!proof.safe_memory_assumed_at().empty()) all["safe_memory_assumed_at"] = proof.safe_memory_assumed_at();
    return all;
  }
  static Json question(const trace::Question& q) {
    return {{"what", q.what}, {"conditions", q.conditions}, {"answer", text(q.answer)}};
  }
  Json operator()(const trace::Exhausted& e) const {
    return {{"kind", "exhausted"}, {"states", e.states}, {"left", e.left}, {"dropped", e.dropped}};
  }
  Json operator()(const trace::Refuted& r) const {
    return {{"kind", "refuted"},
            {"violation", question(r.violation)},
            {"beyond", question(r.beyond)},
            {"undefined", question(r.undefined)},
            {"bound", r.bound},
            {"missing", r.missing}};
  }
  Json operator()(const trace::Certified& c) const {
    Json parts = Json::array();
    for (const trace::Shown& s : c.parts) {
      Json part = {{"what", s.what}, {"by", s.by}};
      part.update(std::visit(HowShown{}, s.how));
      if (!s.safe_memory_assumed_at.empty()) part["safe_memory_assumed_at"] = s.safe_memory_assumed_at;
      parts.push_back(std::move(part));
    }
    Json all = {{"kind", "certified"}, {"argument", c.argument}, {"facts", c.facts}, {"parts", parts}};
    if (c.for_any_value) all["for_any_value"] = true;
    return all;
  }

 private:
  struct HowShown {
    Json operator()(const trace::Opposite& o) const { return {{"opposite", text(o.answer)}, {"of", o.of}}; }
    Json operator()(const trace::Looked& l) const {
      return {
          {"looked_at", l.at}, {"things", l.things}, {"steps", l.steps}, {"suspected", l.suspected}, {"left", l.left}};
    }
    Json operator()(const trace::Proven& p) const { return {{"proof", of(*p.proof)}}; }
  };
};

Json evidence(const trace::Result& r) {
  Json out = Json::object();
  for (const auto& [p, judgement] : r.properties)
    if (judgement.proof()) out[text(p)] = Grounds::of(*judgement.proof());
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

template <class T, class F>
Json array(const std::vector<T>& items, F one) {
  Json out = Json::array();
  for (const T& item : items) out.push_back(one(item));
  return out;
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
          {"matters", s.matters},
          {"repeats",
           array(s.repeats, [](const trace::Repeats& r) { return Json{{"rounds", r.rounds}, {"steps", r.steps}}; })}};
}

Json thread(const trace::TraceThread& t) {
  return {{"id", t.id}, {"name", t.name}, {"parent", thread_or_null(t.parent)}, {"file", t.file}, {"line", t.line}};
}

Json input(const trace::Input& i) {
  return {{"thread", i.thread}, {"function", i.function}, {"file", i.file},  {"line", i.line},
          {"value", i.value},   {"bits", i.bits},         {"times", i.times}};
}

// An object whose fields are written one by one.
class Object {
 public:
  explicit Object(std::ostream& out) : out_(out) { out_ << '{'; }
  ~Object() { out_ << '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  std::ostream& key(const char* name) {
    out_ << (first_ ? "\"" : ",\"") << name << "\":";
    first_ = false;
    return out_;
  }
  void field(const char* name, const Json& value) { write_value(key(name), value); }
  template <class T, class F>
  void list(const char* name, const std::vector<T>& items, F write_one) {
    key(name) << '[';
    for (const T& item : items) {
      if (&item != items.data()) out_ << ',';
      write_one(out_, item);
    }
    out_ << ']';
  }
  static void write_value(std::ostream& out, const Json& value) {
    out << value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  std::ostream& out_;
  bool first_ = true;
};

void write_script(std::ostream& out, const trace::Script& s) {
  static constexpr const char* kExpected[] = {"end",      "failure", "race",  "deadlock",
                                              "livelock", "spin",    "crash", "unordered"};
  Object object(out);
  object.field("expected", kExpected[static_cast<size_t>(s.expected)]);
  object.field("version", is_folded(s) ? 2 : 1);
  write_acts(object.key("acts"), s);
  object.field("loop", s.loop ? Json(*s.loop) : Json(nullptr));
  object.field("spins", s.spins);
  object.field("why_not", string_or_null(s.why_not));
}

void write_trace(std::ostream& out, const trace::Trace& t) {
  Object object(out);
  object.field("threads", array(t.threads, thread));
  object.list("steps", t.steps, [](std::ostream& o, const trace::Step& s) { Object::write_value(o, step(s)); });
  object.field("gap", t.gap ? Json{{"step", t.gap->step}, {"why", t.gap->why}} : Json(nullptr));
  object.field("lasso_start", t.lasso_start ? Json(*t.lasso_start) : Json(nullptr));
  object.list("inputs", inputs_for_reader(t),
              [](std::ostream& o, const trace::Input& i) { Object::write_value(o, input(i)); });
  write_script(object.key("script"), t.script);
}

void write_violation(std::ostream& out, const trace::Violation& v) {
  Object object(out);
  object.field("property", text(v.property));
  object.field("kind", v.kind);
  object.field("message", v.message);
  object.field("locations", array(v.locations, location));
  write_trace(object.key("trace"), v.trace);
  if (!v.suppressed.empty()) object.field("suppressed", v.suppressed);
}

// The content is JSON already, and may be large.
void write_certificate(std::ostream& out, const trace::Certificate& c) {
  HEDDLE_CHECK(Json::accept(c.content)) << "the content of a certificate \"" << c.kind << "\" is JSON";
  Object object(out);
  object.field("format", 1);
  object.field("kind", c.kind);
  object.field("properties", array(c.properties, [](trace::Property p) { return text(p); }));
  object.key("content") << c.content;
}

// Names need not be UTF-8, but JSON is: what it cannot hold is added byte by byte, two hexadecimal digits each.
std::string hex(const std::string& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[c & 15];
  }
  return out;
}
bool all_utf8(const std::vector<std::string>& texts) { return std::all_of(texts.begin(), texts.end(), base::is_utf8); }

Json input_files(const trace::InputFiles& i) {
  Json input = {
      {"files", i.files}, {"cwd", i.cwd}, {"cflags", i.cflags}, {"data_model", i.data_model}, {"sha256", i.sha256}};
  if (!i.reach.empty()) input["reach"] = i.reach;
  if (i.malloc_may_fail) input["malloc_may_fail"] = true;
  if (i.weak_fairness) input["fairness"] = "weak";
  if (i.arguments) input["args"] = *i.arguments;
  if (!i.standard_input.empty()) input["stdin"] = i.standard_input;
  if (!i.models.empty()) input["models"] = i.models;
  if (!i.harmless.empty()) input["harmless"] = i.harmless;
  if (!i.more_sha256.empty()) input["more_sha256"] = i.more_sha256;
  if (!i.file_flags.empty()) input["file_flags"] = i.file_flags;
  if (!i.main_function.empty()) input["main"] = i.main_function;
  if (!i.entries.empty()) input["entry"] = i.entries;
  if (!i.acquires.empty()) input["acquire"] = i.acquires;
  if (!i.releases.empty()) input["release"] = i.releases;
  if (!i.program_sha256.empty()) input["program_sha256"] = i.program_sha256;
  if (!all_utf8(i.files) || !base::is_utf8(i.cwd) || !all_utf8(i.cflags) || !all_utf8(i.reach) || !all_utf8(i.models) ||
      !base::is_utf8(i.standard_input) || (i.arguments && !all_utf8(*i.arguments)) ||
      !std::all_of(i.file_flags.begin(), i.file_flags.end(), all_utf8)) {
    input["bytes"] = {{"files", array(i.files, hex)},   {"cwd", hex(i.cwd)},
                      {"cflags", array(i.cflags, hex)}, {"reach", array(i.reach, hex)},
                      {"models", array(i.models, hex)}, {"stdin", hex(i.standard_input)}};
    if (i.arguments) input["bytes"]["args"] = array(*i.arguments, hex);
    if (!i.file_flags.empty())
      input["bytes"]["file_flags"] = array(i.file_flags, [](const auto& flags) { return array(flags, hex); });
  }
  return input;
}

Json claim_place(const trace::ClaimPlace& p) {
  return {{"file", p.file},     {"function", p.function}, {"line", p.line},
          {"column", p.column}, {"call", p.call},         {"threads_only", p.threads_only}};
}

Json claims(const trace::Claims& c) {
  auto update = [](const trace::GhostUpdate& u) {
    return Json{{"at", claim_place(u.at)}, {"value", u.value}, {"needed", u.needed}};
  };
  auto variable = [](const trace::ClaimVariable& v) {
    return Json{{"name", v.name}, {"file", v.file}, {"line", v.line}};
  };
  return {{"ghosts",
           array(c.ghosts,
                 [&](const trace::Ghost& g) { return Json{{"name", g.name}, {"updates", array(g.updates, update)}}; })},
          {"facts", array(c.all,
                          [&](const trace::Claim& f) {
                            return Json{{"value", f.value},
                                        {"ghosts", f.ghosts},
                                        {"variables", array(f.variables, variable)},
                                        {"threads_only", f.threads_only},
                                        {"exactly", f.exactly}};
                          })},
          {"places", array(c.places, claim_place)}};
}

// Of the properties that are not decided. Nobody suspects anything of the others.
Json suspicions(const trace::Result& r) {
  Json out = Json::array();
  for (const trace::Suspicion& s : r.suspicions.all) {
    auto found = r.properties.find(s.property);
    if (found == r.properties.end() || found->second != trace::Verdict::Unknown) continue;
    out.push_back({{"property", text(s.property)}, {"places", array(s.places, [](const trace::SuspectPlace& p) {
                                                      return Json{{"file", p.file},
                                                                  {"line", p.line},
                                                                  {"column", p.column},
                                                                  {"access", p.access},
                                                                  {"event", p.event}};
                                                    })}});
  }
  return out;
}

Json bound(const trace::Bound& b) {
  return {{"unwind", b.unwind ? Json(*b.unwind) : Json(nullptr)}, {"threads", b.threads}, {"complete", b.complete}};
}

Json replayed(const trace::ReplayedViolation& v) {
  return {
      {"reproduced", v.reproduced}, {"runs", v.runs}, {"outcome", v.outcome}, {"diverged", string_or_null(v.diverged)}};
}

void write_line(std::ostream& out, const Json& object) {
  Object::write_value(out, object);
  out << '\n';
}

std::string requested(const trace::Result& r) {
  std::string out;
  for (trace::Property p : r.requested) out += (out.empty() ? "" : ",") + std::string(text(p));
  return out;
}

}  // namespace

void write_json(std::ostream& out, const trace::Result& r) {
  Json stats = Json::object();
  for (const auto& [name, value] : r.stats) stats[name] = number(value);
  {
    Object object(out);
    object.field("heddle", HEDDLE_VERSION);
    object.field("verdict", text(r.verdict));
    object.field("property", requested(r));
    object.field("engine", r.engine);
    object.field("properties", properties(r));
    Json assumes = assumes_safe_memory(r) ? Json::array({"valid-memsafety"}) : Json::array();
    for (const std::string& name : r.input.harmless) assumes.push_back("harmless: " + name);
    for (size_t i = 0; i < r.input.acquires.size(); ++i)
      assumes.push_back("lock: " + r.input.acquires[i] + ", " + r.input.releases[i]);
    object.field("assumes", assumes);
    if (Json proven = evidence(r); !proven.empty()) object.field("evidence", proven);
    if (!r.certificates.empty()) object.list("certificates", r.certificates, write_certificate);
    if (!r.claims.empty()) object.field("claims", claims(r.claims));
    object.field("input", input_files(r.input));
    object.field("reason", string_or_null(r.reason));
    object.field("reason_code", string_or_null(text(r.reason_code)));
    if (Json left = suspicions(r); !left.empty()) object.field("suspicions", left);
    object.field("bound", bound(r.bound));
    object.list("violations", r.violations, write_violation);
    object.list("undefined_behaviour", r.undefined_behaviour, write_violation);
    object.field("validated", r.validated);
    if (!r.judged.empty()) object.field("judged", r.judged);
    object.field("unmodelled", r.unmodelled);
    object.field("stats", stats);
    if (!r.from_cache.empty()) object.field("from_cache", r.from_cache);
  }
  out << '\n';
}

void write_json(std::ostream& out, const trace::Replay& r) {
  std::string outcome;
  for (const trace::ReplayedViolation& v : r.violations) outcome += (outcome.empty() ? "" : "; ") + v.outcome;
  write_line(out, {{"reproduced", r.reproduced},
                   {"runs", r.runs},
                   {"outcome", outcome},
                   {"violations", array(r.violations, replayed)}});
}

void write_json(std::ostream& out, const trace::Recording& r) {
  {
    Object object(out);
    object.field("heddle", HEDDLE_VERSION);
    object.field("recording", true);
    object.field("input", input_files(r.input));
    object.field("arguments", r.arguments);
    if (!all_utf8(r.arguments)) object.field("argument_bytes", array(r.arguments, hex));
    object.field("outcome", text(r.ending));
    object.field("exit_code", r.exit_code);
    object.field("signal", r.signal);
    object.list("acts", r.acts, [](std::ostream& o, const trace::Act& a) {
      Object::write_value(o, Json{a.thread, a.event, static_cast<int>(a.kind), a.size, a.value});
    });
    object.field("full", r.full);
  }
  out << '\n';
}

void write_json(std::ostream& out, const trace::RunStats& s) {
  write_line(out, {{"diverged", s.diverged},
                   {"events", s.events},
                   {"waits", s.waits},
                   {"sections", s.sections},
                   {"seconds", s.seconds},
                   {"relaxed", s.relaxed},
                   {"left_out", s.left_out}});
}

void write_json(std::ostream& out, const trace::Certification& c) {
  Json parts = Json::array();
  for (const trace::Certification::Part& part : c.parts) {
    const trace::Ruling& r = part.ruling;
    Json numbers = Json::object();
    for (const auto& [name, value] : r.numbers) numbers[name] = number(value);
    parts.push_back({{"properties", array(part.properties, [](trace::Property p) { return text(p); })},
                     {"ruling", text(r.kind)},
                     {"judge", string_or_null(r.judge)},
                     {"unchecked", string_or_null(r.unchecked)},
                     {"objections", array(r.objections,
                                          [](const trace::Objection& o) {
                                            return Json{{"obligation", o.obligation}, {"where", o.where}};
                                          })},
                     {"reason", string_or_null(r.reason)},
                     {"numbers", numbers}});
  }
  write_line(out, {{"heddle", HEDDLE_VERSION}, {"ruling", text(c.ruling())}, {"parts", parts}, {"seconds", c.seconds}});
}

void write_json(std::ostream& out, const trace::Schedule& s, const trace::InputFiles& input) {
  Object object(out);
  object.field("heddle", HEDDLE_VERSION);
  object.field("kind", "safe");
  object.field("format", 1);
  object.field("input", input_files(input));
  object.field("fair", s.fair ? "always" : "if the thread goes that has gone least often");
  object.field("rounds", s.rounds);
  if (!s.slow.empty()) object.field("slow", s.slow);
  if (s.replicate != 0) object.field("replicate", s.replicate);
  object.field("threads", s.threads);
  object.list("nodes", s.nodes, [](std::ostream& o, const trace::Schedule::Node& n) {
    Json node = Json::object();
    node["threads"] = array(n.threads, [](const trace::Schedule::Where& w) {
      Json where{{"file", w.file}, {"line", w.line}, {"function", w.function}, {"state", w.state}};
      if (w.comes_to) where["comes_to"] = *w.comes_to;
      if (w.may_end) where["may_end"] = true;
      return where;
    });
    node["facts"] = n.facts;
    node["edges"] = array(n.edges, [](const trace::Schedule::Edge& e) {
      Json edge{{"thread", e.thread},     {"to", e.to},
                {"file", e.file},         {"line", e.line},
                {"function", e.function}, {"guard", string_or_null(e.guard)},
                {"events", e.events}};
      if (e.starts >= 0) edge["starts"] = e.starts;
      return edge;
    });
    if (n.goes_on_at) node["goes_on_at"] = *n.goes_on_at;
    if (n.ends) node["ends"] = true;
    Object::write_value(o, node);
  });
  if (s.certificate.empty()) return;
  HEDDLE_CHECK(Json::accept(s.certificate)) << "the certificate of a schedule is JSON";
  object.key("certificate") << s.certificate;
}

void write_json(std::ostream& out, const trace::Scheduling& s, const std::vector<trace::IvrFile>& files) {
  Json stats = Json::object();
  for (const auto& [name, value] : s.stats) stats[name] = number(value);
  write_line(out, {{"heddle", HEDDLE_VERSION},
                   {"verdict", text(s.word)},
                   {"reason", string_or_null(s.reason)},
                   {"ivrs", array(files,
                                  [](const trace::IvrFile& f) {
                                    return Json{{"file", f.file}, {"kind", f.kind}, {"seconds", f.seconds}};
                                  })},
                   {"stats", stats}});
}

}  // namespace heddle::report
