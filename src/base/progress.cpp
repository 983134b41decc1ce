// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing the live line; the escape sequence erases to the end of the line so that a shorter text leaves nothing
// behind.
#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/budget.h"

namespace heddle::base {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);

std::string count(uint64_t n) {
  char text[32];
  if (n < 100'000)
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(n));
  else if (n < 10'000'000)
    std::snprintf(text, sizeof text, "%.0fk", static_cast<double>(n) / 1e3);
  else
    std::snprintf(text, sizeof text, "%.1fM", static_cast<double>(n) / 1e6);
  return text;
}

// A line that wraps could not be wiped again.
std::string fitting(const std::string& text) {
  winsize size{};
  bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? text.substr(0, size.ws_col - 1u) : text;
}

void put(const std::string& text) { [[maybe_unused]] ssize_t written = write(STDERR_FILENO, text.data(), text.size()); }

std::function<void(const std::string&)> sink = draw_progress_line;

}  // namespace

void send_progress_to(std::function<void(const std::string& line)> to) { sink = std::move(to); }

void draw_progress_line(const std::string& line) { put("\r" + fitting(line) + "\x1b[K"); }

std::string progress_line(const std::string& engine, uint64_t depth, uint64_t states, uint64_t transitions,
                          uint64_t memory_bytes, double seconds) {
  char tail[64];
  std::snprintf(tail, sizeof tail, "%llu MiB, %.1f s", static_cast<unsigned long long>(memory_bytes >> 20), seconds);
  return engine + ": depth " + count(depth) + ", " + count(states) + " states, " + count(transitions) +
         " transitions, " + tail;
}

Progress::Progress(bool wanted, std::string engine)
    : on_(wanted && isatty(STDERR_FILENO)),
      engine_(std::move(engine)),
      start_(Clock::now()),
      next_(start_ + kInterval) {}

Progress::~Progress() {
  if (drawn_) sink("");
}

void Progress::draw(uint64_t depth, uint64_t states, uint64_t transitions) {
  Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  drawn_ = true;
  double seconds = std::chrono::duration<double>(now - start_).count();
  sink(progress_line(engine_, depth, states, transitions, resident_bytes(), seconds));
}

}  // namespace heddle::base
