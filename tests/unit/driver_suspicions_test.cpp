// SPDX-License-Identifier: GPL-3.0-or-later
// What invariants has left to suspect, handed to the engines that search: each must say what it says alone, with less
// work, and a proof must name whose word it takes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "analysis/prepare.h"
#include "driver/auto.h"
#include "driver/error_calls.h"
#include "driver/nodes.h"
#include "driver/portfolio.h"
#include "frontend/frontend.h"

namespace heddle::driver {
namespace {

const trace::Shown kOthers{"no others race", "invariants", trace::Looked{"pairs", 9, 5, 1, 0}};

using base::Property;
using options::Engine;
using trace::Verdict;

// Every thread has a cell of its own, and adds it to what all of them share.
constexpr const char* kCells = R"(
#include <assert.h>
#include <pthread.h>
static int cells[3], total, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  int *mine = arg;
  for (int k = 0; k < 3; k++) *mine += k;
#ifdef RACE
  seen = 1;
#endif
  pthread_mutex_lock(&lock);
  total += *mine;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, work, &cells[k]);
  for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
  assert(total == WANTED);
}
)";

// A flag that is written under the lock says who may write: the analysis does not follow that.
constexpr const char* kTurns = R"(
#include <pthread.h>
static int turn, data, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  int mine = turn++ == 0;
  seen++;
  pthread_mutex_unlock(&lock);
  if (mine) data++;
#ifdef RACE
  data++;
#endif
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
)";

// Three claims, two of them in one function that fails. The analysis does not follow sums under a lock.
constexpr const char* kClaims = R"(
#include <assert.h>
#include <pthread.h>
extern void reach_error(void), abort(void);
static int sum, product = 1, numbers[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void claim(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}
static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  sum += 1;
  product *= 2;
#ifdef UNDEFINED
  numbers[sum * 2] = 1;
#endif
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  claim(sum == 2);
  claim(product == PRODUCT);
  assert(sum + numbers[0] == 2);
}
)";

// Each pair of locks is taken in both orders, but the other order comes later. The analysis does not know that.
constexpr const char* kPhases = R"(
#include <pthread.h>
static _Atomic int phase, other_phase;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  if (phase == 1) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
#ifndef DEADLOCK
  if (other_phase == 1)
#endif
  {
    pthread_mutex_lock(&d);
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&d);
  }
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  phase = 1;
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&d);
  pthread_mutex_unlock(&d);
  pthread_mutex_unlock(&c);
  other_phase = 1;
  pthread_join(t, 0);
  return 0;
}
)";

class Directed : public testing::Test {
 protected:
  void load(const char* text, std::vector<std::string> flags) {
    const std::string directory = testing::TempDir() + "heddle-suspicions-" + std::to_string(getpid());
    std::filesystem::create_directories(directory);
    frontend::CompileJob job;
    job.files = {directory + "/program.c"};
    job.clang_flags = std::move(flags);
    std::ofstream(job.files[0]) << text;
    program_ = frontend::load(job);
    std::filesystem::remove_all(directory);
    analyses_ = analysis::prepare(program_);
  }

  trace::Result run(Engine e, std::vector<Property> asked, const trace::Suspicions* suspicions = nullptr) {
    options::Options o;
    o.properties = std::move(asked);
    o.progress = false;
    base::Budget budget({std::chrono::seconds(60), 0, 0});
    return engine(e)({*analyses_, o, budget, {}, suspicions});
  }

  static double stat(const trace::Result& r, const std::string& name) {
    for (const auto& [n, value] : r.stats)
      if (n == name) return value;
    return -1;
  }

  static size_t pairs(const trace::Suspicions& s) {
    return static_cast<size_t>(std::count_if(
        s.all.begin(), s.all.end(), [](const trace::Suspicion& one) { return one.property == Property::NoDataRace; }));
  }

  model::Program program_;
  std::unique_ptr<analysis::Analyses> analyses_;
};

TEST_F(Directed, ExploreFollowsAloneWhatRacesWithNothing) {
  load(kCells, {"-DWANTED=9"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::UnreachCall}).suspicions;
  EXPECT_EQ(pairs(left), 0u);
  ASSERT_TRUE(left.is_whole(Property::NoDataRace));
  const trace::Result alone = run(Engine::Explore, {Property::UnreachCall});
  const trace::Result directed = run(Engine::Explore, {Property::UnreachCall}, &left);
  EXPECT_EQ(alone.verdict, Verdict::True);
  ASSERT_EQ(directed.verdict, Verdict::True);
  EXPECT_LT(5 * stat(directed, "states"), stat(alone, "states"));
  const auto* by = std::get_if<trace::Certified>(&directed.properties.at(Property::UnreachCall).proof()->evidence());
  ASSERT_TRUE(by) << "the proof rests on two engines, and says so";
  EXPECT_EQ(by->parts[0].by, "invariants");
  EXPECT_EQ(by->parts[1].by, "explore");
}

TEST_F(Directed, ExploreStillFindsTheFailure) {
  load(kCells, {"-DWANTED=8"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::UnreachCall}).suspicions;
  EXPECT_EQ(run(Engine::Explore, {Property::UnreachCall}, &left).verdict, Verdict::False);
}

TEST_F(Directed, ExploreStillFindsTheRace) {
  load(kCells, {"-DWANTED=9", "-DRACE"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDataRace}).suspicions;
  EXPECT_EQ(pairs(left), 1u);
  ASSERT_TRUE(left.is_whole(Property::NoDataRace));
  EXPECT_EQ(run(Engine::Explore, {Property::NoDataRace}, &left).verdict, Verdict::False);
  EXPECT_EQ(run(Engine::Walk, {Property::NoDataRace}, &left).verdict, Verdict::False);
}

TEST_F(Directed, AListThatAssumesSafeMemoryReducesNothing) {
  load(kCells, {"-DWANTED=9"});
  trace::Suspicions left = run(Engine::Invariants, {Property::UnreachCall}).suspicions;
  left.safe_memory_assumed_at = "somewhere.c:1";
  const trace::Result alone = run(Engine::Explore, {Property::UnreachCall});
  EXPECT_EQ(stat(run(Engine::Explore, {Property::UnreachCall}, &left), "states"), stat(alone, "states"));
}

TEST_F(Directed, OrderRefutesAFalseAlarm) {
  load(kTurns, {});
  const trace::Result suspecting = run(Engine::Invariants, {Property::NoDataRace});
  ASSERT_EQ(suspecting.verdict, Verdict::Unknown);
  ASSERT_TRUE(suspecting.suspicions.is_whole(Property::NoDataRace));
  EXPECT_GT(pairs(suspecting.suspicions), 0u);
  const trace::Result r = run(Engine::BmcOrder, {Property::NoDataRace}, &suspecting.suspicions);
  ASSERT_EQ(r.verdict, Verdict::True) << r.reason;
  const auto* by = std::get_if<trace::Certified>(&r.properties.at(Property::NoDataRace).proof()->evidence());
  ASSERT_TRUE(by);
  EXPECT_EQ(by->parts[0].by, "invariants");
  EXPECT_EQ(by->parts[1].by, "bmc-order");
  EXPECT_EQ(by->safe_memory_assumed_at, "");
}

TEST_F(Directed, OrderAsksAboutTheOthersWhereTheListAssumesSafeMemory) {
  load(kTurns, {});
  trace::Suspicions left = run(Engine::Invariants, {Property::NoDataRace}).suspicions;
  left.safe_memory_assumed_at = "somewhere.c:1";
  const trace::Result r = run(Engine::BmcOrder, {Property::NoDataRace}, &left);
  ASSERT_EQ(r.verdict, Verdict::True) << r.reason;
  EXPECT_EQ(trace::safe_memory_assumed_at(r, Property::NoDataRace), "");
  EXPECT_TRUE(std::holds_alternative<trace::Refuted>(r.properties.at(Property::NoDataRace).proof()->evidence()));
}

TEST_F(Directed, OrderConfirmsARace) {
  load(kTurns, {"-DRACE"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDataRace}).suspicions;
  EXPECT_EQ(run(Engine::BmcOrder, {Property::NoDataRace}, &left).verdict, Verdict::False);
}

// A list that is wrong on purpose shows that the list is what is asked about.
TEST_F(Directed, OrderTakesTheWordForWhatIsNotOnTheList) {
  load(kTurns, {"-DRACE"});
  trace::Suspicions nothing;
  nothing.whole = {{Property::NoDataRace, kOthers}};
  EXPECT_EQ(run(Engine::BmcOrder, {Property::NoDataRace}, &nothing).verdict, Verdict::True);
}

// Each is asked about alone. What is shown of one is no proof, and no engine but the one who knows parts uses them.
TEST_F(Directed, APartOfTheListProvesNothing) {
  load(kTurns, {});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDataRace}).suspicions;
  const std::vector<trace::Suspicions> parts = trace::parts(left, Property::NoDataRace, 64);
  ASSERT_EQ(parts.size(), pairs(left));
  ASSERT_GE(parts.size(), 2u);
  for (const trace::Suspicions& part : parts) {
    ASSERT_EQ(part.all.size(), 1u);
    EXPECT_FALSE(part.is_whole(Property::NoDataRace));
    const trace::Result r = run(Engine::BmcOrder, {Property::NoDataRace}, &part);
    EXPECT_EQ(r.verdict, Verdict::Unknown);
    ASSERT_TRUE(r.shown_of_part);
    EXPECT_TRUE(std::holds_alternative<trace::Proven>(r.shown_of_part->how));
  }
  EXPECT_EQ(trace::parts(left, Property::NoDataRace, 1).at(0).all.size(), pairs(left));
  EXPECT_FALSE(run(Engine::BmcOrder, {Property::NoDataRace}, &left).shown_of_part);
}

TEST_F(Directed, ARaceIsFoundInItsPartAndNothingIsShownThere) {
  load(kTurns, {"-DRACE"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDataRace}).suspicions;
  size_t found = 0;
  for (const trace::Suspicions& part : trace::parts(left, Property::NoDataRace, 64)) {
    const trace::Result r = run(Engine::BmcOrder, {Property::NoDataRace}, &part);
    found += r.verdict == Verdict::False;
    EXPECT_EQ(r.shown_of_part.has_value(), r.verdict != Verdict::False);
  }
  EXPECT_GT(found, 0u);
}

TEST_F(Directed, EachCallOfAFunctionThatOnlyFailsIsAnErrorCall) {
  load(kClaims, {"-DPRODUCT=4"});
  const std::vector<trace::Suspicion> all = error_calls(program_);
  ASSERT_EQ(all.size(), 3u);
  size_t through_claim = 0;
  for (const trace::Suspicion& s : all) through_claim += s.places.size() == 2;
  EXPECT_EQ(through_claim, 2u);
  const trace::Suspicions left = run(Engine::Invariants, {Property::UnreachCall}).suspicions;
  EXPECT_EQ(left.all.size(), 2u) << "claim's, and that of assert";
  for (const trace::Suspicion& s : left.all) EXPECT_NE(s.places[0].event, 0u);
}

TEST_F(Directed, ErrorCallsAreExcludedOneByOneAndProveNothingAlone) {
  load(kClaims, {"-DPRODUCT=4"});
  trace::Suspicions list;
  list.all = error_calls(program_);
  const std::vector<trace::Suspicions> parts = trace::parts_and_rest(list, Property::UnreachCall, 64);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_TRUE(parts[3].all_but_these);
  for (const trace::Suspicions& part : parts) {
    const trace::Result r = run(Engine::BmcOrder, {Property::UnreachCall}, &part);
    EXPECT_EQ(r.verdict, Verdict::Unknown);
    ASSERT_TRUE(r.shown_of_part) << r.reason;
    EXPECT_TRUE(std::holds_alternative<trace::Proven>(r.shown_of_part->how));
  }
}

TEST_F(Directed, AnErrorCallIsFoundInItsPart) {
  load(kClaims, {"-DPRODUCT=3"});
  trace::Suspicions list;
  list.all = error_calls(program_);
  size_t found = 0;
  for (const trace::Suspicions& part : trace::parts_and_rest(list, Property::UnreachCall, 64)) {
    const trace::Result r = run(Engine::BmcOrder, {Property::UnreachCall}, &part);
    found += r.verdict == Verdict::False;
    EXPECT_EQ(r.shown_of_part.has_value(), r.verdict != Verdict::False);
  }
  EXPECT_EQ(found, 1u);
}

// Whichever is missing on the list, somebody is asked about it.
TEST_F(Directed, AnErrorCallThatIsNotOnTheListIsFoundAllTheSame) {
  load(kClaims, {"-DPRODUCT=3"});
  const std::vector<trace::Suspicion> all = error_calls(program_);
  for (size_t missing = 0; missing < all.size(); ++missing) {
    trace::Suspicions list;
    list.all = all;
    list.all.erase(list.all.begin() + static_cast<std::ptrdiff_t>(missing));
    size_t found = 0;
    for (const trace::Suspicions& part : trace::parts_and_rest(list, Property::UnreachCall, 64))
      found += run(Engine::BmcOrder, {Property::UnreachCall}, &part).verdict == Verdict::False;
    EXPECT_EQ(found, 1u) << missing;
  }
}

TEST_F(Directed, NoErrorCallIsExcludedWhereSomethingUndefinedHappens) {
  load(kClaims, {"-DPRODUCT=4", "-DUNDEFINED"});
  trace::Suspicions list;
  list.all = error_calls(program_);
  for (const trace::Suspicions& part : trace::parts_and_rest(list, Property::UnreachCall, 64)) {
    const trace::Result r = run(Engine::BmcOrder, {Property::UnreachCall}, &part);
    EXPECT_EQ(r.verdict, Verdict::Unknown);
    EXPECT_FALSE(r.shown_of_part);
  }
}

TEST_F(Directed, RingsAreExcludedOneByOneAndProveNothingAlone) {
  load(kPhases, {});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDeadlock}).suspicions;
  const std::vector<trace::Suspicions> parts = trace::parts_and_rest(left, Property::NoDeadlock, 64);
  ASSERT_GE(parts.size(), 3u) << "two rings, and everything else";
  for (const trace::Suspicions& part : parts) {
    const trace::Result r = run(Engine::BmcOrder, {Property::NoDeadlock}, &part);
    EXPECT_EQ(r.verdict, Verdict::Unknown);
    ASSERT_TRUE(r.shown_of_part) << r.reason;
  }
}

TEST_F(Directed, ADeadlockIsFoundInItsPartAndInTheLastOneWhereNobodySuspectsIt) {
  load(kPhases, {"-DDEADLOCK"});
  const trace::Suspicions left = run(Engine::Invariants, {Property::NoDeadlock}).suspicions;
  auto found = [&](const std::vector<trace::Suspicions>& parts) {
    std::vector<bool> all;
    for (const trace::Suspicions& part : parts) {
      const trace::Result r = run(Engine::BmcOrder, {Property::NoDeadlock}, &part);
      all.push_back(r.verdict == Verdict::False);
      EXPECT_EQ(r.shown_of_part.has_value(), r.verdict != Verdict::False);
    }
    return all;
  };
  const std::vector<bool> with_it = found(trace::parts_and_rest(left, Property::NoDeadlock, 64));
  EXPECT_NE(std::count(with_it.begin(), with_it.end(), true), 0);
  EXPECT_FALSE(with_it.back());
  EXPECT_EQ(found(trace::parts_and_rest({}, Property::NoDeadlock, 64)), std::vector<bool>{true});
}

// auto with the real invariants and the real bmc-order, each in its process; but bmc-order, asked about everything, has
// no answer, and neither has the engine that leads.
class InParts : public Directed {
 protected:
  trace::Result check(Property property, unsigned seconds = 20) {
    options::Options o;
    o.properties = {property};
    o.progress = false;
    o.jobs = 16;
    auto waits = [](const std::vector<Property>& asked, const trace::Suspicions&) -> Work {
      return [asked](base::Budget& b, const trace::Tell&) {
        while (!b.check_now()) usleep(2000);
        trace::Result r;
        r.requested = asked;
        trace::conclude(r, {}, trace::Reason::TimeLimit, "far");
        return r;
      };
    };
    Portfolio some;
    for (Member m : portfolio(*analyses_, o)) {
      if (some.empty()) m.work = waits, m.concrete = false;
      if (m.engine == "bmc-order")
        m.work = [waits, real = m.work](const std::vector<Property>& asked, const trace::Suspicions& heard) {
          return heard.part_of ? real(asked, heard) : waits(asked, heard);
        };
      if (some.empty() || m.engine == "invariants" || m.engine == "bmc-order") some.push_back(m);
    }
    base::Budget budget({std::chrono::seconds(seconds), 0, 0});
    Crew crew(budget, engines_at_once(o));
    return run_auto(some, o, budget, crew, error_calls(program_));
  }
};

TEST_F(InParts, ClaimsAreProvenOneByOne) {
  load(kClaims, {"-DPRODUCT=4"});
  const trace::Result r = check(Property::UnreachCall);
  ASSERT_EQ(r.verdict, Verdict::True) << r.reason;
  EXPECT_EQ(r.engine, "bmc-order");
  const auto* by = std::get_if<trace::Certified>(&r.properties.at(Property::UnreachCall).proof()->evidence());
  ASSERT_TRUE(by);
  EXPECT_EQ(by->parts.size(), 4u);
  EXPECT_EQ(by->safe_memory_assumed_at, "");
}

TEST_F(InParts, AClaimThatFailsIsFound) {
  load(kClaims, {"-DPRODUCT=3"});
  const trace::Result r = check(Property::UnreachCall);
  EXPECT_EQ(r.verdict, Verdict::False);
  ASSERT_EQ(r.violations.size(), 1u);
}

TEST_F(InParts, NothingIsProvenWhereSomethingUndefinedHappens) {
  load(kClaims, {"-DPRODUCT=4", "-DUNDEFINED"});
  EXPECT_EQ(check(Property::UnreachCall, 4).verdict, Verdict::Unknown);
}

TEST_F(InParts, RingsAreExcludedOrFound) {
  load(kPhases, {});
  EXPECT_EQ(check(Property::NoDeadlock).verdict, Verdict::True);
  load(kPhases, {"-DDEADLOCK"});
  EXPECT_EQ(check(Property::NoDeadlock).verdict, Verdict::False);
}

TEST_F(Directed, SuspicionsReachANodeAsTheyAre) {
  NodeTask task;
  task.tool_sha256 = "t", task.program_sha256 = "p", task.engine = "walk", task.args = {"check", "a.c"};
  task.asked = {Property::NoDataRace};
  task.suspicions.all = {{Property::NoDataRace, {{"a.c", 3, 4, "write", 17}, {"a.c", 5, 6, "read", 300}}}};
  task.suspicions.whole = {{Property::NoDataRace, kOthers}};
  const NodeTask there = read_node_task(words(task));
  ASSERT_EQ(there.suspicions.all.size(), 1u);
  EXPECT_EQ(there.suspicions.all[0].places[1].event, 300u);
  EXPECT_TRUE(there.suspicions.is_whole(Property::NoDataRace));
  EXPECT_EQ(there.args, task.args);
  task.suspicions.part_of = Property::NoDataRace;
  task.suspicions.all_but_these = true;
  EXPECT_TRUE(read_node_task(words(task)).suspicions.is_part(Property::NoDataRace));
  EXPECT_TRUE(read_node_task(words(task)).suspicions.all_but_these);
}

}  // namespace
}  // namespace heddle::driver
