// SPDX-License-Identifier: GPL-3.0-or-later
// The live line on a terminal: engine, depth, states, transitions, memory, elapsed time. Writes to standard error only,
// only when that is a terminal, at most ten times a second, and wipes the line when it goes out of scope.
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

  // Cheap enough for every state: looks at the clock every 256th call.
  void show(uint64_t depth, uint64_t states, uint64_t transitions) {
    if (on_ && ++calls_ % 256 == 0) draw(depth, states, transitions);
  }

 private:
  using Clock = std::chrono::steady_clock;
  void draw(uint64_t depth, uint64_t states, uint64_t transitions);

  const bool on_;
  const std::string engine_;
  const Clock::time_point start_;
  Clock::time_point next_;
  uint32_t calls_ = 0;
  bool drawn_ = false;
};

// An engine in a process of its own does not draw: the process that watches over the engine does. An empty line wipes.
void send_progress_to(std::function<void(const std::string& line)> sink);
void draw_progress_line(const std::string& line);

// The text of the line, apart from the terminal it goes to.
std::string progress_line(const std::string& engine, uint64_t depth, uint64_t states, uint64_t transitions,
                          uint64_t memory_bytes, double seconds);

}  // namespace heddle::base
