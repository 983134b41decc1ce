// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts to schedule files, runs to words, and child processes that do not behave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/check.h"
#include "replay/replay.h"

namespace heddle::replay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using trace::Act;
using trace::ActKind;
using trace::Script;

Act act(int thread, model::EventId event, int order, ActKind kind = ActKind::Perform, uint64_t value = 0) {
  return {thread, event, kind, order, 0, value};
}

struct File {
  heddle_schedule head;
  std::vector<heddle_thread_acts> threads;
  std::vector<heddle_act> acts;
};

File parse(const std::string& bytes) {
  File f;
  std::memcpy(&f.head, bytes.data(), sizeof f.head);
  f.threads.resize(f.head.threads);
  f.acts.resize(f.head.acts);
  size_t lists = f.head.threads * sizeof(heddle_thread_acts), acts = f.head.acts * sizeof(heddle_act);
  EXPECT_EQ(bytes.size(), sizeof f.head + lists + acts);
  std::memcpy(f.threads.data(), bytes.data() + sizeof f.head, lists);
  std::memcpy(f.acts.data(), bytes.data() + sizeof f.head + lists, acts);
  return f;
}

std::vector<int> orders(const Script& s) {
  std::vector<int> out;
  for (const Act& a : s.acts) out.push_back(a.order);
  return out;
}

std::string refusal(const Script& s) {
  try {
    schedule_file(s, {});
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(schedule_file, acts_are_grouped_by_thread_and_keep_their_order) {
  Script s;
  s.expected = trace::Expected::Race;
  s.acts = {
      act(0, 5, 0, ActKind::Perform, ~0ull), act(2, 7, -1), act(0, 6, 1), act(2, 8, 2), act(0, 9, -1, ActKind::Stop),
      act(2, 9, -1, ActKind::Stop)};
  File f = parse(schedule_file(s, {10, true, true}));
  EXPECT_EQ(f.head.magic, HEDDLE_SCHEDULE_MAGIC);
  EXPECT_EQ(f.head.version, HEDDLE_FORMAT_VERSION);
  EXPECT_EQ(f.head.expected, uint32_t{HEDDLE_EXPECT_RACE});
  EXPECT_EQ(f.head.flags, HEDDLE_FLAG_MODELS | HEDDLE_FLAG_GDB);
  EXPECT_EQ(f.head.orders, 3u);
  ASSERT_EQ(f.head.threads, 3u);
  EXPECT_EQ(f.threads[0].first, 0u);
  EXPECT_EQ(f.threads[0].count, 3u);
  EXPECT_EQ(f.threads[1].count, 0u);
  EXPECT_EQ(f.threads[2].first, 3u);
  EXPECT_EQ(f.threads[2].count, 3u);
  EXPECT_EQ(f.acts[0].value, ~0ull);
  EXPECT_EQ(f.acts[2].kind, uint32_t{HEDDLE_STOP});
  EXPECT_EQ(f.acts[3].event, 7u);
  EXPECT_EQ(f.acts[3].order, -1);
}

TEST(schedule_file, loops_are_written_out_with_fresh_orders) {
  Script s;
  s.expected = trace::Expected::Livelock;
  s.acts = {act(0, 1, 0), act(1, 2, 1), act(1, 3, -1), act(0, 4, 2)};
  s.loop = 1;
  EXPECT_THAT(orders(unrolled(s, 1)), ElementsAre(0, 1, -1, 2));
  EXPECT_THAT(orders(unrolled(s, 3)), ElementsAre(0, 1, -1, 2, 3, -1, 4, 5, -1, 6));
  EXPECT_EQ(parse(schedule_file(s, {3, true, false})).head.orders, 7u);
}

TEST(schedule_file, gaps_are_closed_and_what_is_no_place_is_left_out) {
  Script s;
  s.acts = {act(0, 0, -1, ActKind::Perform, 3), act(0, 4, 10), act(0, 5, 10), act(1, 6, 700),
            act(0, 0, -1, ActKind::Hold)};
  EXPECT_THAT(orders(unrolled(s, 1)), ElementsAre(0, 0, 1, -1));
}

TEST(schedule_file, spinning_threads_are_marked) {
  Script s;
  s.expected = trace::Expected::Spin;
  s.acts = {act(0, 1, 0)};
  s.spins = {2};
  File f = parse(schedule_file(s, {}));
  ASSERT_EQ(f.head.threads, 3u);
  EXPECT_EQ(f.threads[1].spins, 0u);
  EXPECT_EQ(f.threads[2].spins, 1u);
}

TEST(schedule_file, impossible_scripts_are_refused) {
  Script s;
  s.acts = {act(0, 1, 0), act(1, 1, 0)};
  EXPECT_THAT(refusal(s), HasSubstr("two threads"));
  s.acts = {act(0, 1, 5), act(0, 1, 4)};
  EXPECT_THAT(refusal(s), HasSubstr("back in time"));
  s.acts = {act(256, 1, 0)};
  EXPECT_THAT(refusal(s), HasSubstr("thread 256"));
  s.acts = {act(0, 1, 0)};
  s.loop = 2;
  EXPECT_THAT(refusal(s), HasSubstr("heddle check"));
}

TEST(schedule_file, scripts_must_name_places_of_the_program) {
  model::Program p;
  p.procedures.resize(1);
  p.procedures[0].code.resize(1);
  p.procedures[0].code[0].event = 7;
  Script s;
  s.acts = {act(0, 7, 0), act(0, 0, -1)};
  EXPECT_NO_THROW(check_script(s, p));
  s.acts.push_back(act(0, 8, 1));
  EXPECT_THROW(check_script(s, p), InputError);
  EXPECT_THROW(check_script(Script{}, p), InputError);
}

TEST(schedule_file, recordings_are_followed_in_their_order) {
  trace::Recording r;
  r.acts = {act(0, 4, -1), act(1, 5, -1), act(1, 6, -1, ActKind::Relock, 2)};
  Script s = script_of(r);
  EXPECT_EQ(s.expected, trace::Expected::End);
  EXPECT_THAT(orders(s), ElementsAre(0, 1, 2));
  EXPECT_EQ(parse(schedule_file(s, {1, false, false})).head.flags, 0u);
}

TEST(arguments, are_as_many_as_the_trace_wants) {
  trace::Trace t;
  EXPECT_TRUE(arguments_of(t).empty());
  trace::Input argc;
  argc.function = "argc";
  argc.bits = 3;
  t.inputs = {argc};
  EXPECT_EQ(arguments_of(t).size(), 2u);
  t.inputs[0].bits = 0;
  EXPECT_TRUE(arguments_of(t).empty());
  t.inputs[0].bits = 1002;
  EXPECT_THROW(arguments_of(t), InputError);
}

// A race of thread 1 and thread 2 in a program with two places.
struct Example {
  model::Program program;
  trace::Violation violation;
  Happened run;
  Example() {
    program.files.push_back("bank.c");
    program.procedures.resize(1);
    program.procedures[0].name = "deposit";
    for (uint32_t event : {11u, 12u}) {
      model::Instr i;
      i.kind = event == 11 ? model::InstrKind::Load : model::InstrKind::Store;
      i.event = event;
      i.act = true;
      i.pos = {1, event + 2, 3};
      program.procedures[0].code.push_back(i);
      trace::Step s;
      s.thread = 1;
      s.event = event;
      s.file = "bank.c";
      s.line = event + 2;
      s.object = "balance";
      violation.trace.steps.push_back(s);
    }
    violation.property = base::Property::NoDataRace;
    violation.kind = "data-race";
    violation.trace.script.expected = trace::Expected::Race;
    violation.trace.script.acts = {act(1, 11, 0), act(1, 12, 1)};
    run.status.magic = HEDDLE_STATUS_MAGIC;
    run.status.threads = 2;
    run.status.culprit = 1;
  }
  Divergence told() const {
    return went_wrong(Places(program, violation.trace), violation.trace, violation.trace.script, run);
  }
};

TEST(outcome, races_and_deadlocks_and_livelocks) {
  Example e;
  trace::Location a, b;
  a.file = b.file = "bank.c";
  a.line = 17, a.thread = 1, a.access = "write", a.object = "balance";
  b.line = 13, b.thread = 2, b.access = "read", b.object = "balance";
  e.violation.locations = {a, b};
  EXPECT_EQ(came_out(e.violation, e.run, 10),
            "data race between bank.c:17 (write by thread 1) and bank.c:13 (read by thread 2) on balance");
  e.violation.trace.script.expected = trace::Expected::Livelock;
  EXPECT_EQ(came_out(e.violation, e.run, 10), "livelock: the loop ran 10 times without an end (bank.c:17, bank.c:13)");
  e.violation.trace.script.expected = trace::Expected::Deadlock;
  e.violation.locations[0].waits_for = "b", e.violation.locations[0].waits_for_thread = 2;
  e.violation.locations[1].waits_for = "a", e.violation.locations[1].waits_for_thread = 2;
  EXPECT_EQ(came_out(e.violation, e.run, 10),
            "deadlock: thread 1 waits for b (held by thread 2) at bank.c:17; thread 2 waits for a (held by itself) at "
            "bank.c:13");
}

TEST(outcome, failures) {
  Example e;
  e.violation.locations.resize(1);
  e.violation.locations[0].file = "bank.c";
  e.violation.locations[0].line = 13;
  e.violation.property = base::Property::UnreachCall;
  e.violation.kind = "assertion";
  e.violation.trace.script.expected = trace::Expected::Failure;
  EXPECT_EQ(came_out(e.violation, e.run, 10), "assertion failed at bank.c:13");
  e.violation.property = base::Property::ValidMemsafety;
  e.violation.kind = "use-after-free";
  e.run.status.signal = SIGSEGV;
  EXPECT_EQ(came_out(e.violation, e.run, 10), "memory error: use after free at bank.c:13 (SIGSEGV)");
}

TEST(outcome, divergence_names_step_and_places) {
  Example e;
  e.run.status.outcome = HEDDLE_DIVERGED;
  e.run.status.thread[1] = {HEDDLE_WAITING, 11, 1, 12, 0, 0, 0, 0};
  e.run.status.thread[0] = {HEDDLE_IN_CALL, 0, 0, 0, 'S', 0, 0, 0};
  Divergence d = e.told();
  EXPECT_EQ(d.summary,
            "thread 1 left the trace at its act 2, step 2 of the trace: expected bank.c:14 in deposit (writes "
            "balance), found bank.c:13 in deposit (reads balance)");
  EXPECT_THAT(d.threads,
              ElementsAre("thread 0 is blocked in a call, 0 of 0 acts done",
                          HasSubstr("thread 1 waits for its turn at bank.c:13 in deposit (reads balance), 1 of 2")));
}

TEST(outcome, stalls_say_who_was_to_come_and_what_it_does) {
  Example e;
  e.run.status.outcome = HEDDLE_STALLED;
  e.run.status.thread[1] = {HEDDLE_RUNNING, 11, 1, 0, 'D', 0, 0, 0};
  EXPECT_THAT(e.told().summary, HasSubstr("thread 1 was to come next with its act 2, step 2 of the trace, bank.c:14 in "
                                          "deposit (writes balance), but is blocked in the system"));
  e.run.status.thread[1].kernel_state = 'R';
  EXPECT_THAT(e.told().summary, HasSubstr("is still computing"));
}

TEST(outcome, early_ends_and_hangs) {
  Example e;
  e.run.status.outcome = HEDDLE_ENDED_EARLY;
  e.run.status.exit_code = 3;
  EXPECT_THAT(e.told().summary, HasSubstr("exit code 3, after 0 of 2 ordered acts"));
  e.run.status.signal = SIGSEGV;
  EXPECT_THAT(e.told().summary, HasSubstr("SIGSEGV"));
  e.run = {};
  e.run.ended = {Ended::Way::TimedOut, SIGKILL, 10.0};
  EXPECT_EQ(e.told().summary, "the program hung: stopped after 10 s before it said anything");
}

Ended shell(const std::string& command, std::chrono::milliseconds limit = std::chrono::milliseconds(0),
            const std::atomic<bool>* interrupted = nullptr) {
  Exchange exchange("");
  NativeJob job;
  job.executable = "/bin/sh";
  job.arguments = {"-c", command};
  job.output = NativeJob::Output::Discard;
  job.limit = limit;
  job.interrupted = interrupted;
  return run_native(job, exchange);
}

TEST(native_run, ends_are_told_apart) {
  Ended e = shell("exit 7");
  EXPECT_EQ(e.way, Ended::Way::Exited);
  EXPECT_EQ(e.code, 7);
  e = shell("kill -SEGV $$");
  EXPECT_EQ(e.way, Ended::Way::Signalled);
  EXPECT_EQ(e.code, SIGSEGV);
}

TEST(native_run, nothing_outlives_the_limit) {
  Ended e = shell("trap '' TERM INT; sleep 100 & while :; do :; done", std::chrono::milliseconds(200));
  EXPECT_EQ(e.way, Ended::Way::TimedOut);
  EXPECT_LT(e.seconds, 5);
  std::atomic<bool> interrupted{true};
  EXPECT_EQ(shell("sleep 100", std::chrono::milliseconds(0), &interrupted).way, Ended::Way::Interrupted);
}

TEST(native_run, what_cannot_start_is_told) {
  Exchange exchange("");
  NativeJob job;
  job.executable = "/nowhere/program";
  EXPECT_THROW(run_native(job, exchange), InputError);
}

TEST(exchange, leaves_nothing_behind) {
  std::string directory;
  {
    Exchange exchange("schedule", 10);
    for (const std::string& v : exchange.environment())
      if (v.starts_with("HEDDLE_SCHEDULE=")) directory = std::filesystem::path(v.substr(16)).parent_path();
    EXPECT_EQ(std::filesystem::status(directory).permissions(), std::filesystem::perms::owner_all);
    EXPECT_EQ(exchange.status().outcome, uint32_t{HEDDLE_NOTHING_YET});
    EXPECT_TRUE(exchange.recorded().acts.empty());
  }
  EXPECT_FALSE(directory.empty() || std::filesystem::exists(directory));
}

}  // namespace
}  // namespace heddle::replay
