// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/ink.h"

#include <algorithm>
#include <cmath>

namespace heddle::report {
namespace {

constexpr Glyphs kUnicode = {"✗", "✓", "●", "│", "→", "▶", "◀", "─", "▼", "⋮", "…", "↻", "╭", "│", "╰", "┌", "└"};
constexpr Glyphs kAscii = {"x", "+", "*", "|", "->", ">", "<", "-", "v", ":", "~", "@", "/", "|", "\\", "+", "+"};

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Length of the well-formed UTF-8 sequence at i, or 0.
size_t sequence_length(const std::string& s, size_t i) {
  unsigned char c = static_cast<unsigned char>(s[i]);
  size_t n = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
  if (n == 0 || i + n > s.size()) return 0;
  for (size_t k = 1; k < n; ++k)
    if (!continues(s[i + k])) return 0;
  return n;
}

bool control(const std::string& s, size_t i, size_t length) {
  unsigned char c = static_cast<unsigned char>(s[i]);
  if (length == 1) return c < 0x20 || c == 0x7F;
  return length == 2 && c == 0xC2 && static_cast<unsigned char>(s[i + 1]) < 0xA0;  // C1 controls
}

// Byte position after the first n code points.
size_t skip(const std::string& s, size_t n) {
  size_t i = 0;
  for (; i < s.size() && n; --n) do
      ++i;
    while (i < s.size() && continues(s[i]));
  return i;
}

}  // namespace

const Glyphs& Ink::glyph() const { return style_.utf8 ? kUnicode : kAscii; }

std::string Ink::colour(const char* code, const std::string& s) const {
  return style_.colour && !s.empty() ? "\033[" + std::string(code) + "m" + s + "\033[0m" : s;
}

std::string Ink::paint(Paint p, const std::string& s) const {
  switch (p) {
    case Paint::Plain: return s;
    case Paint::Bold: return colour("1", s);
    case Paint::Dim: return colour("2", s);
    case Paint::Red: return colour("1;31", s);
    case Paint::Green: return colour("1;32", s);
    case Paint::Yellow: return colour("1;33", s);
  }
  return s;
}

std::string Ink::thread_paint(int thread, const std::string& s) const {
  static constexpr const char* kCodes[] = {"34", "36", "35", "33", "32"};
  return colour(kCodes[static_cast<size_t>(std::max(thread, 0)) % std::size(kCodes)], s);
}

std::string Ink::clean(const std::string& s) const {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    size_t n = sequence_length(s, i);
    if (n == 0) {
      out += style_.utf8 ? "\uFFFD" : "?";
      ++i;
      continue;
    }
    if (control(s, i, n))
      out += s[i] == '\n' || s[i] == '\t' ? " " : "?";
    else if (n > 1 && !style_.utf8)
      out += "?";
    else
      out += s.substr(i, n);
    i += n;
  }
  return out;
}

std::string Ink::shorten(const std::string& s, size_t width) const {
  if (display_width(s) <= width) return s;
  return width == 0 ? "" : s.substr(0, skip(s, width - 1)) + glyph().ellipsis;
}

std::string Ink::shorten_front(const std::string& s, size_t width) const {
  size_t w = display_width(s);
  if (w <= width) return s;
  return width == 0 ? "" : glyph().ellipsis + s.substr(skip(s, w - width + 1));
}

size_t display_width(const std::string& s) {
  return static_cast<size_t>(std::count_if(s.begin(), s.end(), [](char c) { return !continues(c); }));
}

std::string pad(const std::string& s, size_t width) {
  size_t w = display_width(s);
  return w < width ? s + std::string(width - w, ' ') : s;
}

std::string pad_left(const std::string& s, size_t width) {
  size_t w = display_width(s);
  return w < width ? std::string(width - w, ' ') + s : s;
}

std::string repeat(const std::string& s, size_t times) {
  std::string out;
  while (times--) out += s;
  return out;
}

std::string with_thousands(double n) {
  std::string digits = std::to_string(static_cast<long long>(std::llround(n)));
  for (long long i = static_cast<long long>(digits.size()) - 3; i > (n < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<size_t>(i), ",");
  return digits;
}

std::vector<std::string> wrap(const std::string& s, size_t width) {
  std::vector<std::string> lines(1);
  for (size_t from = 0; from < s.size();) {
    size_t space = std::min(s.find(' ', from), s.size());
    std::string word = s.substr(from, space - from);
    std::string& line = lines.back();
    if (line.empty())
      line = word;
    else if (display_width(line) + 1 + display_width(word) <= width)
      line += " " + word;
    else
      lines.push_back(word);
    from = space + 1;
  }
  return lines;
}

std::string plural(size_t n, const std::string& noun) {
  return with_thousands(static_cast<double>(n)) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace heddle::report
