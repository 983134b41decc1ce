// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <random>

#include "trace/contradictions.h"
#include "trace/folded_steps.h"

namespace heddle::trace {
namespace {

struct Key {
  uint64_t operator()(int i) const { return mixed(0, static_cast<uint64_t>(i)); }
};
using IntFolder = Folder<int, Key, std::equal_to<int>>;

void unfold(const std::vector<Folded<int>>& nodes, std::vector<int>& out) {
  for (const Folded<int>& n : nodes) {
    if (n.rounds == 0) out.push_back(n.item);
    for (uint64_t k = 0; k < n.rounds; ++k) unfold(n.first, out);
  }
}

std::vector<int> there_and_back(const std::vector<int>& items, size_t* size = nullptr) {
  IntFolder folder;
  for (int i : items) folder.push(i);
  if (size) *size = folder.nodes().size();
  std::vector<int> out;
  unfold(folder.nodes(), out);
  return out;
}

TEST(trace_fold, a_loop_takes_the_room_of_a_node) {
  std::vector<int> items{9};
  for (int round = 0; round < 1000; ++round)
    for (int i : {1, 2, 3}) items.push_back(i);
  items.push_back(9);
  size_t size = 0;
  EXPECT_EQ(there_and_back(items, &size), items);
  EXPECT_EQ(size, 3u);
}

TEST(trace_fold, loops_in_loops) {
  std::vector<int> items;
  for (int a = 0; a < 50; ++a) {
    items.push_back(1);
    for (int b = 0; b < 20; ++b) {
      items.push_back(2);
      for (int c = 0; c < 30; ++c) items.push_back(3);
    }
    items.push_back(4);
  }
  size_t size = 0;
  EXPECT_EQ(there_and_back(items, &size), items);
  EXPECT_EQ(size, 1u);
}

TEST(trace_fold, nothing_is_lost_of_random_sequences) {
  std::mt19937 random(7);
  for (int run = 0; run < 300; ++run) {
    std::vector<int> items;
    while (items.size() < 2000) {  // rounds of random length, some of them often
      std::vector<int> round;
      for (unsigned n = random() % 5 + 1; n > 0; --n) round.push_back(static_cast<int>(random() % 3));
      for (unsigned n = random() % 40; n > 0; --n) items.insert(items.end(), round.begin(), round.end());
    }
    EXPECT_EQ(there_and_back(items), items);
  }
}

TEST(trace_fold, a_seal_keeps_parts_apart) {
  IntFolder folder;
  for (int i = 0; i < 20; ++i) folder.push(1);
  folder.seal();
  for (int i = 0; i < 20; ++i) folder.push(1);
  ASSERT_EQ(folder.nodes().size(), 2u);
  EXPECT_EQ(folder.nodes()[0].rounds, 20u);
  EXPECT_EQ(folder.nodes()[1].rounds, 20u);
}

Step step(model::EventId event, const std::string& value = "") {
  Step s;
  s.event = event;
  s.value = value;
  return s;
}

TEST(trace_fold, marks_say_what_was_left_out) {
  StepFolder folder;
  std::vector<model::EventId> executed;
  auto push = [&](model::EventId event) {
    executed.push_back(event);
    folder.push(step(event, std::to_string(executed.size())));
  };
  push(9);
  for (int a = 0; a < 10; ++a) {
    for (int b = 0; b < 12; ++b) push(1);
    push(2);
  }
  push(8);
  Trace t;
  t.steps = marked(folder.take());
  ASSERT_EQ(t.steps.size(), 1 + 2 * (2 + 1) + 1u);
  ASSERT_EQ(t.steps[1].repeats.size(), 2u);
  EXPECT_EQ(t.steps[1].repeats[0].rounds, 10u);
  EXPECT_EQ(t.steps[1].repeats[0].steps, 3u);
  EXPECT_EQ(t.steps[1].repeats[1].rounds, 12u);
  EXPECT_EQ(t.steps[6].value, std::to_string(executed.size() - 1)) << "the last round is the last one";
  ASSERT_TRUE(folds(t));
  EXPECT_EQ(folds(t)->taken, executed.size());
  std::vector<model::EventId> again;
  for (size_t i : unfolded(t)) again.push_back(t.steps[i].event);
  EXPECT_EQ(again, executed);
}

TEST(trace_fold, marks_that_cannot_be_are_noticed) {
  Trace t;
  t.steps = {step(1), step(1), step(2)};
  t.steps[0].repeats = {{5, 1}};
  EXPECT_EQ(folds(t)->taken, 6u);
  for (Repeats bad : {Repeats{1, 1}, Repeats{5, 0}, Repeats{5, 2}, Repeats{~uint64_t{0}, 1}}) {
    t.steps[0].repeats = {bad};
    EXPECT_FALSE(folds(t)) << bad.rounds << " " << bad.steps;
  }
  t.steps[0].repeats = {{5, 1}};
  t.lasso_start = 1;
  EXPECT_FALSE(folds(t)) << "a block in two parts";
}

Result race() {
  Result r;
  r.verdict = Verdict::False;
  r.requested = {Property::NoDataRace};
  r.properties = {{Property::NoDataRace, Verdict::False}};
  Violation v;
  v.property = Property::NoDataRace;
  v.kind = "data-race";
  v.locations.resize(2);
  v.trace.threads = {{0, "main", -1, "", 0}, {1, "f", 0, "", 0}};
  v.trace.script.expected = Expected::Race;
  v.trace.script.acts = {{0, 1, ActKind::Stop, -1, 0, 0}, {1, 2, ActKind::Stop, -1, 0, 0}};
  r.violations = {v};
  return r;
}

TEST(trace_contradictions, each_is_found) {
  EXPECT_EQ(contradiction(race()), "");
  auto edited = [](auto change) {
    Result r = race();
    change(r, r.violations[0], r.violations[0].trace.script);
    return contradiction(r);
  };
  EXPECT_NE(edited([](Result& r, Violation&, Script&) { r.verdict = Verdict::True; }), "");
  EXPECT_NE(edited([](Result& r, Violation&, Script&) {
              r.properties[Property::NoDataRace] = Judgement::as_read(Verdict::True);
            }),
            "");
  EXPECT_NE(edited([](Result& r, Violation&, Script&) { r.properties.clear(); }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.kind = "deadlock"; }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.property = Property::UnreachCall; }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.locations[0].thread = 7; }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.trace.threads.pop_back(); }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.trace.threads[1].parent = 1; }), "");
  EXPECT_NE(edited([](Result&, Violation& v, Script&) { v.trace.threads[1].id = 0; }), "");
  EXPECT_NE(edited([](Result&, Violation&, Script& s) { s.expected = Expected::Crash; }), "");
  EXPECT_NE(edited([](Result&, Violation&, Script& s) { s.acts.pop_back(); }), "");
  EXPECT_NE(edited([](Result&, Violation&, Script& s) { s.acts[0].thread = 3; }), "");
  EXPECT_NE(edited([](Result&, Violation&, Script& s) { s.loop = 0; }), "");
  EXPECT_NE(edited([](Result&, Violation&, Script& s) { s.spins = {1}; }), "");
}

}  // namespace
}  // namespace heddle::trace
