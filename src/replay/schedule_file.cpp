// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/schedule_file.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "trace/folded_steps.h"

namespace heddle::replay {

using trace::Act;
using trace::ActKind;
using trace::Script;

static_assert(static_cast<int>(ActKind::Hold) == HEDDLE_HOLD && static_cast<int>(trace::kReturned) == HEDDLE_RETURNED &&
              static_cast<int>(trace::Expected::Crash) == HEDDLE_EXPECT_CRASH);
static_assert(sizeof(heddle_act) == 24 && sizeof(heddle_schedule) == 32 && sizeof(heddle_thread_acts) == 16 &&
              sizeof(heddle_recorded_act) == 24);

namespace {

constexpr size_t kMostActs = 50'000'000;

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("the trace " + what + ": it was edited, or written by another version; run `heddle check` again");
}

// The number of arguments of main is an input of the model that the program gets before its first instruction.
bool is_place(const Act& a) { return a.event != 0 || a.kind != ActKind::Perform; }

void close_gaps(std::vector<Act>& acts) {
  std::map<int, int> owner, dense, last;
  for (const Act& a : acts) {
    if (a.order < 0) continue;
    if (owner.emplace(a.order, a.thread).first->second != a.thread) refuse("lets two threads act at the same time");
    if (auto [it, first] = last.emplace(a.thread, a.order); !first && it->second > a.order)
      refuse("lets a thread go back in time");
    last[a.thread] = a.order;
  }
  for (const auto& [order, thread] : owner) dense.emplace(order, static_cast<int>(dense.size()));
  for (Act& a : acts)
    if (a.order >= 0) a.order = dense[a.order];
}

void check_acts(const Script& script) {
  auto is_thread = [](int t) { return t >= 0 && t < HEDDLE_MAX_THREADS; };
  for (const Act& a : script.acts) {
    if (!is_thread(a.thread)) refuse("names thread " + std::to_string(a.thread));
    if (a.order < -1) refuse("has an act with the order " + std::to_string(a.order));
  }
  for (int t : script.spins)
    if (!is_thread(t)) refuse("names thread " + std::to_string(t));
  if (script.loop && *script.loop > script.acts.size()) refuse("has a loop beyond its end");
}

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

uint32_t count_orders(const Script& script) {
  int last = -1;
  for (const Act& a : script.acts) last = std::max(last, a.order);
  return static_cast<uint32_t>(last + 1);
}

}  // namespace

Restarts restarts(const trace::Trace& trace) {
  const std::vector<size_t> taken = trace::unfolded(trace);  // the steps in the order of execution
  auto step = std::find(taken.begin(), taken.end(), trace.lasso_start.value_or(trace.steps.size()));
  Restarts in_loop;
  std::set<int> ended;
  for (auto s = step; s != taken.end(); ++s) {
    if (trace.steps[*s].kind == model::EventKind::Create) ++in_loop.count, in_loop.starts.insert(trace.steps[*s].event);
    if (trace.steps[*s].kind == model::EventKind::ThreadExit) ended.insert(trace.steps[*s].thread);
  }
  if (ended.empty() || static_cast<int>(ended.size()) != in_loop.count) return {};
  in_loop.first = *ended.begin();
  return *ended.rbegin() == in_loop.first + in_loop.count - 1 ? in_loop : Restarts{};
}

Script unrolled(const Script& script, unsigned loops, const Restarts& restarts) {
  check_acts(script);
  Script out = script;
  out.loop.reset();
  if (script.loop && *script.loop < script.acts.size()) {
    std::vector<Act> round(script.acts.begin() + static_cast<ptrdiff_t>(*script.loop), script.acts.end());
    if (round.size() > kMostActs / std::max(loops, 1u))
      throw InputError("--loops " + std::to_string(loops) + ": a loop of " + std::to_string(round.size()) +
                       " acts cannot be repeated so often; give a smaller number");
    int length = static_cast<int>(count_orders(script));  // more than needed; close_gaps takes care of it
    for (unsigned k = 1; k < loops; ++k)
      for (Act a : round) {
        if (a.order >= 0 && __builtin_add_overflow(a.order, static_cast<int64_t>(k) * length, &a.order))
          refuse("has orders that are too large");
        const int later = static_cast<int>(k) * restarts.count;
        if (restarts.starts.contains(a.event)) a.value += static_cast<uint64_t>(later);
        if (restarts.count && a.thread >= restarts.first) a.thread += later;
        if (a.thread >= HEDDLE_MAX_THREADS)
          throw InputError("--loops " + std::to_string(loops) + ": " + std::to_string(restarts.count) +
                           " threads are started in each round, which are too many; give a smaller number");
        out.acts.push_back(a);
      }
  }
  std::erase_if(out.acts, [](const Act& a) { return !is_place(a); });
  close_gaps(out.acts);
  return out;
}

std::string schedule_file(const Script& script, const ScheduleSettings& settings) {
  Script flat = unrolled(script, settings.loops, settings.restarts);
  int last_thread = 0;
  for (const Act& a : flat.acts) last_thread = std::max(last_thread, a.thread);
  for (int t : flat.spins) last_thread = std::max(last_thread, t);
  std::stable_sort(flat.acts.begin(), flat.acts.end(), [](const Act& a, const Act& b) { return a.thread < b.thread; });

  heddle_schedule head{};
  head.magic = HEDDLE_SCHEDULE_MAGIC;
  head.version = HEDDLE_FORMAT_VERSION;
  bool all_done = flat.expected == trace::Expected::Unordered;  // which is also what ends a loop that ran often enough
  head.expected = all_done ? uint32_t{HEDDLE_EXPECT_LIVELOCK} : static_cast<uint32_t>(flat.expected);
  head.flags = (settings.models ? HEDDLE_FLAG_MODELS : 0) | (settings.gdb ? HEDDLE_FLAG_GDB : 0);
  head.threads = static_cast<uint32_t>(last_thread + 1);
  head.acts = static_cast<uint32_t>(flat.acts.size());
  head.orders = count_orders(flat);
  std::string bytes;
  put(bytes, head);
  uint32_t first = 0;
  for (int t = 0; t <= last_thread; ++t) {
    auto mine = std::count_if(flat.acts.begin(), flat.acts.end(), [&](const Act& a) { return a.thread == t; });
    bool spins = std::find(flat.spins.begin(), flat.spins.end(), t) != flat.spins.end();
    put(bytes, heddle_thread_acts{first, static_cast<uint32_t>(mine), spins, 0});
    first += static_cast<uint32_t>(mine);
  }
  for (const Act& a : flat.acts)
    put(bytes, heddle_act{a.event, static_cast<uint32_t>(a.kind), a.order, a.size, a.value});
  return bytes;
}

void check_script(const Script& script, const model::Program& program) {
  if (script.acts.empty() && script.expected == trace::Expected::End)
    refuse("does not say what the threads of the program do");
  std::set<model::EventId> known{0};
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code) known.insert(i.event);
  for (const Act& a : script.acts)
    if (!known.contains(a.event))
      refuse("names the event " + std::to_string(a.event) + ", which the program does not have");
}

Script script_of(const trace::Recording& recording) {
  Script script;
  script.acts = recording.acts;
  for (size_t i = 0; i < script.acts.size(); ++i) script.acts[i].order = static_cast<int>(i);
  return script;
}

}  // namespace heddle::replay
