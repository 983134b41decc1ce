// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/source_excerpt.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace heddle::report {
namespace {

constexpr size_t kTab = 4;

std::vector<std::string> read_lines(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return lines;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// A window of the line that contains the caret, when the whole line is too long; `caret` moves with it.
std::string window(const Ink& ink, const std::string& shown, size_t room, size_t& caret) {
  if (display_width(shown) <= room) return shown;
  if (caret < room * 3 / 4) return ink.shorten(shown, room);
  size_t keep = display_width(shown) - (caret - room / 2);
  caret = room / 2 + 1;
  return ink.shorten(ink.shorten_front(shown, keep + 1), room);
}

}  // namespace

std::optional<std::string> SourceCache::line(const std::string& file, uint32_t number) {
  auto [it, fresh] = files_.try_emplace(file);
  if (fresh && !file.empty()) {
    std::filesystem::path path(file);
    if (!cwd_.empty() && path.is_relative()) it->second = read_lines(std::filesystem::path(cwd_) / path);
    if (it->second.empty()) it->second = read_lines(path);
  }
  if (number == 0 || number > it->second.size()) return std::nullopt;
  return it->second[number - 1];
}

std::string expand_tabs(const std::string& line) {
  std::string out;
  for (char c : line)
    if (c == '\t')
      out += std::string(kTab - display_width(out) % kTab, ' ');
    else
      out += c;
  return out;
}

size_t display_column(const Ink& ink, const std::string& line, uint32_t column) {
  size_t bytes =
      column == 0 ? std::min(line.find_first_not_of(" \t"), line.size()) : std::min<size_t>(column - 1, line.size());
  return display_width(ink.clean(expand_tabs(line.substr(0, bytes))));
}

namespace {

// One caret line, and the note behind it or, when it does not fit, below it.
std::string caret_line(const Ink& ink, const std::string& gutter, size_t room, size_t caret, const Note& n) {
  std::string note = ink.clean(n.text), edge = ink.paint(Paint::Dim, gutter);
  std::string out = edge + std::string(caret, ' ') + ink.paint(Paint::Red, "^");
  if (caret + 2 + display_width(note) <= room) return out + " " + ink.thread_paint(n.thread, note) + "\n";
  out += "\n";
  for (const std::string& part : wrap(note, room - 2)) out += edge + "  " + ink.thread_paint(n.thread, part) + "\n";
  return out;
}

std::string without_source(const Ink& ink, const std::string& title, const std::vector<Note>& notes) {
  std::string out;
  for (const Note& n : notes)
    out += "  " + title + (title.empty() ? "" : ": ") + ink.thread_paint(n.thread, ink.clean(n.text)) + "\n";
  return out;
}

}  // namespace

std::string excerpt(const Ink& ink, SourceCache& sources, const Place& place, const std::vector<Note>& notes) {
  std::string title = ink.clean(place.file) + (place.line ? ":" + std::to_string(place.line) : "");
  auto text = sources.line(place.file, place.line);
  if (!text) return without_source(ink, title, notes);
  if (!place.function.empty()) title += " in " + ink.clean(place.function);
  std::string bar = " " + std::string(ink.glyph().bar) + " ", number = pad_left(std::to_string(place.line), 6);
  std::string gutter = std::string(number.size(), ' ') + bar;
  size_t room = ink.columns() - display_width(gutter);
  size_t first = display_column(ink, *text, notes.empty() ? 0 : notes[0].column), moved = first;
  std::string shown = window(ink, ink.clean(expand_tabs(*text)), room, moved);
  std::string out = "  " + ink.paint(Paint::Dim, title) + "\n" + ink.paint(Paint::Dim, number + bar) + shown + "\n";
  for (const Note& n : notes) {
    long at =
        static_cast<long>(display_column(ink, *text, n.column)) + static_cast<long>(moved) - static_cast<long>(first);
    out += caret_line(ink, gutter, room, static_cast<size_t>(std::clamp<long>(at, 0, static_cast<long>(room) - 1)), n);
  }
  return out;
}

}  // namespace heddle::report
