// SPDX-License-Identifier: GPL-3.0-or-later
// What several searchers share: states and parts that are made by many threads at once, and the rule by which nobody is
// put off for ever, on random graphs against plain reachability. Then whole searches, alone and by several.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <set>
#include <thread>

#include "engines/explore/engine.h"
#include "engines/explore/frontier.h"
#include "engines/explore/put_off.h"
#include "engines/explore/visited.h"
#include "program_builder.h"

namespace heddle::explore {
namespace {

struct Graph {
  std::vector<std::vector<StateId>> next;
  std::vector<bool> everybody;  // is followed there

  bool reaches(StateId from, const std::vector<bool>& goal) const {
    std::vector<bool> seen(next.size(), false);
    std::vector<StateId> todo{from};
    seen[from] = true;
    while (!todo.empty()) {
      const StateId s = todo.back();
      todo.pop_back();
      if (goal[s]) return true;
      for (StateId t : next[s])
        if (!seen[t]) {
          seen[t] = true;
          todo.push_back(t);
        }
    }
    return false;
  }
};

Graph random_graph(std::mt19937& random) {
  auto below = [&](size_t n) { return static_cast<StateId>(random() % n); };
  Graph g;
  g.next.resize(1 + below(12));
  g.everybody.resize(g.next.size());
  const size_t rare = 1 + below(8);
  for (StateId s = 0; s < g.next.size(); ++s) {
    g.everybody[s] = below(rare) == 0;
    // somebody is left out only where somebody can step
    for (size_t k = 1 + below(3); k > 0; --k) g.next[s].push_back(below(g.next.size()));
  }
  return g;
}

TEST(PutOff, ChoosesOneStateOfEachPartThatNothingLeaves) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const Graph g = random_graph(random);
    Visited visited;
    PutOff put_off;
    for (StateId s = 0; s < g.next.size(); ++s) visited.insert({s}, kNoState, 0);
    for (StateId s = 0; s < g.next.size(); ++s) {
      visited.set_mark(s, g.everybody[s] ? Mark::Settled : Mark::Left);
      if (!g.everybody[s]) put_off.add(s, g.next[s]);
    }
    const std::vector<StateId> chosen = put_off.unfair(visited);
    std::vector<bool> goal = g.everybody;
    for (StateId s = 0; s < g.next.size(); ++s)
      EXPECT_EQ(visited.mark(s) == Mark::Settled, g.reaches(s, g.everybody)) << "state " << s << ", round " << round;
    for (StateId s : chosen) {
      EXPECT_FALSE(g.reaches(s, goal)) << "one too many, round " << round;
      goal[s] = true;
    }
    for (StateId s = 0; s < g.next.size(); ++s) EXPECT_TRUE(g.reaches(s, goal)) << "state " << s << ", round " << round;
  }
}

TEST(PutOff, AsksAgainUntilEverybodyIsFollowed) {
  Visited visited;
  PutOff put_off;
  for (StateId s = 0; s < 3; ++s) visited.insert({s}, kNoState, 0);
  for (StateId s = 0; s < 3; ++s) {
    visited.set_mark(s, Mark::Left);
    put_off.add(s, {(s + 1) % 3});
  }
  ASSERT_EQ(put_off.unfair(visited).size(), 1u);
  ASSERT_EQ(put_off.unfair(visited).size(), 1u);  // nothing has changed
  visited.set_mark(1, Mark::Settled);
  EXPECT_TRUE(put_off.unfair(visited).empty());
  EXPECT_EQ(visited.mark(0), Mark::Settled);
}

TEST(Store, GivesOneNumberToOneStringWhoeverAsks) {
  constexpr unsigned kThreads = 4, kStrings = 20000;
  semantics::Store store;
  store.share();
  std::vector<std::vector<uint32_t>> numbers(kThreads, std::vector<uint32_t>(kStrings));
  std::vector<std::thread> threads;
  std::atomic<unsigned> fresh{0};
  for (unsigned t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      std::vector<uint32_t> order(kStrings);
      for (uint32_t k = 0; k < kStrings; ++k) order[k] = k;
      std::shuffle(order.begin(), order.end(), random);
      for (uint32_t k : order) {
        const std::string text = std::string(k % 40, 'x') + std::to_string(k);
        auto [id, is_new] = store.intern(reinterpret_cast<const uint8_t*>(text.data()),
                                         static_cast<uint32_t>(text.size()), [](uint32_t) {});
        numbers[t][k] = id;
        fresh += is_new;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(fresh, kStrings);
  EXPECT_EQ(store.count(), kStrings);
  std::set<uint32_t> different;
  for (uint32_t k = 0; k < kStrings; ++k) {
    for (unsigned t = 1; t < kThreads; ++t) ASSERT_EQ(numbers[t][k], numbers[0][k]);
    different.insert(numbers[0][k]);
    const semantics::Blob b = store.get(numbers[0][k]);
    ASSERT_EQ(std::string(reinterpret_cast<const char*>(b.data), b.size), std::string(k % 40, 'x') + std::to_string(k));
  }
  EXPECT_EQ(different.size(), kStrings);
}

TEST(Visited, AStateIsEnteredOnce) {
  constexpr StateId kStates = 5000;
  Visited visited;
  visited.share();
  std::atomic<unsigned> entered{0}, fresh{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint32_t k = 0; k < kStates; ++k) {
        auto [id, is_new] = visited.insert({k, k / 7, 3}, k, t);
        fresh += is_new;
        entered += visited.enter(id);
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(fresh, kStates);
  EXPECT_EQ(entered, kStates);
  semantics::State s;
  for (StateId id = 0; id < kStates; ++id) {
    visited.get(id, s);
    ASSERT_EQ(s.size(), 3u);
    EXPECT_EQ(s[0], visited.parent(id));  // as it was inserted
    EXPECT_EQ(visited.mark(id), Mark::Entered);
  }
}

TEST(Frontier, EndsWhenAllWaitAndNotBefore) {
  Frontier frontier;
  frontier.open(3);
  frontier.give({{0, false}});
  std::atomic<unsigned> taken{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      while (auto item = frontier.take()) {
        ++taken;
        if (item->state < 1000) frontier.give({{2 * item->state + 1, false}, {2 * item->state + 2, false}});
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(taken, 2001u);
  EXPECT_TRUE(frontier.closed());
  EXPECT_EQ(frontier.size(), 0u);
}

TEST(Frontier, ClosingEndsTheWaitingAndKeepsWhatIsThere) {
  Frontier frontier;
  frontier.open(2);
  std::thread waiting([&] { EXPECT_FALSE(frontier.take()); });
  while (!frontier.wanted()) std::this_thread::yield();
  frontier.close();
  waiting.join();
  frontier.give({{5, false}});
  EXPECT_FALSE(frontier.take());
  EXPECT_EQ(frontier.size(), 1u);
  frontier.open(1);
  EXPECT_EQ(frontier.take()->state, 5u);
}

// Threads that add to two counters; one of them under a lock, if so wished.
// `late`: in the end the lock is left out, so that what was learnt about it is wrong.
model::Program counters(unsigned threads, bool locked, bool late = false) {
  testing::ProgramBuilder b;
  const auto x = b.object("x"), y = b.object("y"), lock = b.object("lock", 40);
  std::vector<model::ObjectId> handles;
  for (unsigned t = 0; t < threads; ++t) handles.push_back(b.object("handle", 8));
  const auto main = b.procedure("main", {}, 32);
  const auto worker = b.procedure("worker", {64}, 64);
  auto add = [&](model::ObjectId to) {
    const auto l = b.local(32);
    b.load(l, b.at(to));
    b.store(b.at(to), b.op(model::ExprOp::Add, b.l(l), b.c(1)));
  };
  for (int round = 0; round < 2; ++round) {
    if (locked) b.builtin(model::Builtin::MutexLock, {b.at(lock)});
    add(x);
    if (locked) b.builtin(model::Builtin::MutexUnlock, {b.at(lock)});
    add(y);
  }
  if (late) add(x);
  b.ret(b.null());
  b.current = main;
  for (auto h : handles) b.create(b.at(h), b.fn(worker), b.null());
  b.ret(b.c(0));
  return b.p;
}

trace::Result search(const model::Program& p, unsigned jobs, std::vector<base::Property> properties,
                     bool symmetry = false) {
  options::Options o;
  o.engine = options::Engine::Explore;
  o.properties = std::move(properties);
  o.jobs = jobs;
  o.symmetry = symmetry;
  o.all = true;
  o.progress = false;
  base::Budget budget({std::chrono::seconds(60), 0, 0});
  return run({analysis::Analyses(p), o, budget});
}

double stat(const trace::Result& r, const std::string& name) {
  for (const auto& [n, value] : r.stats)
    if (n == name) return value;
  return 0;
}

TEST(Searchers, TogetherSeeWhatOneSees) {
  using base::Property;
  for (bool locked : {false, true}) {
    const model::Program p = counters(3, locked);
    const trace::Result alone = search(p, 1, {Property::UnreachCall, Property::NoDeadlock});
    ASSERT_EQ(alone.verdict, trace::Verdict::True) << alone.reason;
    ASSERT_GT(stat(alone, "states"), 1000);
    for (unsigned jobs : {2u, 4u}) {
      const trace::Result together = search(p, jobs, {Property::UnreachCall, Property::NoDeadlock});
      EXPECT_EQ(together.verdict, trace::Verdict::True) << together.reason;
      EXPECT_EQ(stat(together, "searchers"), jobs);
      EXPECT_EQ(stat(together, "states"), stat(alone, "states"));  // without cycles the order decides about nothing
      EXPECT_EQ(stat(together, "transitions"), stat(alone, "transitions"));
    }
    const trace::Result alike = search(p, 1, {Property::UnreachCall, Property::NoDeadlock}, true);
    EXPECT_EQ(alike.verdict, trace::Verdict::True) << alike.reason;
    EXPECT_LT(stat(alike, "states"), stat(alone, "states") / 3);  // three threads that are alike
    EXPECT_EQ(stat(search(p, 3, {Property::UnreachCall, Property::NoDeadlock}, true), "states"), stat(alike, "states"));
    const trace::Result races = search(p, 3, {Property::NoDataRace});
    EXPECT_EQ(races.verdict, trace::Verdict::False) << races.reason;
    EXPECT_EQ(races.violations.size(), search(p, 1, {Property::NoDataRace}).violations.size());
  }
}

TEST(Searchers, StartAgainTogether) {
  const model::Program p = counters(3, true, true);
  const trace::Result alone = search(p, 1, {base::Property::UnreachCall, base::Property::NoDeadlock});
  for (int round = 0; round < 5; ++round) {
    const trace::Result together = search(p, 3, {base::Property::UnreachCall, base::Property::NoDeadlock});
    EXPECT_EQ(together.verdict, trace::Verdict::True) << together.reason;
    EXPECT_EQ(stat(together, "searchers"), 3);
    EXPECT_EQ(stat(together, "states"), stat(alone, "states"));
  }
}

}  // namespace
}  // namespace heddle::explore
