// SPDX-License-Identifier: GPL-3.0-or-later
// JSON -> Result. A Field knows its path from the root, so that a complaint can say
// `violations[0].trace.steps[3].line`. What the contract promises is demanded; what Heddle adds on top may be missing
// (a file from another version).
#include <algorithm>
#include <charconv>
#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/check.h"
#include "report/report.h"
#include "trace/folded_steps.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

class Field {
 public:
  Field(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void complain(const std::string& what) const {
    throw InputError("not a Heddle result: " + (path_.empty() ? "the file" : path_) + " " + what);
  }
  bool has(const char* key) const {  // present and not null
    if (!value_.is_object()) complain("should be an object");
    auto it = value_.find(key);
    return it != value_.end() && !it->is_null();
  }
  Field operator[](const char* key) const {
    if (!has(key)) complain(std::string("lacks the field \"") + key + "\"");
    return {value_.at(key), path_.empty() ? key : path_ + "." + key};
  }
  std::string string() const {
    if (!value_.is_string()) complain("should be a string");
    return value_.get<std::string>();
  }
  bool boolean() const {
    if (!value_.is_boolean()) complain("should be true or false");
    return value_.get<bool>();
  }
  template <class T>
  T integer() const {
    bool fits = value_.is_number_unsigned()  ? std::in_range<T>(value_.get<uint64_t>())
                : value_.is_number_integer() ? std::in_range<T>(value_.get<int64_t>())
                                             : false;
    if (!fits)
      complain("should be a whole number between " + std::to_string(std::numeric_limits<T>::min()) + " and " +
               std::to_string(std::numeric_limits<T>::max()));
    return value_.get<T>();
  }
  double real() const {
    if (value_.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!value_.is_number()) complain("should be a number");
    return value_.get<double>();
  }
  template <class T, class F>
  std::vector<T> list(F one) const {
    std::vector<T> out;
    each([&](const Field& f) { out.push_back(one(f)); });
    return out;
  }
  template <class F>
  void each(F one) const {
    if (!value_.is_array()) complain("should be an array");
    for (size_t i = 0; i < value_.size(); ++i) one(Field(value_[i], path_ + "[" + std::to_string(i) + "]"));
  }
  bool is_array() const { return value_.is_array(); }
  std::string json() const { return value_.dump(-1, ' ', false, Json::error_handler_t::replace); }
  std::vector<std::string> strings() const {
    return list<std::string>([](const Field& f) { return f.string(); });
  }
  template <class T, class F>
  std::vector<std::pair<std::string, T>> entries(F one) const {
    if (!value_.is_object()) complain("should be an object");
    std::vector<std::pair<std::string, T>> out;
    for (const auto& [key, value] : value_.items()) out.emplace_back(key, one(Field(value, path_ + "." + key)));
    return out;
  }

  // Optional fields.
  std::string string_or_empty(const char* key) const { return has(key) ? (*this)[key].string() : std::string(); }
  int thread_or_none(const char* key) const { return has(key) ? (*this)[key].integer<int>() : -1; }

 private:
  const Json& value_;
  std::string path_;
};

trace::Verdict verdict(const Field& f) {
  std::string s = f.string();
  for (auto v : {trace::Verdict::True, trace::Verdict::False, trace::Verdict::Unknown})
    if (s == text(v)) return v;
  f.complain("should be \"true\", \"false\" or \"unknown\", not \"" + s + "\"");
}

trace::Property property(const Field& f, const std::string& name) {
  auto p = trace::property(name);
  if (!p) f.complain("names an unknown property \"" + name + "\"");
  return *p;
}

trace::Reason reason(const Field& f) {
  std::string s = f.string();
  for (int i = 0; i < 256 && std::string("?") != text(static_cast<trace::Reason>(i)); ++i)
    if (s == text(static_cast<trace::Reason>(i))) return static_cast<trace::Reason>(i);
  f.complain("names an unknown reason \"" + s + "\"");
}

std::vector<trace::Property> requested(const Field& f) {
  std::vector<trace::Property> out;
  std::string all = f.string();
  for (size_t from = 0; from < all.size();) {
    size_t comma = std::min(all.find(',', from), all.size());
    out.push_back(property(f, all.substr(from, comma - from)));
    from = comma + 1;
  }
  return out;
}

trace::Location location(const Field& f) {
  trace::Location l;
  l.file = f["file"].string();
  l.line = f["line"].integer<uint32_t>();
  l.column = f["column"].integer<uint32_t>();
  l.function = f.string_or_empty("function");
  l.thread = f["thread"].integer<int>();
  l.access = f.string_or_empty("access");
  l.object = f.string_or_empty("object");
  if (f.has("holds")) l.holds = f["holds"].strings();
  l.waits_for = f.string_or_empty("waits_for");
  l.waits_for_thread = f.thread_or_none("waits_for_thread");
  return l;
}

trace::Step step(const Field& f) {
  trace::Step s;
  s.thread = f["thread"].integer<int>();
  s.file = f["file"].string();
  s.line = f["line"].integer<uint32_t>();
  s.column = f["column"].integer<uint32_t>();
  s.function = f.string_or_empty("function");
  s.text = f["text"].string();
  s.event = f["event"].integer<model::EventId>();
  auto kind = model::event_kind(f["kind"].string());
  if (!kind) f["kind"].complain("names an unknown kind of event \"" + f["kind"].string() + "\"");
  s.kind = *kind;
  s.object = f.string_or_empty("object");
  s.value = f.string_or_empty("value");
  if (f.has("locals")) s.locals = f["locals"].entries<std::string>([](const Field& v) { return v.string(); });
  if (f.has("choices")) s.choices = f["choices"].list<uint64_t>([](const Field& v) { return v.integer<uint64_t>(); });
  s.other_thread = f.thread_or_none("other_thread");
  if (f.has("matters")) s.matters = f["matters"].boolean();
  if (f.has("repeats"))
    s.repeats = f["repeats"].list<trace::Repeats>(
        [](const Field& r) { return trace::Repeats{r["rounds"].integer<uint64_t>(), r["steps"].integer<size_t>()}; });
  return s;
}

trace::TraceThread thread(const Field& f) {
  trace::TraceThread t;
  t.id = f["id"].integer<int>();
  t.name = f["name"].string();
  t.parent = f.thread_or_none("parent");
  t.file = f.string_or_empty("file");
  if (f.has("line")) t.line = f["line"].integer<uint32_t>();
  return t;
}

trace::Input input(const Field& f) {
  trace::Input i;
  i.thread = f["thread"].integer<int>();
  i.function = f.string_or_empty("function");
  i.file = f.string_or_empty("file");
  if (f.has("line")) i.line = f["line"].integer<uint32_t>();
  i.value = f["value"].string();
  if (f.has("bits")) i.bits = f["bits"].integer<uint64_t>();
  if (f.has("times")) i.times = f["times"].integer<uint64_t>();
  return i;
}

trace::Act act(const Field& f) {
  std::vector<int64_t> n = f.list<int64_t>([](const Field& v) { return v.integer<int64_t>(); });
  auto fits = [&](size_t i, int64_t low, int64_t high) { return n[i] >= low && n[i] <= high; };
  if (n.size() != 6 || !fits(0, 0, 255) || !fits(1, 0, ~0u) ||
      !fits(2, 0, static_cast<int64_t>(trace::ActKind::Hold)) || !fits(3, -1, INT32_MAX) || !fits(4, 0, ~0u))
    f.complain("should be six numbers that say what a thread does");
  return {static_cast<int>(n[0]), static_cast<model::EventId>(n[1]), static_cast<trace::ActKind>(n[2]),
          static_cast<int>(n[3]), static_cast<uint32_t>(n[4]),       static_cast<uint64_t>(n[5])};
}

constexpr size_t kMostActs = 50'000'000;
constexpr unsigned kDeepest = 64;  // loops in loops

// Acts, and rounds of acts, one after the other.
std::vector<trace::Act> unfolded(const Field& f, unsigned depth) {
  std::vector<trace::Act> out;
  f.each([&](const Field& one) {
    if (one.is_array()) {
      out.push_back(act(one));
      return;
    }
    uint64_t rounds = one["rounds"].integer<uint64_t>();
    int64_t orders = one["orders"].integer<uint32_t>();
    if (depth == kDeepest) one.complain("should not hold so many rounds of rounds");
    std::vector<trace::Act> round = unfolded(one["acts"], depth + 1);
    if (round.empty() || rounds > (kMostActs - std::min(kMostActs, out.size())) / round.size())
      one.complain("stands for nothing, or for more than can be replayed");
    for (uint64_t k = 0; k < rounds; ++k)
      for (trace::Act a : round) {
        int64_t order = a.order < 0 ? -1 : a.order + static_cast<int64_t>(k) * orders;
        if (order > INT32_MAX) one.complain("comes later than anything can");
        a.order = static_cast<int>(order);
        out.push_back(a);
      }
  });
  return out;
}

trace::Script script(const Field& f) {
  static const std::vector<std::string> kExpected = {"end",      "failure", "race",  "deadlock",
                                                     "livelock", "spin",    "crash", "unordered"};
  trace::Script s;
  if (f.has("version") && f["version"].integer<unsigned>() > 2)
    f["version"].complain("is one that this version of Heddle does not know");
  auto expected = std::find(kExpected.begin(), kExpected.end(), f["expected"].string());
  if (expected == kExpected.end()) f["expected"].complain("names an unknown end \"" + f["expected"].string() + "\"");
  s.expected = static_cast<trace::Expected>(expected - kExpected.begin());
  s.acts = unfolded(f["acts"], 0);
  if (f.has("loop")) s.loop = f["loop"].integer<size_t>();
  if (s.loop && *s.loop > s.acts.size()) f["loop"].complain("should be the index of an act");
  s.spins = f["spins"].list<int>([](const Field& v) { return v.integer<int>(); });
  s.why_not = f.string_or_empty("why_not");
  return s;
}

trace::Trace whole_trace(const Field& f) {
  trace::Trace t;
  t.threads = f["threads"].list<trace::TraceThread>(thread);
  t.steps = f["steps"].list<trace::Step>(step);
  if (f.has("gap")) t.gap = {f["gap"]["step"].integer<size_t>(), f["gap"]["why"].string()};
  std::set<int> ids;
  for (const trace::TraceThread& one : t.threads) ids.insert(one.id);
  for (size_t i = 0; i < t.steps.size(); ++i)
    if (!ids.count(t.steps[i].thread))
      f["steps"].complain("should only name threads of the trace, but step " + std::to_string(i) + " names thread " +
                          std::to_string(t.steps[i].thread));
  if (f.has("lasso_start")) {
    t.lasso_start = f["lasso_start"].integer<size_t>();
    if (*t.lasso_start > t.steps.size())
      f["lasso_start"].complain("should be the index of a step, or the number of steps");
  }
  if (t.gap && t.gap->step > t.steps.size()) f["gap"].complain("should be in front of a step");
  if (!trace::folds(t)) f["steps"].complain("should repeat in a way that can be");
  if (f.has("script")) t.script = script(f["script"]);
  if (f.has("inputs")) t.inputs = f["inputs"].list<trace::Input>(input);
  return t;
}

trace::Violation violation(const Field& f) {
  trace::Violation v;
  v.property = property(f["property"], f["property"].string());
  v.kind = f["kind"].string();
  v.message = f["message"].string();
  v.locations = f["locations"].list<trace::Location>(location);
  v.trace = whole_trace(f["trace"]);
  v.suppressed = f.string_or_empty("suppressed");
  return v;
}

std::string unhex(const Field& f) {
  std::string digits = f.string(), out;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    auto [end, error] = std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    if (error != std::errc{} || end != digits.data() + i + 2 || value == 0)
      f.complain("should be bytes, two hexadecimal digits each");
    out += static_cast<char>(value);
  }
  if (digits.size() % 2) f.complain("should be bytes, two hexadecimal digits each");
  return out;
}

trace::InputFiles input_files(const Field& f) {
  trace::InputFiles i;
  i.files = f["files"].strings();
  i.cwd = f["cwd"].string();
  i.cflags = f["cflags"].strings();
  i.data_model = f["data_model"].string();
  i.sha256 = f["sha256"].strings();
  if (f.has("reach")) i.reach = f["reach"].strings();
  if (f.has("malloc_may_fail")) i.malloc_may_fail = f["malloc_may_fail"].boolean();
  if (f.has("fairness")) {
    i.weak_fairness = f["fairness"].string() == "weak";
    if (!i.weak_fairness && f["fairness"].string() != "strong") f["fairness"].complain("should be weak or strong");
  }
  if (f.has("args")) i.arguments = f["args"].strings();
  if (f.has("stdin")) i.standard_input = f["stdin"].string();
  if (f.has("models")) i.models = f["models"].strings();
  if (f.has("harmless")) i.harmless = f["harmless"].strings();
  if (f.has("more_sha256")) i.more_sha256 = f["more_sha256"].strings();
  if (f.has("file_flags"))
    i.file_flags = f["file_flags"].list<std::vector<std::string>>([](const Field& flags) { return flags.strings(); });
  if (f.has("main")) i.main_function = f["main"].string();
  if (f.has("entry")) i.entries = f["entry"].strings();
  if (f.has("acquire")) i.acquires = f["acquire"].strings();
  if (f.has("release")) i.releases = f["release"].strings();
  if (f.has("program_sha256")) i.program_sha256 = f["program_sha256"].string();
  if (!f.has("bytes")) return i;
  Field bytes = f["bytes"];
  i.files = bytes["files"].list<std::string>(unhex);
  i.cwd = unhex(bytes["cwd"]);
  i.cflags = bytes["cflags"].list<std::string>(unhex);
  i.reach = bytes["reach"].list<std::string>(unhex);
  if (bytes.has("models")) i.models = bytes["models"].list<std::string>(unhex);
  if (bytes.has("stdin")) i.standard_input = unhex(bytes["stdin"]);
  if (bytes.has("args")) i.arguments = bytes["args"].list<std::string>(unhex);
  if (bytes.has("file_flags"))
    i.file_flags = bytes["file_flags"].list<std::vector<std::string>>(
        [](const Field& flags) { return flags.list<std::string>(unhex); });
  return i;
}

trace::Certificate certificate(const Field& f) {
  if (f["format"].integer<unsigned>() != 1) f["format"].complain("is one that this version of Heddle does not know");
  trace::Certificate c;
  c.kind = f["kind"].string();
  c.properties = f["properties"].list<trace::Property>([](const Field& name) { return property(name, name.string()); });
  c.content = f["content"].json();
  return c;
}

trace::ClaimPlace claim_place(const Field& f) {
  return {
      f["file"].string(), f["function"].string(),     f["line"].integer<uint32_t>(), f["column"].integer<uint32_t>(),
      f["call"].string(), f["threads_only"].boolean()};
}

trace::Claims claims(const Field& f) {
  trace::Claims c;
  c.ghosts = f["ghosts"].list<trace::Ghost>([](const Field& g) {
    return trace::Ghost{g["name"].string(), g["updates"].list<trace::GhostUpdate>([](const Field& u) {
                          return trace::GhostUpdate{claim_place(u["at"]), u["value"].string(), u["needed"].boolean()};
                        })};
  });
  c.all = f["facts"].list<trace::Claim>([](const Field& fact) {
    return trace::Claim{fact["value"].string(), fact["ghosts"].strings(),
                        fact["variables"].list<trace::ClaimVariable>([](const Field& v) {
                          return trace::ClaimVariable{v["name"].string(), v["file"].string(),
                                                      v["line"].integer<uint32_t>()};
                        }),
                        fact["threads_only"].boolean(), fact["exactly"].boolean()};
  });
  c.places = f["places"].list<trace::ClaimPlace>(claim_place);
  return c;
}

trace::Suspicion suspicion(const Field& f) {
  return {property(f["property"], f["property"].string()), f["places"].list<trace::SuspectPlace>([](const Field& p) {
            return trace::SuspectPlace{p["file"].string(), p["line"].integer<uint32_t>(),
                                       p["column"].integer<uint32_t>(), p["access"].string(),
                                       p["event"].integer<model::EventId>()};
          })};
}

trace::Bound bound(const Field& f) {
  trace::Bound b;
  if (f.has("unwind")) b.unwind = f["unwind"].integer<unsigned>();
  b.threads = f["threads"].integer<unsigned>();
  b.complete = f["complete"].boolean();
  return b;
}

trace::Result result(const Field& f) {
  trace::Result r;
  f["heddle"].string();
  r.verdict = verdict(f["verdict"]);
  r.requested = requested(f["property"]);
  r.engine = f["engine"].string();
  for (const auto& [name, value] : f["properties"].entries<trace::Verdict>(verdict))
    r.properties[property(f["properties"], name)] = trace::Judgement::as_read(value);
  r.input = input_files(f["input"]);
  r.reason = f.string_or_empty("reason");
  if (f.has("reason_code")) r.reason_code = reason(f["reason_code"]);
  if (f.has("suspicions")) r.suspicions.all = f["suspicions"].list<trace::Suspicion>(suspicion);
  r.bound = bound(f["bound"]);
  r.violations = f["violations"].list<trace::Violation>(violation);
  if (f.has("undefined_behaviour")) r.undefined_behaviour = f["undefined_behaviour"].list<trace::Violation>(violation);
  if (f.has("certificates")) r.certificates = f["certificates"].list<trace::Certificate>(certificate);
  if (f.has("claims")) r.claims = claims(f["claims"]);
  r.validated = f["validated"].string();
  r.judged = f.string_or_empty("judged");
  r.from_cache = f.string_or_empty("from_cache");
  r.unmodelled = f["unmodelled"].strings();
  r.stats = f["stats"].entries<double>([](const Field& v) { return v.real(); });
  return r;
}

trace::Act recorded_act(const Field& f) {
  std::vector<uint64_t> n = f.list<uint64_t>([](const Field& v) { return v.integer<uint64_t>(); });
  if (n.size() != 5 || n[0] > 255 || n[1] > ~0u || n[2] > static_cast<uint64_t>(trace::kReturned) || n[3] > ~0u)
    f.complain("should be five numbers that say what a thread did");
  return {static_cast<int>(n[0]),
          static_cast<model::EventId>(n[1]),
          static_cast<trace::ActKind>(n[2]),
          -1,
          static_cast<uint32_t>(n[3]),
          n[4]};
}

trace::Ending ending(const Field& f) {
  for (auto e : {trace::Ending::Finished, trace::Ending::Assertion, trace::Ending::Crashed, trace::Ending::Stopped})
    if (f.string() == text(e)) return e;
  f.complain("names an unknown end \"" + f.string() + "\"");
}

trace::Recording recording(const Field& f) {
  trace::Recording r;
  f["heddle"].string();
  r.input = input_files(f["input"]);
  r.arguments = f["arguments"].strings();
  if (f.has("argument_bytes")) r.arguments = f["argument_bytes"].list<std::string>(unhex);
  r.ending = ending(f["outcome"]);
  r.exit_code = f["exit_code"].integer<int>();
  r.signal = f["signal"].integer<int>();
  r.acts = f["acts"].list<trace::Act>(recorded_act);
  r.full = f["full"].boolean();
  return r;
}

std::vector<model::EventId> events(const Field& f) {
  return f.list<model::EventId>([](const Field& event) { return event.integer<model::EventId>(); });
}

trace::Schedule schedule(const Field& f) {
  trace::Schedule s;
  s.fair = f["fair"].string() == "always";
  if (f.has("rounds")) s.rounds = f["rounds"].integer<unsigned>();
  if (f.has("slow")) s.slow = f["slow"].strings();
  if (f.has("replicate")) s.replicate = f["replicate"].integer<unsigned>();
  s.threads = f["threads"].strings();
  f["nodes"].each([&](const Field& node) {
    trace::Schedule::Node n;
    node["threads"].each([&](const Field& w) {
      trace::Schedule::Where& where = n.threads.emplace_back();
      where.file = w["file"].string();
      where.function = w["function"].string();
      where.state = w["state"].string();
      where.line = w["line"].integer<uint32_t>();
      if (w.has("comes_to")) where.comes_to = events(w["comes_to"]);
      if (w.has("may_end")) where.may_end = w["may_end"].boolean();
    });
    if (node.has("facts")) n.facts = node["facts"].strings();
    node["edges"].each([&](const Field& e) {
      trace::Schedule::Edge edge;
      edge.thread = e["thread"].integer<unsigned>();
      edge.to = e["to"].integer<uint32_t>();
      edge.file = e["file"].string();
      edge.function = e["function"].string();
      edge.line = e["line"].integer<uint32_t>();
      edge.guard = e.string_or_empty("guard");
      edge.events = events(e["events"]);
      edge.starts = e.thread_or_none("starts");
      n.edges.push_back(std::move(edge));
    });
    if (node.has("goes_on_at")) n.goes_on_at = node["goes_on_at"].integer<uint32_t>();
    if (node.has("ends")) n.ends = node["ends"].boolean();
    s.nodes.push_back(std::move(n));
  });
  return s;
}

SafeSchedule safe_schedule(const Field& f) {
  f["heddle"].string();
  if (f["kind"].string() != "safe") f["kind"].complain("should be safe");
  if (f["format"].integer<unsigned>() != 1) f["format"].complain("is one that this version of Heddle does not know");
  SafeSchedule s;
  s.input = input_files(f["input"]);
  s.schedule = schedule(f);
  if (f.has("certificate")) s.schedule.certificate = f["certificate"].json();
  return s;
}

Json parse(std::istream& in) {
  try {
    return Json::parse(in);
  } catch (const nlohmann::json::exception& e) {
    throw InputError(std::string("not a Heddle result: not valid JSON: ") + e.what());
  }
}

}  // namespace

trace::Result read_json(std::istream& in) {
  Json object = parse(in);
  return result(Field(object, ""));
}

std::variant<trace::Result, trace::Recording, SafeSchedule> read_judgeable(std::istream& in) {
  Json object = parse(in);
  Field f(object, "");
  if (f.has("recording")) return recording(f);
  if (f.has("kind")) return safe_schedule(f);
  return result(f);
}

std::pair<trace::Schedule, trace::InputFiles> read_schedule(std::istream& in) {
  Json object = parse(in);
  Field f(object, "");
  if (!f.has("kind") || !f.has("nodes"))
    throw InputError("not a safe schedule: a violation that `heddle replay` shows, or another file");
  SafeSchedule safe = safe_schedule(f);
  return {std::move(safe.schedule), std::move(safe.input)};
}

std::variant<trace::Result, trace::Recording> read_replayable(std::istream& in) {
  Json object = parse(in);
  Field f(object, "");
  if (f.has("recording")) return recording(f);
  return result(f);
}

}  // namespace heddle::report
