// SPDX-License-Identifier: GPL-3.0-or-later
// Source lines with a caret under the place that is meant.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/ink.h"

namespace heddle::report {

// The user's files, read once. A file that cannot be read has no lines.
class SourceCache {
 public:
  explicit SourceCache(std::string cwd) : cwd_(std::move(cwd)) {}
  // The line without its end, or nothing.
  std::optional<std::string> line(const std::string& file, uint32_t number);

 private:
  std::string cwd_;  // where relative names start
  std::map<std::string, std::vector<std::string>> files_;
};

struct Place {
  std::string file;
  uint32_t line = 0;
  std::string function;
  bool operator==(const Place&) const = default;
};

struct Note {
  uint32_t column = 0;  // in bytes from 1, as clang counts; 0: unknown
  int thread = 0;
  std::string text;
};

// "bank.c:17 in deposit", the line and one caret with its text per note.
std::string excerpt(const Ink& ink, SourceCache& sources, const Place& place, const std::vector<Note>& notes);

// A source line as it is shown: tabs expanded; and where its byte `column` (from 1) lands, counted from 0.
std::string expand_tabs(const std::string& line);
size_t display_column(const Ink& ink, const std::string& line, uint32_t column);

}  // namespace heddle::report
