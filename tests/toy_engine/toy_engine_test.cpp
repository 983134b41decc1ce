// SPDX-License-Identifier: GPL-3.0-or-later
// The toy engine against explore, verdict by verdict, on programs of tests/regress.
#include <gtest/gtest.h>

#include "analysis/prepare.h"
#include "engine.h"
#include "engines/explore/engine.h"
#include "frontend/frontend.h"

namespace heddle::toy {
namespace {

using base::Property;
using trace::Verdict;

struct Asked {
  const char* file;
  bool mistake;  // compiled with -DBUG
  Verdict unreach_call, no_deadlock;
};

constexpr Verdict T = Verdict::True, F = Verdict::False, U = Verdict::Unknown;

const Asked kPrograms[] = {
    {"constructs/counter_under_a_mutex.c", false, T, T},
    {"constructs/counter_under_a_mutex.c", true, F, T},
    {"constructs/two_locks_in_one_order.c", false, T, T},
    {"constructs/two_locks_in_one_order.c", true, T, F},
    {"constructs/waiter_looks_again_after_waking_up.c", true, F, T},
    {"constructs/values_are_read_behind_a_barrier.c", false, T, T},
    {"constructs/semaphore_hands_over_data.c", true, F, T},
    {"constructs/node_on_the_heap_handed_over.c", false, T, T},
    {"constructs/compare_and_swap_is_tried_again.c", true, F, T},
    {"no-deadlock/signal_before_the_wait_is_lost.c", false, T, F},
    {"constructs/input_of_32_bits_added_by_two_threads.c", false, U, U},
};

class ToyEngine : public testing::TestWithParam<Asked> {};

TEST_P(ToyEngine, SaysWhatExploreSays) {
  frontend::CompileJob job;
  job.files = {std::string(HEDDLE_REGRESS) + "/" + GetParam().file};
  if (GetParam().mistake) job.clang_flags = {"-DBUG"};
  model::Program program = frontend::load(job);
  const std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program);
  options::Options options;
  options.properties = {Property::UnreachCall, Property::NoDeadlock};
  base::Budget budget({});
  const Env env{*analyses, options, budget};
  const trace::Result toy = run(env), explore = explore::run(env);
  auto expect = [&](Property p, Verdict right) {
    EXPECT_STREQ(text(toy.properties.at(p)), text(right)) << text(p) << ": " << toy.reason;
    EXPECT_STREQ(text(explore.properties.at(p)), text(right)) << text(p) << ": " << explore.reason;
  };
  expect(Property::UnreachCall, GetParam().unreach_call);
  expect(Property::NoDeadlock, GetParam().no_deadlock);
  for (const trace::Violation& v : toy.violations) EXPECT_FALSE(v.trace.steps.empty());
}

std::string name(const testing::TestParamInfo<Asked>& info) {
  const std::string file = info.param.file;
  const size_t begin = file.find('/') + 1;
  return file.substr(begin, file.size() - begin - 2) + (info.param.mistake ? "_with_a_mistake" : "");
}

INSTANTIATE_TEST_SUITE_P(On, ToyEngine, testing::ValuesIn(kPrograms), name);

TEST(ToyEngineLimits, StopsAtALimitAndProvesNothing) {
  frontend::CompileJob job;
  job.files = {std::string(HEDDLE_REGRESS) + "/constructs/counter_under_a_mutex.c"};
  model::Program program = frontend::load(job);
  const std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program);
  options::Options options;
  options.properties = {Property::UnreachCall, Property::NoDataRace};
  base::Budget::Limits limits;
  limits.states = 5;
  base::Budget small(limits), enough({});
  EXPECT_EQ(run({*analyses, options, small}).reason_code, trace::Reason::StateLimit);
  const trace::Result result = run({*analyses, options, enough});
  EXPECT_EQ(result.properties.at(Property::UnreachCall), T);
  EXPECT_EQ(result.properties.at(Property::NoDataRace), U) << "the toy engine does not look for races";
}

}  // namespace
}  // namespace heddle::toy
