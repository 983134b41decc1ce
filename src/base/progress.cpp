// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing the live line; the escape sequence erases to the end of the line so that a shorter text leaves nothing
// behind.
#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace heddle::base {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr auto kWindow = std::chrono::seconds(1);
// An ebb: of at least so many, for so many seconds, by this part.
constexpr uint64_t kLarge = 1000;
constexpr double kLong = 1, kMuch = 0.1;

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

void draw_here(const std::optional<ProgressLine>& line) {
  draw_progress(line ? text(*line, ProgressLine::Clock::now()) : "");
}

std::function<void(const std::optional<ProgressLine>&)> sink = draw_here;

}  // namespace

void send_progress_to(std::function<void(const std::optional<ProgressLine>&)> to) { sink = std::move(to); }

void draw_progress(const std::string& line) { put("\r" + fitting(line) + "\x1b[K"); }

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

std::string spent_text(double seconds, const Budget::Limits& limits, uint64_t memory_bytes) {
  char time[48], memory[64];
  const double most = static_cast<double>(limits.time.count()) / 1e3;
  if (most > 0)
    std::snprintf(time, sizeof time, "%.1f of at most %.0f s (%.0f %%)", seconds, most, 100 * seconds / most);
  else
    std::snprintf(time, sizeof time, "%.1f s", seconds);
  const auto mib = static_cast<unsigned long long>(memory_bytes >> 20);
  if (limits.memory_bytes)
    std::snprintf(memory, sizeof memory, ", %llu of %llu MiB", mib,
                  static_cast<unsigned long long>(limits.memory_bytes >> 20));
  else
    std::snprintf(memory, sizeof memory, ", %llu MiB", mib);
  return std::string(time) + memory;
}

std::string roughly(double seconds) {
  char text[32];
  if (seconds < 90)
    std::snprintf(text, sizeof text, "%.0f s", std::max(1.0, seconds));
  else if (seconds < 90 * 60)
    std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
  else
    std::snprintf(text, sizeof text, "%.1f h", seconds / 3600);
  return text;
}

std::string text(const ProgressLine& line, ProgressLine::Clock::time_point now) {
  const std::string time = roughly(std::chrono::duration<double>(line.at - now).count());
  std::string end = "no estimate";
  if (line.end == ProgressLine::End::About) end = "about " + time + " left";
  if (line.end == ProgressLine::End::AtMost) end = "at most " + time + " more";
  return line.engine + " (" + end + "): " + line.what;
}

std::string to_bytes(const ProgressLine& line) {
  return static_cast<char>(line.end) + std::to_string(line.at.time_since_epoch().count()) + "\n" + line.engine + "\n" +
         line.what;
}

std::optional<ProgressLine> progress_from_bytes(const std::string& bytes) {
  const size_t first = bytes.find('\n'), second = bytes.find('\n', first + 1);
  if (first == std::string::npos || second == std::string::npos) return std::nullopt;
  ProgressLine line{bytes.substr(first + 1, second - first - 1), bytes.substr(second + 1)};
  line.end = static_cast<ProgressLine::End>(bytes[0]);
  line.at = ProgressLine::Clock::time_point(ProgressLine::Clock::duration(std::strtoll(&bytes[1], nullptr, 10)));
  return line;
}

std::optional<double> Ebb::see(double seconds, uint64_t number) {
  if (number >= peak_) {
    peak_ = number, at_ = seconds;
    return std::nullopt;
  }
  const double fallen = static_cast<double>(peak_ - number), rest = static_cast<double>(number);
  if (peak_ < kLarge || seconds < at_ + kLong || fallen < kMuch * static_cast<double>(peak_)) return std::nullopt;
  return rest * (seconds - at_) / fallen;
}

Progress::Progress(bool wanted, std::string engine, const Budget& budget)
    : on_(wanted && isatty(STDERR_FILENO)),
      engine_(std::move(engine)),
      budget_(budget),
      begun_(Clock::now()),
      next_(begun_ + kInterval),
      before_{begun_},
      last_(before_) {}

Progress::~Progress() {
  if (drawn_) sink(std::nullopt);
}

void Progress::say(const std::string& what) { send(what, std::nullopt); }

// An estimate beyond the limit would never come true.
void Progress::send(const std::string& what, std::optional<double> estimate) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  next_ = now + kInterval;
  drawn_ = true;
  ProgressLine line{engine_, what};
  if (std::optional<std::chrono::milliseconds> left = budget_.left()) {
    line.end = ProgressLine::End::AtMost, line.at = now + *left;
    if (estimate && std::chrono::duration<double>(*estimate) >= *left) estimate.reset();
  }
  if (estimate) {
    line.end = ProgressLine::End::About;
    line.at = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*estimate));
  }
  sink(line);
}

void Progress::draw_states(uint64_t open, uint64_t states, uint64_t steps) {
  if (!due()) return;
  const Clock::time_point now = Clock::now();
  if (now > last_.at + kWindow) before_ = last_, last_ = {now, states, steps};
  const double seconds = std::chrono::duration<double>(now - before_.at).count();
  const double since = std::chrono::duration<double>(now - begun_).count();
  send(states_text(open, states, states - std::min(states, before_.states), steps - std::min(steps, before_.steps),
                   seconds),
       ebb_.see(since, open));
}

}  // namespace heddle::base
