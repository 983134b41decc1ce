// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay.h"

#include <csignal>

#include "base/check.h"

namespace heddle::replay {

namespace {

constexpr std::chrono::seconds kLimit{10};
constexpr unsigned kActsPerMillisecond = 1;  // long traces get more time
constexpr std::chrono::seconds kLongEnough{1};
constexpr uint64_t kMostArguments = 1000;

struct Run {
  Happened happened;
  uint32_t orders = 0;
};

// Signals that usually come from outside. A program that has nothing more to do waits for them.
bool comes_from_outside(int signal) {
  for (int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
    if (signal == crash) return false;
  return signal != 0;
}

// `last`: the signal that stopped the recorded program from outside, or 0. The replayed program gets the same signal
// when all its acts are done and it goes on.
Run run_once(NativeJob job, const std::string& schedule, const Settings& settings, int last) {
  Exchange exchange(schedule);
  heddle_schedule head{};
  schedule.copy(reinterpret_cast<char*>(&head), sizeof head);
  std::atomic<bool> enough{false};
  auto done_since = std::chrono::steady_clock::time_point::max();
  bool stays = last != 0;
  if (stays) job.last_signal = last;
  job.limit = kLimit + std::chrono::milliseconds(head.acts / kActsPerMillisecond);
  job.output = settings.output;
  job.interrupted = &enough;
  job.every_20_ms = [&] {
    if (settings.interrupted && *settings.interrupted) enough = true;
    if (!settings.progress && !stays) return;
    uint32_t done = exchange.status().orders_done;
    if (settings.progress) settings.progress(done);
    auto now = std::chrono::steady_clock::now();
    if (stays && done >= head.orders) done_since = std::min(done_since, now);
    if (stays && done_since < now && now - done_since > kLongEnough) enough = true;
  };
  Run run;
  run.happened.ended = run_native(job, exchange);
  run.happened.status = exchange.status();
  run.orders = head.orders;
  return run;
}

bool was_interrupted(const Settings& settings) { return settings.interrupted && *settings.interrupted; }

bool same_end(const trace::Recording& wanted, const trace::Recording& got) {
  // how it dies of it is up to the run-time
  if (wanted.ending == trace::Ending::Assertion) return got.ending == wanted.ending;
  return wanted.ending == got.ending && wanted.exit_code == got.exit_code && wanted.signal == got.signal;
}

}  // namespace

std::vector<std::string> arguments_of(const trace::Trace& trace) {
  for (const trace::Input& i : trace.inputs) {
    if (i.function != "argc" || i.bits <= 1) continue;
    if (i.bits - 1 > kMostArguments)
      throw InputError("the trace gives main " + std::to_string(i.bits - 1) + " arguments; more than " +
                       std::to_string(kMostArguments) + " are not supported");
    return std::vector<std::string>(i.bits - 1, "argument");
  }
  return {};
}

Attempt replay_violation(const std::string& executable, const model::Program& program,
                         const trace::Violation& violation, const Settings& settings) {
  const trace::Script& script = violation.trace.script;
  NativeJob job;
  job.executable = executable;
  job.arguments = arguments_of(violation.trace);
  Run run = run_once(job, schedule_file(script, {settings.loops, true, false, restarts(violation.trace)}), settings, 0);
  Attempt attempt;
  attempt.interrupted = was_interrupted(settings);
  attempt.reproduced = run.happened.status.outcome == HEDDLE_REPRODUCED;
  if (attempt.reproduced) {
    attempt.outcome = came_out(violation, run.happened, settings.loops);
    return attempt;
  }
  Divergence d = went_wrong(Places(program, violation.trace), violation.trace,
                            unrolled(script, settings.loops, restarts(violation.trace)), run.happened);
  attempt.outcome = d.summary;
  attempt.threads = d.threads;
  return attempt;
}

Attempt replay_recording(const std::string& executable, const model::Program& program,
                         const trace::Recording& recording, const Settings& settings) {
  trace::Script script = script_of(recording);
  NativeJob job;
  job.executable = executable;
  job.arguments = recording.arguments;
  job.input = settings.input;
  bool stopped = recording.ending == trace::Ending::Stopped, ended = comes_from_outside(recording.signal);
  Run run = run_once(job, schedule_file(script, {settings.loops, false, false}), settings,
                     stopped ? SIGKILL
                     : ended ? recording.signal
                             : 0);
  Attempt attempt;
  attempt.interrupted = was_interrupted(settings);
  trace::Recording again;
  take_ending(again, run.happened);
  uint32_t outcome = run.happened.status.outcome;
  if (ended && again.ending == trace::Ending::Stopped && !attempt.interrupted)
    again.ending = recording.ending, again.signal = run.happened.ended.code;
  bool crashed = recording.ending == trace::Ending::Crashed && outcome == HEDDLE_ENDED_EARLY;
  // which is recorded as it begins
  bool in_last_act = crashed || outcome == HEDDLE_ASSERTION || outcome == HEDDLE_NOTHING_YET;
  bool followed = crashed || (outcome != HEDDLE_DIVERGED && outcome != HEDDLE_STALLED &&
                              outcome != HEDDLE_ENDED_EARLY && outcome != HEDDLE_REFUSED);
  attempt.reproduced =
      followed && run.happened.status.orders_done + in_last_act >= run.orders && same_end(recording, again);
  attempt.outcome = ending_text(again);
  if (attempt.reproduced) return attempt;
  if (followed && run.happened.status.orders_done + in_last_act >= run.orders) {
    attempt.outcome = "every act as recorded, then " + ending_text(again) + "; recorded was: " + ending_text(recording);
    return attempt;
  }
  trace::Trace nothing;
  Divergence d = went_wrong(Places(program, nothing), nothing, unrolled(script, 1), run.happened);
  attempt.outcome = d.summary;
  attempt.threads = d.threads;
  return attempt;
}

// What the run-time says counts more than how the process ended: in a replay the run-time itself ends the process.
void take_ending(trace::Recording& recording, const Happened& run) {
  const Ended& ended = run.ended;
  bool by_itself = run.status.outcome == HEDDLE_FINISHED;  // perhaps since it was asked to
  bool by_us = !by_itself && (ended.way == Ended::Way::TimedOut || ended.way == Ended::Way::Interrupted);
  bool crashed = run.status.outcome == HEDDLE_CRASHED || run.status.signal != 0 || ended.way == Ended::Way::Signalled;
  recording.ending = run.status.outcome == HEDDLE_ASSERTION ? trace::Ending::Assertion
                     : by_us                                ? trace::Ending::Stopped
                     : crashed                              ? trace::Ending::Crashed
                                                            : trace::Ending::Finished;
  bool signalled = ended.way == Ended::Way::Signalled;
  if (recording.ending == trace::Ending::Stopped) return;
  recording.signal = run.status.signal ? static_cast<int>(run.status.signal) : signalled ? ended.code : 0;
  recording.exit_code = recording.signal || signalled ? 0 : ended.code;
}

std::string ending_text(const trace::Recording& r) {
  switch (r.ending) {
    case trace::Ending::Stopped: return "the program ran until it was stopped";
    case trace::Ending::Assertion: return "an assertion failed";
    case trace::Ending::Crashed: return "the program was ended by " + signal_name(r.signal);
    case trace::Ending::Finished: break;
  }
  return "the program ended with exit code " + std::to_string(r.exit_code);
}

}  // namespace heddle::replay
