// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/crew.h"

#include <poll.h>

#include <algorithm>

#include "base/progress.h"

namespace heddle::driver {

using std::chrono::milliseconds;
using trace::Reason;

namespace {

constexpr milliseconds kMoment{10}, kLook{5}, kSlice{200}, kTick{100};
// For those that were asked to stop: to say what they know. A trace that was found is shortened in this time, too.
constexpr milliseconds kPatience{1000}, kPatienceWithUser{800}, kPatienceWithMemory{300};

}  // namespace

Crew::~Crew() {
  if (!shown_.empty()) base::draw_progress("");
}

bool Crew::running() const {
  return std::any_of(children_.begin(), children_.end(), [](const Child& c) { return c.running(); });
}

bool Crew::has_room() const {
  return std::count_if(children_.begin(), children_.end(), [](const Child& c) { return c.running(); }) <
         static_cast<ptrdiff_t>(at_once_);
}

bool Crew::turn() {
  std::vector<pollfd> pipes;
  for (const Child& c : children_)
    if (c.running()) pipes.push_back({c.pipe(), POLLIN, 0});
  poll(pipes.data(), pipes.size(), static_cast<int>(kMoment.count()));
  bool news = false;
  for (Child& c : children_) news |= c.read();
  keep_time();
  keep_memory();
  if (!over_) take_turns();
  show_progress();
  return news;
}

void Crew::keep_time() {
  const Clock::time_point now = Clock::now();
  std::optional<base::Exceeded> exceeded = budget_.check_now();
  if (!exceeded) return;
  if (!over_) over_ = now;
  milliseconds patience = exceeded == base::Exceeded::Interrupt ? kPatienceWithUser : kPatience;
  for (Child& c : children_) {
    c.ask_to_stop(trace::reason(*exceeded));
    if (now > *over_ + patience) c.end(trace::reason(*exceeded));
  }
}

// Whoever uses most ends first: that frees most, and what it knows is here already. The others go on.
void Crew::keep_memory() {
  const Clock::time_point now = Clock::now();
  if (now < next_look_) return;
  next_look_ = now + kLook;
  uint64_t total = base::resident_bytes(), most = 0;
  Child* largest = nullptr;
  for (Child& c : children_) {
    uint64_t bytes = c.own_bytes();
    total += bytes;
    if (bytes > most) most = bytes, largest = &c;
  }
  memory_ = total;
  peak_ = std::max(peak_, total);
  const uint64_t limit = budget_.limits().memory_bytes;
  if (limit == 0 || total <= base::memory_to_stop_at(limit) || !largest) return;
  if (!largest->ended()) memory_asked_ = now;
  largest->ask_to_stop(Reason::MemoryLimit);
  if (total > limit - limit / 16 || now > memory_asked_ + kPatienceWithMemory) largest->end(Reason::MemoryLimit);
}

void Crew::take_turns() {
  std::vector<Child*> running;
  for (Child& c : children_)
    if (c.running()) running.push_back(&c);
  const Clock::time_point now = Clock::now();
  if (running.size() > at_once_ && now >= next_slice_) ++first_of_slice_, next_slice_ = now + kSlice;
  for (size_t k = 0; k < running.size(); ++k)
    running[(first_of_slice_ + k) % running.size()]->pause(k >= at_once_ &&
                                                           !running[(first_of_slice_ + k) % running.size()]->ended());
}

void Crew::show_progress() {
  const Clock::time_point now = Clock::now();
  std::string line;
  for (const Child& c : children_)
    if (c.progress()) line += (line.empty() ? "" : " | ") + base::text(*c.progress(), now);
  if (line == shown_ && (line.empty() || now < next_line_)) return;
  next_line_ = now + kTick;
  shown_ = line;
  if (!line.empty()) line = base::spent_text(budget_.elapsed_seconds(), budget_.limits(), memory_) + " | " + line;
  base::draw_progress(line);
}

uint64_t Crew::peak_bytes() const {
  uint64_t peak = std::max(peak_, base::peak_resident_bytes());
  for (const Child& c : children_) peak = std::max(peak, c.peak_bytes());
  return peak;
}

trace::Result answer(const Child& engine, const std::vector<base::Property>& asked) {
  trace::Result r;
  if (engine.known()) {
    r = *engine.known();
  } else {
    r.engine = engine.name();
    r.requested = asked;
    trace::conclude(r, {}, Reason::TimeLimit, "nothing was searched");
  }
  if (!engine.failure().empty() && !engine.done())
    trace::stopped_by(r, Reason::EngineFailed);
  else if (engine.ended() && (!engine.done() || r.reason_code == Reason::Interrupted))
    trace::stopped_by(r, *engine.ended());
  return r;
}

}  // namespace heddle::driver
