// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing the live line; the escape sequence erases to the end of the line so that a shorter text leaves nothing
// behind.
#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace heddle::base {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr auto kWindow = std::chrono::seconds(1);

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

std::string states_text(uint64_t open, uint64_t states, uint64_t new_states, uint64_t steps, double seconds) {
  std::string text = count(states) + " states, " + count(open) + " open";
  if (seconds > 0 && steps > 0) {
    const double share = 100.0 * static_cast<double>(std::min(new_states, steps)) / static_cast<double>(steps);
    char now[64];
    std::snprintf(now, sizeof now, ", %s/s, %.*f %% of steps are new",
                  count(static_cast<uint64_t>(static_cast<double>(new_states) / seconds)).c_str(), share < 10 ? 1 : 0,
                  share);
    text += now;
  }
  return text;
}

std::string spent_text(double seconds, std::chrono::milliseconds limit, uint64_t memory_bytes) {
  char text[96];
  if (limit.count() > 0)
    std::snprintf(text, sizeof text, "%.1f of at most %.0f s, %llu MiB", seconds,
                  static_cast<double>(limit.count()) / 1e3, static_cast<unsigned long long>(memory_bytes >> 20));
  else
    std::snprintf(text, sizeof text, "%.1f s, %llu MiB", seconds, static_cast<unsigned long long>(memory_bytes >> 20));
  return text;
}

Progress::Progress(bool wanted, std::string engine)
    : on_(wanted && isatty(STDERR_FILENO)),
      engine_(std::move(engine)),
      next_(Clock::now() + kInterval),
      before_{Clock::now()},
      last_(before_) {}

Progress::~Progress() {
  if (drawn_) sink("");
}

void Progress::say(const std::string& what) {
  if (!on_) return;
  next_ = Clock::now() + kInterval;
  drawn_ = true;
  sink(engine_ + ": " + what);
}

void Progress::draw_states(uint64_t open, uint64_t states, uint64_t steps) {
  if (!due()) return;
  const Clock::time_point now = Clock::now();
  if (now > last_.at + kWindow) before_ = last_, last_ = {now, states, steps};
  const double seconds = std::chrono::duration<double>(now - before_.at).count();
  say(states_text(open, states, states - std::min(states, before_.states), steps - std::min(steps, before_.steps),
                  seconds));
}

}  // namespace heddle::base
