// SPDX-License-Identifier: GPL-3.0-or-later
// Ink: how text gets onto the terminal. Widths are counted in code points; colour is put around text that has its final
// width already; everything that came from the user's files is cleaned of control characters first.
#pragma once
#include <string>
#include <vector>

#include "report/report.h"

namespace heddle::report {

enum class Paint { Plain, Bold, Dim, Red, Green, Yellow };

struct Glyphs {
  const char *cross, *tick, *dot, *bar, *arrow, *right, *left, *line, *down, *dots, *ellipsis, *loop, *top, *middle,
      *bottom, *ring_top, *ring_bottom;
};

class Ink {
 public:
  explicit Ink(const TextStyle& style) : style_(style) {}
  const Glyphs& glyph() const;
  size_t columns() const { return style_.width < 40 ? 40 : static_cast<size_t>(style_.width); }
  std::string paint(Paint p, const std::string& s) const;
  std::string thread_paint(int thread, const std::string& s) const;  // each thread has a colour of its own
  std::string clean(const std::string& s) const;                     // no control characters; ASCII only without utf8
  std::string shorten(const std::string& s, size_t width) const;     // keeps the front
  std::string shorten_front(const std::string& s, size_t width) const;  // keeps the end

 private:
  std::string colour(const char* code, const std::string& s) const;
  const TextStyle& style_;
};

size_t display_width(const std::string& s);
std::string pad(const std::string& s, size_t width);
std::string pad_left(const std::string& s, size_t width);
std::string repeat(const std::string& s, size_t times);
std::string with_thousands(double n);                               // 1,234,567
std::vector<std::string> wrap(const std::string& s, size_t width);  // at spaces
std::string plural(size_t n, const std::string& noun);              // "1 step", "2 steps"

}  // namespace heddle::report
