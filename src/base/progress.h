// SPDX-License-Identifier: GPL-3.0-or-later
// The live line on a terminal: what an engine does and how far it is. Nobody knows in advance how many states or bounds
// there are, so the line claims no share of the whole. It says what a reader can judge by: how fast states come, how
// many are still open, and which part of the last steps led to a new state, which falls towards 0 when a search
// comes to its end. Writes to standard error only, only when that is a terminal, at most ten times a second, and wipes
// the line when it goes out of scope.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace heddle::base {

class Progress {
 public:
  Progress(bool wanted, std::string engine);
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
  using Clock = std::chrono::steady_clock;
  struct Look {
    Clock::time_point at;
    uint64_t states = 0, steps = 0;
  };
  bool due() const { return Clock::now() >= next_; }
  void draw_states(uint64_t open, uint64_t states, uint64_t steps);

  const bool on_;
  const std::string engine_;
  Clock::time_point next_;
  Look before_, last_;  // rates are those since `before_`, which is one to two seconds ago
  uint32_t calls_ = 0;
  bool drawn_ = false;
};

// An engine in a process of its own does not draw: the process that watches over the engine does. An empty line wipes.
void send_progress_to(std::function<void(const std::string& line)> sink);
void draw_progress_line(const std::string& line);

// Texts of the line, apart from the terminal they go to. `new_states` and `steps` are those of the last `seconds`.
std::string states_text(uint64_t open, uint64_t states, uint64_t new_states, uint64_t steps, double seconds);
// What is spent, and the limit in time if there is one.
std::string spent_text(double seconds, std::chrono::milliseconds limit, uint64_t memory_bytes);

}  // namespace heddle::base
