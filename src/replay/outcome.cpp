// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/outcome.h"

#include <algorithm>
#include <cstdio>

namespace heddle::replay {

using trace::Act;
using trace::Location;

namespace {

std::string thread(int t) { return "thread " + std::to_string(t); }
std::string at(const Location& l) { return l.file + ":" + std::to_string(l.line); }

std::string spaced(std::string kind) {
  std::replace(kind.begin(), kind.end(), '-', ' ');
  return kind;
}

std::string race(const trace::Violation& v) {
  if (v.locations.size() < 2) return "data race";
  auto side = [](const Location& l) { return at(l) + " (" + l.access + " by " + thread(l.thread) + ")"; };
  const Location &a = v.locations[0], &b = v.locations[1];
  return "data race between " + side(a) + " and " + side(b) + (a.object.empty() ? "" : " on " + a.object);
}

std::string deadlock(const trace::Violation& v) {
  std::string out;
  for (const Location& l : v.locations) {
    bool held = l.waits_for_thread >= 0 && l.access != "join" && l.access != "section";
    std::string holder = l.waits_for_thread == l.thread ? "itself" : thread(l.waits_for_thread);
    out += (out.empty() ? "deadlock: " : "; ") + thread(l.thread) + " waits for " + l.waits_for +
           (held ? " (held by " + holder + ")" : "") + " at " + at(l);
  }
  return out.empty() ? "deadlock" : out;
}

std::string livelock(const trace::Violation& v, unsigned loops) {
  bool spins = v.trace.script.expected == trace::Expected::Spin;
  std::string places;
  for (const Location& l : v.locations) {
    std::string place = at(l) + (spins && !l.function.empty() ? " in " + l.function : "");
    if ((", " + places + ",").find(", " + place + ",") == std::string::npos)
      places += (places.empty() ? "" : ", ") + place;
  }
  std::string what =
      spins ? "the threads run on without an event"
            : "the loop ran " + std::to_string(loops) + (loops == 1 ? " time" : " times") + " without an end";
  return "livelock: " + what + (places.empty() ? "" : " (" + places + ")");
}

std::string failure(const trace::Violation& v, const Happened& run) {
  std::string place = v.locations.empty() ? "" : " at " + at(v.locations[0]);
  if (v.property == base::Property::UnreachCall)
    return (v.kind == "assertion" ? "assertion failed" : spaced(v.kind)) + place;
  std::string signal = run.status.signal ? " (" + signal_name(static_cast<int>(run.status.signal)) + ")" : "";
  return "memory error: " + spaced(v.kind) + place + signal;
}

// One thread's list, as the run-time has it.
std::vector<const Act*> list_of(const trace::Script& script, uint32_t t) {
  std::vector<const Act*> out;
  for (const Act& a : script.acts)
    if (static_cast<uint32_t>(a.thread) == t) out.push_back(&a);
  return out;
}

class Story {
 public:
  Story(const Places& places, const trace::Trace& trace, const trace::Script& script, const Happened& run)
      : places_(places), script_(script), run_(run), steps_(Places::step_of_order(trace, script)) {}

  Divergence tell() const {
    Divergence out;
    out.summary = summary();
    if (run_.status.outcome != HEDDLE_REFUSED)
      for (uint32_t t = 0; t < std::min<uint32_t>(run_.status.threads, HEDDLE_MAX_THREADS); ++t)
        out.threads.push_back(position(t));
    return out;
  }

 private:
  const heddle_thread_status& of(uint32_t t) const {
    return run_.status.thread[std::min<uint32_t>(t, HEDDLE_MAX_THREADS - 1)];
  }
  std::string place(uint32_t event, uint32_t t) const { return places_.describe(event, static_cast<int>(t)); }

  std::string summary() const {
    uint32_t t = run_.status.culprit;
    switch (run_.status.outcome) {
      case HEDDLE_DIVERGED: return diverged(t);
      case HEDDLE_STALLED: return stalled(t);
      case HEDDLE_ENDED_EARLY: return "the program ended before the trace did: " + early_end() + ", " + progress();
      case HEDDLE_NOT_RACING: return not_racing();
      case HEDDLE_REFUSED: return "the program could not follow the trace at all; it said why";
      case HEDDLE_FINISHED:
      case HEDDLE_ASSERTION:
      case HEDDLE_CRASHED: return "the program went its own way: " + early_end();
      default: break;
    }
    return vanished() + (run_.status.magic ? ", " + progress() : " before it said anything");
  }

  std::string vanished() const {
    switch (run_.ended.way) {
      case Ended::Way::TimedOut: return "the program hung: " + end_of_process(run_.ended);
      case Ended::Way::Exited:
        return "the program left without its exit handlers (_exit, quick_exit or exec), " + end_of_process(run_.ended);
      default: return "the program was ended by " + end_of_process(run_.ended);
    }
  }
  std::string early_end() const {
    if (run_.status.signal) return signal_name(static_cast<int>(run_.status.signal));
    if (run_.status.outcome == HEDDLE_ASSERTION) return "an assertion failed";
    return "exit code " + std::to_string(run_.status.exit_code);
  }
  uint32_t orders() const {
    int last = -1;
    for (const Act& a : script_.acts) last = std::max(last, a.order);
    return static_cast<uint32_t>(last + 1);
  }
  std::string progress() const {
    return "after " + std::to_string(run_.status.orders_done) + " of " + std::to_string(orders()) + " ordered acts";
  }

  // "its act 4, step 7 of the trace"
  std::string number(uint32_t t) const {
    std::vector<const Act*> mine = list_of(script_, t);
    uint32_t done = of(t).acts_done;
    std::string out = "its act " + std::to_string(done + 1);
    for (size_t i = done; i < mine.size(); ++i)
      if (mine[i]->order >= 0 && static_cast<size_t>(mine[i]->order) < steps_.size())
        return out + ", step " + std::to_string(steps_[static_cast<size_t>(mine[i]->order)] + 1) + " of the trace";
    return out;
  }
  std::string next_act(uint32_t t) const {
    std::vector<const Act*> mine = list_of(script_, t);
    return of(t).acts_done < mine.size() ? place(mine[of(t).acts_done]->event, t) : "nothing";
  }

  std::string diverged(uint32_t t) const {
    const heddle_thread_status& s = of(t);
    std::string expected = s.expected_event == 0 ? "the end of the thread" : place(s.expected_event, t);
    return thread(static_cast<int>(t)) + " left the trace at " + number(t) + ": expected " + expected + ", found " +
           (s.event == 0 ? "the end of the thread" : place(s.event, t));
  }
  std::string stalled(uint32_t t) const {
    return "nobody moved any more: " + thread(static_cast<int>(t)) + " was to come next with " + number(t) + ", " +
           next_act(t) + ", but " + condition(of(t)) + "; " + progress();
  }
  std::string not_racing() const {
    std::string out = "both threads came to their accesses, but these are of different memory:";
    for (uint32_t t = 0; t < HEDDLE_MAX_THREADS; ++t) {
      if (of(t).state != HEDDLE_STOPPED || of(t).size == 0) continue;
      char text[64];
      std::snprintf(text, sizeof text, " %llu bytes at 0x%llx", static_cast<unsigned long long>(of(t).size),
                    static_cast<unsigned long long>(of(t).address));
      out += text + std::string(" (") + thread(static_cast<int>(t)) + ")";
    }
    return out;
  }

  static std::string condition(const heddle_thread_status& s) {
    bool asleep = s.kernel_state == 'S' || s.kernel_state == 'D';
    switch (s.state) {
      case HEDDLE_ABSENT: return "was never started";
      case HEDDLE_RUNNING:
        return asleep ? "is blocked in the system" : s.kernel_state == 'R' ? "is still computing" : "is running";
      case HEDDLE_WAITING: return "waits for its turn";
      case HEDDLE_STOPPED: return "has stopped";
      case HEDDLE_IN_CALL: return asleep ? "is blocked in a call" : "is in a call";
      default: return "has ended";
    }
  }
  std::string position(uint32_t t) const {
    const heddle_thread_status& s = of(t);
    std::string where = s.event == 0 || s.state == HEDDLE_ABSENT || s.state == HEDDLE_EXITED
                            ? ""
                            : (s.state == HEDDLE_RUNNING ? ", last at " : " at ") + place(s.event, t);
    return thread(static_cast<int>(t)) + " " + condition(s) + where + ", " + std::to_string(s.acts_done) + " of " +
           std::to_string(list_of(script_, t).size()) + " acts done";
  }

  const Places& places_;
  const trace::Script& script_;
  const Happened& run_;
  const std::vector<size_t> steps_;
};

}  // namespace

std::string end_of_process(const Ended& ended) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.0f s", ended.seconds);
  switch (ended.way) {
    case Ended::Way::Exited: return "exit code " + std::to_string(ended.code);
    case Ended::Way::Signalled: return signal_name(ended.code);
    case Ended::Way::TimedOut: return std::string("stopped after ") + seconds;
    case Ended::Way::Interrupted: return "interrupted";
  }
  return "";
}

std::string came_out(const trace::Violation& v, const Happened& run, unsigned loops) {
  switch (v.trace.script.expected) {
    case trace::Expected::Race: return race(v);
    case trace::Expected::Unordered: return race(v) + "; both were made, and nothing orders them";
    case trace::Expected::Deadlock: return deadlock(v);
    case trace::Expected::Livelock:
    case trace::Expected::Spin: return livelock(v, loops);
    default: return failure(v, run);
  }
}

Divergence went_wrong(const Places& places, const trace::Trace& trace, const trace::Script& script,
                      const Happened& run) {
  return Story(places, trace, script, run).tell();
}

}  // namespace heddle::replay
