// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON contract: exact keys in order, round trip, and complaints that name the field.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/check.h"
#include "report/report.h"
#include "report_results.h"

namespace heddle {
namespace {

using namespace report_test;
using Json = nlohmann::ordered_json;
using Keys = std::vector<std::string>;

std::string json_of(const trace::Result& r) {
  std::ostringstream out;
  report::write_json(out, r);
  return out.str();
}

trace::Result read(const std::string& text) {
  std::istringstream in(text);
  return report::read_json(in);
}

Keys keys(const Json& object) {
  Keys out;
  for (const auto& [key, value] : object.items()) out.push_back(key);
  return out;
}

std::string complaint(const Json& object) {
  try {
    read(object.dump());
  } catch (const InputError& e) {
    return e.what();
  }
  return "no complaint";
}

trace::Result full() {  // every field differs from its default
  trace::Result r = race();
  r.input = {{"bank.c", "b.c"}, {"-DX=1", "-I."}, {"aa", "bb"}, "/somewhere", "ilp32", {}};
  r.reason_code = trace::Reason::WideInput;
  r.reason = "input too wide: x";
  r.bound = {4, 3, true};
  r.undefined_behaviour = deadlock().violations;
  r.unmodelled = {"frobnicate"};
  trace::Step& s = r.violations[0].trace.steps[2];
  s.event = 42;
  s.function = "deposit";
  s.locals = {{"n", "5"}, {"p", "&balance"}};
  s.choices = {0, ~uint64_t{0}};
  r.violations[0].trace.lasso_start = 1;
  return r;
}

TEST(report_json, keys_are_the_contract) {
  Json j = Json::parse(json_of(full()));
  EXPECT_EQ(keys(j),
            (Keys{"heddle", "verdict", "property", "engine", "properties", "assumes", "input", "reason", "reason_code",
                  "bound", "violations", "undefined_behaviour", "validated", "unmodelled", "stats"}));
  EXPECT_EQ(keys(j["input"]), (Keys{"files", "cwd", "cflags", "data_model", "sha256"}));
  EXPECT_EQ(keys(j["bound"]), (Keys{"unwind", "threads", "complete"}));
  const Json& v = j["violations"][0];
  EXPECT_EQ(keys(v), (Keys{"property", "kind", "message", "locations", "trace"}));
  EXPECT_EQ(keys(v["locations"][0]), (Keys{"file", "line", "column", "function", "thread", "access", "object", "holds",
                                           "waits_for", "waits_for_thread"}));
  EXPECT_EQ(keys(v["trace"]), (Keys{"threads", "steps", "gap", "lasso_start", "inputs", "script"}));
  EXPECT_EQ(keys(v["trace"]["threads"][0]), (Keys{"id", "name", "parent", "file", "line"}));
  EXPECT_EQ(keys(v["trace"]["steps"][0]),
            (Keys{"thread", "file", "line", "column", "function", "text", "event", "kind", "object", "value", "locals",
                  "choices", "other_thread", "matters", "repeats"}));
  EXPECT_EQ(keys(v["trace"]["inputs"][0]), (Keys{"thread", "function", "file", "line", "value", "bits", "times"}));
}

TEST(report_json, values_as_the_contract_spells_them) {
  Json j = Json::parse(json_of(race()));
  EXPECT_EQ(j["heddle"], "0.1.0");
  EXPECT_EQ(j["verdict"], "false");
  EXPECT_EQ(j["property"], "unreach-call,no-data-race");
  EXPECT_EQ(j["properties"], (Json{{"unreach-call", "unknown"}, {"no-data-race", "false"}}));
  EXPECT_TRUE(j["reason"].is_null());
  EXPECT_TRUE(j["bound"]["unwind"].is_null());
  EXPECT_EQ(j["violations"][0]["trace"]["steps"][2]["kind"], "read");
  EXPECT_TRUE(j["violations"][0]["trace"]["lasso_start"].is_null());
  EXPECT_EQ(j["stats"].dump(), R"({"states":1234,"seconds":0.41,"peak_mib":61})");
}

TEST(report_json, a_proof_is_told_with_its_evidence) {
  trace::Result r = race();
  EXPECT_FALSE(Json::parse(json_of(r)).contains("evidence"));
  trace::Refuted refuted;
  refuted.violation = {"a violation", 3, trace::Answer::Unsat};
  refuted.beyond = {"more rounds", 0, trace::Answer::Unsat};
  refuted.undefined = {"something undefined", 5, trace::Answer::Unsat};
  refuted.bound = "2 rounds";
  r.properties[trace::Property::UnreachCall] = *trace::Complete::of(refuted);
  Json j = Json::parse(json_of(r))["evidence"];
  EXPECT_EQ(keys(j), (Keys{"unreach-call"}));
  EXPECT_EQ(j["unreach-call"]["kind"], "refuted");
  EXPECT_EQ(j["unreach-call"]["undefined"].dump(), R"({"what":"something undefined","conditions":5,"answer":"unsat"})");
  EXPECT_EQ(j["unreach-call"]["bound"], "2 rounds");
  trace::Shown shown{"every loop ends", "Z3", trace::Opposite{4, trace::Answer::Unsat}};
  r.properties[trace::Property::UnreachCall] = *trace::Complete::of(trace::Certified{"why", {"x > 0"}, {shown}});
  j = Json::parse(json_of(r))["evidence"];
  EXPECT_EQ(j["unreach-call"]["parts"][0].dump(), R"({"what":"every loop ends","by":"Z3","opposite":"unsat","of":4})");
  trace::Certified parts{"why", {}, {{"no others race", "invariants", trace::Looked{"pairs", 9, 5, 2, 0}, "a.c:1"}}};
  parts.parts.push_back(trace::shown_by("bmc-order", "nor do these", *trace::Complete::of(refuted)));
  r.properties[trace::Property::UnreachCall] = *trace::Complete::of(parts);
  j = Json::parse(json_of(r))["evidence"]["unreach-call"];
  EXPECT_EQ(j["safe_memory_assumed_at"], "a.c:1") << "the condition of a part is one of the whole";
  j = j["parts"];
  EXPECT_FALSE(j[0].contains("opposite")) << "nothing was refuted";
  EXPECT_EQ(j[0]["looked_at"], 5);
  EXPECT_EQ(j[0]["suspected"], 2);
  EXPECT_EQ(j[0]["safe_memory_assumed_at"], "a.c:1");
  EXPECT_EQ(j[1]["proof"]["kind"], "refuted");
}

TEST(report_json, a_certificate_is_kept_as_it_is) {
  trace::Result r = race();
  EXPECT_FALSE(Json::parse(json_of(r)).contains("certificates"));
  r.certificates = {{"tree", {trace::Property::UnreachCall}, R"({"nodes":[1,2.5,"\u00fc"]})"}};
  r.judged = "certified";
  r.input.weak_fairness = true;
  trace::Result back = read(json_of(r));
  ASSERT_EQ(back.certificates.size(), 1u);
  EXPECT_EQ(back.certificates[0].kind, "tree");
  EXPECT_EQ(back.certificates[0].properties, r.certificates[0].properties);
  EXPECT_EQ(Json::parse(back.certificates[0].content), Json::parse(r.certificates[0].content));
  EXPECT_EQ(back.judged, "certified");
  EXPECT_TRUE(back.input.weak_fairness);
  Json later = Json::parse(json_of(r));
  later["certificates"][0]["format"] = 2;
  EXPECT_THROW(read(later.dump()), InputError);
  r.certificates[0].content = "no JSON";
  EXPECT_THROW(json_of(r), InternalError);
}

TEST(report_json, claims_come_back) {
  trace::Result r = race();
  EXPECT_FALSE(Json::parse(json_of(r)).contains("claims"));
  const trace::ClaimPlace at{"a.c", "f", 3, 5, "pthread_mutex_lock", true};
  r.claims = {
      {{"m_locked", {{at, "1", false}}}}, {{"m_locked || x == 0", {"m_locked"}, {{"x", "a.c", 1}}, true, false}}, {at}};
  const trace::Claims back = read(json_of(r)).claims;
  ASSERT_EQ(back.ghosts.size(), 1u);
  EXPECT_EQ(back.ghosts[0].updates[0].at.call, "pthread_mutex_lock");
  EXPECT_FALSE(back.ghosts[0].updates[0].needed);
  ASSERT_EQ(back.all.size(), 1u);
  EXPECT_EQ(back.all[0].value, "m_locked || x == 0");
  EXPECT_EQ(back.all[0].variables[0].line, 1u);
  EXPECT_TRUE(back.all[0].threads_only);
  ASSERT_EQ(back.places.size(), 1u);
  EXPECT_EQ(back.places[0].column, 5u);
}

// race() leaves unreach-call undecided; no-data-race is violated.
TEST(report_json, suspicions_of_what_is_unknown_come_back) {
  trace::Result r = race();
  r.suspicions.all = {{trace::Property::UnreachCall, {{"bank.c", 7, 3, "error", 0}}},
                      {trace::Property::NoDataRace, {{"bank.c", 5, 14, "read", 8}, {"bank.c", 6, 2, "write", 9}}}};
  const Json object = Json::parse(json_of(r));
  ASSERT_EQ(object["suspicions"].size(), 1u);
  EXPECT_EQ(keys(object["suspicions"][0]), (Keys{"property", "places"}));
  EXPECT_EQ(keys(object["suspicions"][0]["places"][0]), (Keys{"file", "line", "column", "access", "event"}));
  const trace::Result back = read(json_of(r));
  ASSERT_EQ(back.suspicions.all.size(), 1u);
  EXPECT_EQ(back.suspicions.all[0].property, trace::Property::UnreachCall);
  EXPECT_EQ(back.suspicions.all[0].places[0].line, 7u);
  EXPECT_EQ(json_of(back), json_of(r));
  EXPECT_FALSE(Json::parse(json_of(race())).contains("suspicions"));
}

TEST(report_json, one_object_on_one_line) {
  std::string text = json_of(full());
  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(report_json, round_trip_keeps_everything) {
  for (const trace::Result& r : {full(), race(), deadlock()}) EXPECT_EQ(json_of(read(json_of(r))), json_of(r));
  trace::Result r = read(json_of(full()));
  EXPECT_EQ(r.violations[0].trace.steps[2].choices, (std::vector<uint64_t>{0, ~uint64_t{0}}));
  EXPECT_EQ(r.violations[0].trace.steps[2].event, 42u);
  EXPECT_EQ(r.violations[0].trace.steps[2].locals[1].second, "&balance");
  EXPECT_EQ(r.violations[0].locations[1].holds, (std::vector<std::string>{"m", "n"}));
  EXPECT_EQ(r.undefined_behaviour[0].locations[0].waits_for_thread, 2);
  EXPECT_EQ(r.reason_code, trace::Reason::WideInput);
  EXPECT_EQ(r.bound.unwind, 4u);
  EXPECT_FALSE(r.violations[0].trace.steps[3].matters);
  EXPECT_EQ(r.violations[0].trace.lasso_start, 1u);
}

TEST(report_json, every_reason_and_property_round_trips) {
  for (int i = 0; i <= static_cast<int>(trace::Reason::ProofRefused); ++i) {
    trace::Result r = race();
    r.reason_code = static_cast<trace::Reason>(i);
    EXPECT_EQ(read(json_of(r)).reason_code, r.reason_code);
  }
  for (int i = 0; i < trace::kProperties; ++i) {
    trace::Result r;
    r.requested = {static_cast<trace::Property>(i)};
    r.properties[r.requested[0]] = trace::Judgement::as_read(trace::Verdict::True);
    EXPECT_EQ(read(json_of(r)).properties, r.properties);
  }
}

TEST(report_json, invalid_utf8_is_replaced) {
  trace::Result r = race();
  r.violations[0].message = "a\xff\xfe z";
  std::string text = json_of(r);
  EXPECT_NE(text.find("a\uFFFD\uFFFD z"), std::string::npos);
  EXPECT_NO_THROW(read(text));
}

TEST(report_json, complaints_name_the_field) {
  Json good = Json::parse(json_of(race())), j = good;
  j["violations"][0]["trace"]["steps"][3]["line"] = "twelve";
  EXPECT_NE(complaint(j).find("violations[0].trace.steps[3].line should be a whole number"), std::string::npos)
      << complaint(j);
  j = good;
  j.erase("input");
  EXPECT_NE(complaint(j).find("lacks the field \"input\""), std::string::npos) << complaint(j);
  j = good;
  j["verdict"] = "perhaps";
  EXPECT_NE(complaint(j).find("verdict should be"), std::string::npos) << complaint(j);
  j = good;
  j["violations"][0]["trace"]["steps"][0]["kind"] = "dances";
  EXPECT_NE(complaint(j).find("\"dances\""), std::string::npos) << complaint(j);
  j = good;
  j["violations"][0]["trace"]["steps"][0]["thread"] = 9;
  EXPECT_NE(complaint(j).find("step 0 names thread 9"), std::string::npos) << complaint(j);
  j = good;
  j["violations"][0]["trace"]["lasso_start"] = 8;
  EXPECT_NE(complaint(j).find("lasso_start should be the index of a step"), std::string::npos) << complaint(j);
  j = good;
  j["properties"]["peace"] = "true";
  EXPECT_NE(complaint(j).find("unknown property \"peace\""), std::string::npos) << complaint(j);
  EXPECT_NE(complaint(Json::array()).find("should be an object"), std::string::npos);
}

TEST(report_json, fields_of_later_versions_are_left_alone) {
  Json j = Json::parse(json_of(race()));
  j["mood"] = "good";
  j.erase("undefined_behaviour");
  j.erase("reason_code");
  EXPECT_EQ(complaint(j), "no complaint");
}

TEST(report_json, broken_files_are_refused) {
  EXPECT_THROW(read(""), InputError);
  EXPECT_THROW(read("{\"heddle\": "), InputError);
  EXPECT_THROW(read("[1, 2]"), InputError);
  EXPECT_THROW(read("{}"), InputError);
}

TEST(report_json, long_scripts_are_folded_and_come_back) {
  trace::Result r = race();
  trace::Script& script = r.violations[0].trace.script;
  script.expected = trace::Expected::Livelock;
  int order = 0;
  for (int part = 0; part < 2; ++part) {
    for (int outer = 0; outer < 300; ++outer) {
      script.acts.push_back({0, 5, trace::ActKind::Perform, -1, 0, 0});
      for (int inner = 0; inner < 40; ++inner) {
        script.acts.push_back({1, 7, trace::ActKind::Perform, order, 4, ~uint64_t{0}});
        script.acts.push_back({1, 8, trace::ActKind::Perform, order++, 4, 0});
      }
    }
    if (part == 0) script.loop = script.acts.size();
  }
  std::string text = json_of(r);
  EXPECT_LT(text.size(), 10000u);
  EXPECT_EQ(Json::parse(text)["violations"][0]["trace"]["script"]["version"], 2);
  trace::Result again = read(text);
  const trace::Script& back = again.violations[0].trace.script;
  EXPECT_EQ(back.loop, script.loop);
  ASSERT_EQ(back.acts.size(), script.acts.size());
  for (size_t i = 0; i < script.acts.size(); ++i) {
    const trace::Act &a = script.acts[i], &b = back.acts[i];
    ASSERT_TRUE(a.thread == b.thread && a.event == b.event && a.kind == b.kind && a.order == b.order &&
                a.size == b.size && a.value == b.value)
        << i;
  }
}

TEST(report_json, rounds_without_end_are_refused) {
  Json j = Json::parse(json_of(race()));
  Json& script = j["violations"][0]["trace"]["script"];
  Json bomb = {{1, 7, 0, 0, 0, 0}};
  for (int depth = 0; depth < 10; ++depth) bomb = Json::array({Json{{"rounds", 1000}, {"orders", 0}, {"acts", bomb}}});
  for (const Json& acts :
       {bomb, Json::array({Json{{"rounds", 3}, {"orders", 1}, {"acts", Json::array()}}}), Json::array({7}),
        Json::array({Json{{"rounds", 100000}, {"orders", 1000000}, {"acts", {{1, 7, 0, 0, 0, 0}}}}})}) {
    script["acts"] = acts;
    EXPECT_NE(complaint(j), "no complaint");
  }
  script["acts"] = Json::array();
  script["version"] = 3;
  EXPECT_NE(complaint(j).find("version"), std::string::npos);
}

TEST(report_json, names_that_are_not_utf8_come_back) {
  trace::Result r = race();
  r.input.files = {"a\xff.c"};
  r.input.cwd = "/x\x80";
  Json j = Json::parse(json_of(r));
  EXPECT_EQ(j["input"]["bytes"]["files"][0], "61ff2e63");
  trace::Result back = read(json_of(r));
  EXPECT_EQ(back.input.files, r.input.files);
  EXPECT_EQ(back.input.cwd, r.input.cwd);
  j["input"]["bytes"]["files"][0] = "6";
  EXPECT_NE(complaint(j).find("hexadecimal"), std::string::npos);
}

TEST(report_json, recordings_come_back) {
  trace::Recording r;
  r.input = {{"a.c"}, {"-DX"}, {"aa"}, "/somewhere", "lp64", {}};
  r.arguments = {"x", "--y"};
  r.ending = trace::Ending::Crashed;
  r.signal = 11;
  r.acts = {{1, 42, trace::ActKind::Relock, -1, 8, ~uint64_t{0}}};
  r.full = true;
  std::ostringstream out;
  report::write_json(out, r);
  EXPECT_EQ(keys(Json::parse(out.str())),
            (Keys{"heddle", "recording", "input", "arguments", "outcome", "exit_code", "signal", "acts", "full"}));
  std::istringstream in(out.str());
  trace::Recording back = std::get<trace::Recording>(report::read_replayable(in));
  EXPECT_EQ(back.arguments, r.arguments);
  EXPECT_EQ(back.ending, r.ending);
  EXPECT_EQ(back.signal, 11);
  EXPECT_TRUE(back.full);
  ASSERT_EQ(back.acts.size(), 1u);
  EXPECT_EQ(back.acts[0].event, 42u);
  EXPECT_EQ(back.acts[0].kind, trace::ActKind::Relock);
  EXPECT_EQ(back.acts[0].value, ~uint64_t{0});
}

TEST(report_json, replays_have_the_agreed_keys) {
  trace::Replay r{
      4,
      5,
      {{5, 5, "assertion failed at a.c:1", ""}, {4, 5, "the program hung", "the program hung; thread 0 is running"}}};
  std::ostringstream out;
  report::write_json(out, r);
  Json object = Json::parse(out.str());
  EXPECT_EQ(keys(object), (Keys{"reproduced", "runs", "outcome", "violations"}));
  EXPECT_EQ(object["outcome"], "assertion failed at a.c:1; the program hung");
  EXPECT_EQ(keys(object["violations"][0]), (Keys{"reproduced", "runs", "outcome", "diverged"}));
  EXPECT_TRUE(object["violations"][0]["diverged"].is_null());
}

}  // namespace
}  // namespace heddle
