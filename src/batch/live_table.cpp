// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of ended tasks go to standard output, the table to standard error. The table is drawn anew in its place: the
// cursor goes up as many lines as were drawn, and wipes what is below.
#include "batch/live_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "base/file_names.h"
#include "base/progress.h"

namespace heddle::batch {

namespace {

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string number(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

winsize terminal() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    size.ws_col = 80, size.ws_row = 24;
  return size;
}

}  // namespace

std::string line_of(const Task& task, const Outcome& o) {
  const Standing s = standing(task, o);
  std::string line = padded(s == Standing::Wrong ? "WRONG" : "", 6) + padded(o.verdict, 8) +
                     number("%8.2f s", o.seconds) + number("%7.0f MiB  ", static_cast<double>(o.mib)) + task.name +
                     "  " + task.property;
  if (s == Standing::Wrong) line += "  expected " + expected_text(task);
  if (!o.engine.empty()) line += "  " + o.engine;
  if (!o.reason.empty()) line += "  (" + o.reason + ")";
  if (o.verdict == "error" && !o.detail.empty()) line += "  " + o.detail;
  return base::printable(line);
}

std::string left_text(double seconds, size_t ended, size_t left) {
  constexpr size_t kEnough = 5;
  if (left == 0) return "";
  if (ended < kEnough) return ", no estimate yet";
  return ", about " + base::roughly(seconds / static_cast<double>(ended) * static_cast<double>(left)) + " left";
}

LiveTable::LiveTable(const Plan& plan, size_t done, bool quiet, bool live)
    : plan_(plan), quiet_(quiet), live_(live && !quiet && isatty(STDERR_FILENO)), done_before_(done), done_(done) {}

LiveTable::~LiveTable() { wipe(); }

void LiveTable::wipe() {
  if (!drawn_) return;
  std::cerr << "\r\033[" << drawn_ << "A\033[J" << std::flush;
  drawn_ = 0;
}

void LiveTable::ended(size_t task, const Outcome& outcome) {
  ++done_;
  const bool wrong = standing(plan_.tasks[task], outcome) == Standing::Wrong;
  wrong_ += wrong;
  if (quiet_ && !wrong) return;
  wipe();
  const std::string all = std::to_string(plan_.tasks.size());
  std::string count = std::to_string(done_);
  count.insert(0, all.size() - std::min(all.size(), count.size()), ' ');
  std::cout << "[" << count << "/" << all << "] " << line_of(plan_.tasks[task], outcome) << std::endl;
}

void LiveTable::note(const std::string& line) {
  wipe();
  std::cerr << "heddle: note: " << base::printable(line) << "\n";
}

void LiveTable::look(const std::vector<Running>& running, const std::string& more) {
  constexpr std::chrono::milliseconds kCalm{200};
  const auto now = std::chrono::steady_clock::now();
  if (!live_ || now < next_) return;
  next_ = now + kCalm;
  const winsize size = terminal();
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  std::vector<std::string> lines = {
      std::to_string(done_) + " of " + std::to_string(plan_.tasks.size()) + " done" +
      left_text(seconds, done_ - done_before_, plan_.tasks.size() - done_) + ", " + std::to_string(running.size()) +
      " running" + (wrong_ ? ", " + std::to_string(wrong_) + " WRONG" : "") + (more.empty() ? "" : ", " + more)};
  for (const Running& r : running) {
    if (lines.size() + 2 >= size.ws_row) break;
    lines.push_back(number("%9.1f s", r.seconds) + number("%7.0f MiB  ", static_cast<double>(r.bytes >> 20)) +
                    (r.where.empty() ? "" : r.where + "  ") + plan_.tasks[r.task].name);
  }
  wipe();
  for (std::string& line : lines) {
    line = base::printable(line);
    if (line.size() >= size.ws_col) line.resize(size.ws_col - 1u);
    std::cerr << line << "\n";
  }
  std::cerr << std::flush;
  drawn_ = static_cast<int>(lines.size());
}

}  // namespace heddle::batch
