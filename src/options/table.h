// SPDX-License-Identifier: GPL-3.0-or-later
// options.def as data, for the parser, the help text and the document.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::options {

enum class Kind : uint8_t { Choice, Number, Duration, Size, Switch, Text, List };
enum Command : unsigned {
  Check = 1,
  Replay = 2,
  Run = 4,
  Certify = 8,
  Plan = 16,
  Report = 32,
  Sequential = 64,
  Batch = 128,
  Compare = 256
};  // Plan: heddle schedule; Sequential: heddle sequentialize
enum class Level : uint8_t { Common, Regular, Expert };

struct Row {
  Kind kind;
  const char* field;
  const char* names;           // "-o,--output", "--progress,!--no-progress"
  std::string metavar;         // choices for Choice
  std::string default_text;    // empty: there is no default
  uint64_t low = 0, high = 0;  // Number, Duration, Size
  Level level;
  unsigned commands;  // that have it: a sum of Command
  const char* help;
};

const std::vector<Row>& table();
std::vector<Row> table(Command command);
const char* text(Command command);  // "check"
const Row& row(const std::string& field);
std::string long_name(const Row& r);  // "--output"; the short name if there is no long name

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace heddle::options
