// SPDX-License-Identifier: GPL-3.0-or-later
// The page of text: every expected text here is written by hand from what a reader should see.
#include "report/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "report_results.h"

namespace heddle {
namespace {

using namespace report_test;

std::string text_of(trace::Result r, const report::TextStyle& style = {}) {
  Sources sources;
  r.input.cwd = sources.path();
  std::ostringstream out;
  report::write_text(out, r, style);
  return out.str();
}

report::TextStyle plain(int width) {
  report::TextStyle s;
  s.width = width;
  s.utf8 = false;
  return s;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string last_line(const std::string& text) {
  size_t end = text.rfind('\n', text.size() - 2);
  return text.substr(end == std::string::npos ? 0 : end + 1);
}

TEST(report_text, race_on_one_page) {
  report::TextStyle style;
  style.width = 80;
  style.saved_to = "result.json";
  EXPECT_EQ(text_of(race(), style), R"(✗ data race on balance

  bank.c:6 in deposit
     6 │     balance = seen + 5;
       │     ^ thread 1 (deposit) writes balance, holding no lock
  bank.c:5 in deposit
     5 │   int seen = balance;
       │              ^ thread 2 (deposit) reads balance, holding m and n

  interleaving in bank.c (5 of 7 steps, all with --full-trace)
       thread 0 (main)       thread 1 (deposit)        thread 2 (deposit)
    1  ● 12 starts thread 1 ─▶
    2  ● 13 starts thread 2 ───────────────────────────▶
    3  │                     ●  5 reads balance → 10   │
    ⋮  2 steps
    6  │                     ✗  6 writes balance = 15  │
    7  │                     │                         ✗  5 reads balance → 15

  inputs
    __VERIFIER_nondet_int() = -3  (thread 0, bank.c:11)

? unreach-call
  unknown: not decided; without --all the search stops at the first violation
replay: heddle replay result.json
explore, 1,234 states, 0.41 s, 61 MiB, trace simulated
verdict: false(no-data-race)
)");
}

TEST(report_text, deadlock_with_ring_and_source_beside_the_lanes) {
  report::TextStyle style;
  style.width = 100;
  EXPECT_EQ(text_of(deadlock(), style), R"(✗ deadlock

  pair.c:4 in left
     4 │   lock(&b);
       │   ^ thread 1 (left) waits for b
  pair.c:8 in right
     8 │   lock(&a);
       │   ^ thread 2 (right) waits for a

  ┌─▶ thread 1 (left)   holds a  waits for b, held by thread 2
  │   ▼
  └── thread 2 (right)  holds b  waits for a, held by thread 1

  interleaving in pair.c
       thread 0 (main)       thread 1 (left)   thread 2 (right)
    1  ● 11 starts thread 1 ─▶                                   pthread_create(&t, 0, f, 0);
    2  ● 12 starts thread 2 ───────────────────▶                 pthread_create(&t, 0, f, 0);
    3  │                     ●  3 locks a      │                 lock(&a);
    4  │                     │                 ●  7 locks b      lock(&b);
       │                     ✗  4 waits for b  ✗  8 waits for a

replay: check again with -o result.json, then heddle replay result.json
explore
verdict: false(no-deadlock)
)");
}

TEST(report_text, narrow_terminal_gets_a_list_in_ascii) {
  EXPECT_EQ(text_of(deadlock(), plain(50)), R"(x deadlock

  pair.c:4 in left
     4 |   lock(&b);
       |   ^ thread 1 (left) waits for b
  pair.c:8 in right
     8 |   lock(&a);
       |   ^ thread 2 (right) waits for a

  +-> thread 1 (left)   holds a  waits for b
  |   v
  +-- thread 2 (right)  holds b  waits for a

  interleaving
    1. thread 0  pair.c:11  starts thread 1
    2. thread 0  pair.c:12  starts thread 2
    3. thread 1  pair.c:3   locks a
    4. thread 2  pair.c:7   locks b
     x thread 1  pair.c:4   waits for b
     x thread 2  pair.c:8   waits for a

replay: check again with -o result.json, then heddle replay result.json
explore
verdict: false(no-deadlock)
)");
}

TEST(report_text, atomic_updates_show_both_values) {
  trace::Result r = race();
  r.violations[0].trace.steps[2].kind = EventKind::Rmw;
  r.violations[0].trace.steps[2].value = "10 -> 11";
  report::TextStyle style;
  style.width = 100;
  EXPECT_TRUE(contains(text_of(r, style), "●  5 updates balance: 10 → 11")) << text_of(r, style);
}

TEST(report_text, remarks_stand_in_brackets) {
  trace::Result r = deadlock();
  r.violations[0].trace.steps[3].kind = EventKind::TryLock;
  r.violations[0].trace.steps[3].value = "busy";
  EXPECT_TRUE(contains(text_of(r), "●  7 tries to lock b (busy)"));
}

TEST(report_text, steps_after_the_last_that_matters_are_left_out) {
  trace::Result r = race();
  auto& steps = r.violations[0].trace.steps;
  steps.push_back(step(1, "", 0, 0, EventKind::ThreadExit, "", "", ""));
  steps.back().matters = false;
  EXPECT_FALSE(contains(text_of(r), "ends"));
}

TEST(report_text, many_threads_get_a_list) {
  trace::Result r = race();
  trace::Trace& t = r.violations[0].trace;
  for (int i = 3; i < 8; ++i) {
    t.threads.push_back({i, "deposit", 0, "bank.c", 14});
    t.steps.push_back(step(i, "bank.c", 5, 14, EventKind::Read, "balance", "15", "int seen = balance;"));
  }
  report::TextStyle wide;
  wide.width = 300;
  EXPECT_TRUE(contains(text_of(r, wide), "   12. thread 7  bank.c:5   reads balance → 15\n"));
}

TEST(report_text, long_names_keep_their_end_and_the_value) {
  trace::Result r = race();
  for (trace::Step& s : r.violations[0].trace.steps)
    if (s.object == "balance") s.object = "the_bank->branches[3].accounts[17].balance";
  std::string text = text_of(r, plain(80));
  EXPECT_TRUE(contains(text, ".balance = 15")) << text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(report_text, lasso_is_bracketed) {
  trace::Result r = deadlock();
  r.violations[0].kind = "livelock";
  r.violations[0].message = "livelock: threads 1 and 2 never get on";
  r.violations[0].locations.clear();
  r.violations[0].trace.lasso_start = 1;
  EXPECT_EQ(text_of(r, plain(80)), R"(x livelock: threads 1 and 2 never get on

  interleaving in pair.c
         thread 0 (main)       thread 1 (left)  thread 2 (right)
      1  * 11 starts thread 1 ->
  /@  2  * 12 starts thread 2 ------------------>
  |   3  |                     *  3 locks a     |
  \   4  |                     |                *  7 locks b
  @ the steps from 2 on repeat for ever

replay: check again with -o result.json, then heddle replay result.json
explore
verdict: false(no-deadlock)
)");
}

TEST(report_text, a_loop_that_touches_nothing_shared_has_no_steps) {
  trace::Result r = deadlock();
  r.violations[0].trace.steps.clear();
  r.violations[0].locations.clear();
  r.violations[0].trace.lasso_start = 0;
  EXPECT_TRUE(contains(text_of(r), "\n  ↻ what repeats for ever touches nothing shared\n"));
}

TEST(report_text, full_trace_shows_every_step) {
  report::TextStyle style;
  style.full_trace = true;
  std::string text = text_of(race(), style);
  EXPECT_FALSE(contains(text, "steps\n"));
  EXPECT_TRUE(contains(text, "● 14 reads x → 1"));
}

TEST(report_text, a_long_trace_loses_its_middle_but_not_its_culprits) {
  trace::Result r = race();
  auto& steps = r.violations[0].trace.steps;
  trace::Step dull = step(0, "bank.c", 20, 3, EventKind::Write, "i", "0", "i++;");
  steps.insert(steps.begin() + 6, 1000, dull);
  report::TextStyle style;
  style.width = 90;
  std::string text = text_of(r, style);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_TRUE(contains(text, "✗  6 writes balance = 15"));
}

TEST(report_text, missing_source_costs_only_the_excerpt) {
  trace::Result r = deadlock();
  for (trace::Location& l : r.violations[0].locations) l.file = "gone.c";
  std::string text = text_of(r, plain(80));
  EXPECT_TRUE(contains(text, "  gone.c:4: thread 1 (left) waits for b\n")) << text;
}

TEST(report_text, a_line_past_the_end_and_a_column_past_the_line) {
  trace::Result r = race();
  r.violations[0].locations[0].line = 999;
  r.violations[0].locations[1].column = 999;
  EXPECT_EQ(last_line(text_of(r)), "verdict: false(no-data-race)\n");
}

TEST(report_text, two_notes_on_one_line_share_the_excerpt) {
  trace::Result r = race();
  r.violations[0].locations[1].line = 6;
  r.violations[0].locations[1].column = 12;
  EXPECT_TRUE(contains(text_of(r, plain(80)), R"(
     6 |     balance = seen + 5;
       |     ^ thread 1 (deposit) writes balance, holding no lock
       |               ^ thread 2 (deposit) reads balance, holding m and n
)"));
}

TEST(report_text, self_deadlock_is_a_ring_of_one) {
  trace::Result r = deadlock();
  auto& locations = r.violations[0].locations;
  locations.resize(1);
  locations[0].waits_for = "a";
  locations[0].waits_for_thread = 1;
  EXPECT_TRUE(contains(text_of(r), "  ↻   thread 1 (left)  holds a  waits for a, held by itself\n"));
}

TEST(report_text, waiting_for_a_signal_has_no_ring) {
  trace::Result r = deadlock();
  auto& locations = r.violations[0].locations;
  locations.resize(1);
  locations[0].access = "wait";
  locations[0].waits_for = "ready";
  locations[0].waits_for_thread = -1;
  locations[0].holds.clear();
  EXPECT_TRUE(contains(text_of(r), "  thread 1 (left)  holds nothing  waits for a signal on ready\n"));
}

trace::Result without_violation(trace::Verdict v) {
  trace::Result r = race();
  r.violations.clear();
  r.validated = "none";
  r.verdict = v;
  for (auto& [property, judgement] : r.properties)
    if (v == trace::Verdict::True)
      judgement = *trace::Complete::of(trace::Exhausted{1234, 0, {}});
    else
      judgement = v;
  r.bound.threads = 3;
  return r;
}

TEST(report_text, a_proof_says_what_it_rests_on) {
  EXPECT_EQ(text_of(without_violation(trace::Verdict::True)),
            R"(✓ unreach-call  proven: the whole state space was searched, 1,234 states (3 threads, no bound)
✓ no-data-race  proven: the whole state space was searched, 1,234 states (3 threads, no bound)
explore, 1,234 states, 0.41 s, 61 MiB
verdict: true
)");
}

TEST(report_text, unknown_says_why_and_what_next) {
  trace::Result r = without_violation(trace::Verdict::Unknown);
  r.reason_code = trace::Reason::UnmodelledCall;
  r.reason = "unmodelled call: frobnicate() at bank.c:3; no violation among 1,234 states";
  r.unmodelled = {"frobnicate"};
  EXPECT_EQ(text_of(r, plain(80)), R"(? unreach-call, no-data-race
  unknown: unmodelled call: frobnicate() at bank.c:3; no violation among 1,234
           states
  next: give a definition of frobnicate in one of the checked files or with
        --model FILE.c, or say --harmless frobnicate if it returns any value and
        does nothing else
! not modelled (a proof cannot rest on it): frobnicate()
explore, 1,234 states, 0.41 s, 61 MiB
verdict: unknown
)");
}

TEST(report_text, unknown_says_what_is_still_suspected) {
  trace::Result r;
  r.requested = {trace::Property::NoDataRace, trace::Property::NoDeadlock};
  trace::conclude(r, {}, trace::Reason::TimeLimit, "far");
  auto pair = [](uint32_t line) {
    return trace::Suspicion{trace::Property::NoDataRace, {{"a.c", 12, 3, "write", 1}, {"a.c", line, 3, "read", line}}};
  };
  r.suspicions.all = {pair(30), pair(30), pair(31), {trace::Property::NoDeadlock, {{"a.c", 7, 1, "wait", 2}}},
                      pair(32), pair(33)};
  const std::string page = text_of(r, plain(100));
  EXPECT_NE(page.find("not shown: the write at a.c:12 and the read at a.c:30 are ordered\n"), std::string::npos)
      << page;
  EXPECT_NE(page.find("not shown: nobody waits for ever in the ring a.c:7\n"), std::string::npos) << page;
  EXPECT_NE(page.find("not shown: 2 more suspicions\n"), std::string::npos) << page;
  EXPECT_EQ(page.find("a.c:33"), std::string::npos) << page;
}

TEST(report_text, undefined_behaviour_is_not_a_violation) {
  trace::Result r = race();
  std::swap(r.violations, r.undefined_behaviour);
  r.verdict = trace::Verdict::Unknown;
  r.properties[trace::Property::NoDataRace] = trace::Verdict::Unknown;
  trace::Violation& v = r.undefined_behaviour[0];
  v.property = trace::Property::ValidMemsafety;
  v.kind = "out-of-bounds";
  v.message = "out-of-bounds write";
  std::string text = text_of(r);
  EXPECT_TRUE(text.starts_with("! undefined behaviour (makes a proof impossible): out-of-bounds write\n")) << text;
  EXPECT_EQ(last_line(text), "verdict: unknown\n");
}

TEST(report_text, assertion_headline) {
  trace::Result r = race();
  r.violations[0].kind = "assertion";
  r.violations[0].message = "assertion failed: total == 200";
  EXPECT_TRUE(text_of(r).starts_with("✗ assertion failed: total == 200\n"));
  r.violations[0].message = "an error call is reached";
  EXPECT_TRUE(text_of(r).starts_with("✗ an error call is reached\n"));
  r.violations[0].message = "";
  EXPECT_TRUE(text_of(r).starts_with("✗ assertion failed\n"));
}

TEST(report_text, quiet_is_headline_and_verdict) {
  report::TextStyle style;
  style.quiet = true;
  EXPECT_EQ(text_of(deadlock(), style), "✗ deadlock (pair.c:4, pair.c:8)\nverdict: false(no-deadlock)\n");
}

TEST(report_text, ascii_and_no_colour_mean_it) {
  for (const trace::Result& r : {race(), deadlock(), without_violation(trace::Verdict::True)})
    for (char c : text_of(r, plain(120))) EXPECT_TRUE((c >= 0x20 && c < 0x7F) || c == '\n') << static_cast<int>(c);
}

TEST(report_text, colour_changes_nothing_but_colour) {
  report::TextStyle style, colourful;
  colourful.colour = true;
  std::string with = text_of(race(), colourful), stripped;
  for (size_t i = 0; i < with.size(); ++i)
    if (with[i] == '\033')
      i = with.find('m', i);
    else
      stripped += with[i];
  EXPECT_NE(with, stripped);
  EXPECT_EQ(stripped, text_of(race(), style));
}

TEST(report_text, nothing_from_outside_reaches_the_terminal_raw) {
  trace::Result r = race();
  trace::Violation& v = r.violations[0];
  for (trace::Location& l : v.locations) l.object = "evil\033[2J\xff";
  for (trace::Step& s : v.trace.steps) s.object = s.value = s.text = "evil\033]0;x\007\x80";
  for (trace::TraceThread& t : v.trace.threads) t.name = "a\033b";
  v.trace.inputs[0].value = "\033c";
  r.reason = "\033[1m";
  std::string text = text_of(r);
  EXPECT_FALSE(contains(text, "\033"));
  EXPECT_FALSE(contains(text, "\007"));
}

TEST(report_text, every_width_is_survived) {
  trace::Result many_files = race();
  for (trace::Step& s : many_files.violations[0].trace.steps)
    s.file = "a_file_with_a_very_long_name_" + std::to_string(s.line) + ".c";
  for (const trace::Result& r : {race(), deadlock(), many_files})
    for (int width = -1; width < 200; ++width)
      EXPECT_EQ(last_line(text_of(r, plain(width))).substr(0, 14), "verdict: false");
}

TEST(report_text, an_empty_result_still_ends_with_a_verdict) {
  EXPECT_EQ(text_of(trace::Result{}), "verdict: unknown\n");
}

}  // namespace
}  // namespace heddle
