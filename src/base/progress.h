// SPDX-License-Identifier: GPL-3.0-or-later
// The live line on a terminal: what an engine does, how far it is, and when it will end. Nobody knows in advance how
// many states or bounds there are, so the line claims no share of the whole. Where the states that are still open have
// become fewer for a while, their number and its fall say how long the rest takes (Ebb). Elsewhere there is only the
// most that the engine may still take, and without a limit the line says that there is no estimate. A reader can judge
// by the rest: how fast states come, how many are open, and which part of the last steps led to a new state.
//
// Writes to standard error only, only when that is a terminal, at most ten times a second, and wipes the line when it
// goes out of scope.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/budget.h"

namespace heddle::base {

// When a number will be 0 that was larger once. Small numbers go up and down by chance and say nothing.
class Ebb {
 public:
  // `seconds` never goes back. The seconds from then on until it is 0, if it goes on as since its peak.
  std::optional<double> see(double seconds, uint64_t number);

 private:
  uint64_t peak_ = 0;
  double at_ = 0;
};

// What an engine says of itself. When it will end is told as a point in time: the line stays while time goes on.
struct ProgressLine {
  using Clock = std::chrono::steady_clock;
  std::string engine, what;
  enum class End : char { Unknown = '?', About = '~', AtMost = '<' } end = End::Unknown;
  Clock::time_point at{};
};
// "explore (about 4 s left): 123k states, 890 open", if it is `now`.
std::string text(const ProgressLine& line, ProgressLine::Clock::time_point now);
// Through a pipe and back, on the same machine.
std::string to_bytes(const ProgressLine& line);
std::optional<ProgressLine> progress_from_bytes(const std::string& bytes);

class Progress {
 public:
  // What the engine may still take is in the budget.
  Progress(bool wanted, std::string engine, const Budget& budget);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // A search over states, of which `open` are not followed to their end. Cheap enough for every state: looks at the
  // clock every 256th call.
  void states(uint64_t open, uint64_t states, uint64_t steps) {
    if (on_ && ++calls_ % 256 == 0) draw_states(open, states, steps);
  }
  // What the engine is about to do, in its words: for engines whose pieces of work are long.
  void say(const std::string& what);
  // The same for pieces of work that may be short: `what` makes the text when it is time for one.
  template <class What>
  void say_sometimes(const What& what) {
    if (on_ && due()) say(what());
  }

 private:
  using Clock = ProgressLine::Clock;
  struct Look {
    Clock::time_point at;
    uint64_t states = 0, steps = 0;
  };
  bool due() const { return Clock::now() >= next_; }
  void draw_states(uint64_t open, uint64_t states, uint64_t steps);
  void send(const std::string& what, std::optional<double> estimate);

  const bool on_;
  const std::string engine_;
  const Budget& budget_;
  const Clock::time_point begun_;
  Ebb ebb_;
  Clock::time_point next_;
  Look before_, last_;  // rates are those since `before_`, which is one to two seconds ago
  uint32_t calls_ = 0;
  bool drawn_ = false;
};

// An engine in a process of its own does not draw: the process that watches over the engine does. No line wipes.
void send_progress_to(std::function<void(const std::optional<ProgressLine>&)> sink);
void draw_progress(const std::string& line);

// Texts of the line, apart from the terminal they go to. `new_states` and `steps` are those of the last `seconds`.
std::string states_text(uint64_t open, uint64_t states, uint64_t new_states, uint64_t steps, double seconds);
// What is spent, and the limits if there are some.
std::string spent_text(double seconds, const Budget::Limits& limits, uint64_t memory_bytes);
// "4 s", "12 min", "3.5 h": as exact as an estimate is.
std::string roughly(double seconds);

}  // namespace heddle::base
