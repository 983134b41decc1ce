// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of options.def, and names of the enumerators, taken from the same table.
#include "options/table.h"

#include "base/check.h"
#include "options/options.h"
#include "options/values.h"

namespace heddle::options {

const std::vector<Row>& table() {
  static const std::vector<Row> rows = {
#define HEDDLE_CHOICE(Type, field, names, def, choices, level, commands, help)                        \
  {Kind::Choice, #field,   names, choices, split(choices, '|')[static_cast<size_t>(Type::def)], 0, 0, \
   Level::level, commands, help},
#define HEDDLE_NUMBER(field, names, def, low, high, level, commands, help)                  \
  {Kind::Number, #field, names,        "N",      (def) >= (low) ? std::to_string(def) : "", \
   low,          high,   Level::level, commands, help},
#define HEDDLE_DURATION(field, names, def, low, high, level, commands, help) \
  {Kind::Duration, #field, names, "TIME", (def) ? format_duration(def) : "", low, high, Level::level, commands, help},
#define HEDDLE_SIZE(field, names, def, low, high, level, commands, help) \
  {Kind::Size, #field, names, "SIZE", (def) ? format_size(def) : "", low, high, Level::level, commands, help},
#define HEDDLE_SWITCH(field, names, def, level, commands, help) \
  {Kind::Switch, #field, names, "", (def) ? "on" : "", 0, 0, Level::level, commands, help},
#define HEDDLE_TEXT(field, names, metavar, level, commands, help) \
  {Kind::Text, #field, names, metavar, "", 0, 0, Level::level, commands, help},
#define HEDDLE_LIST(field, names, metavar, level, commands, help) \
  {Kind::List, #field, names, metavar, "", 0, 0, Level::level, commands, help},
#include "options/options.def"
  };
  return rows;
}

std::vector<Row> table(Command command) {
  std::vector<Row> rows;
  for (const Row& r : table())
    if (r.commands & command) rows.push_back(r);
  return rows;
}

const char* text(Command command) {
  switch (command) {
    case Check: return "check";
    case Replay: return "replay";
    case Run: return "run";
    case Certify: return "certify";
    case Plan: return "schedule";
    case Sequential: return "sequentialize";
    case Report: return "report";
    case Batch: return "batch";
    case Compare: return "compare";
  }
  return "";
}

const Row& row(const std::string& field) {
  for (const Row& r : table())
    if (field == r.field) return r;
  throw InternalError("no option has the field " + field);
}

std::string long_name(const Row& r) {
  std::vector<std::string> names = split(r.names, ',');
  for (const std::string& n : names)
    if (n.starts_with("--")) return n;
  return names.front();
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  return parts;
}

namespace {
const char* enumerator(const char* field, size_t index) {
  static std::vector<std::pair<std::string, std::vector<std::string>>> cache = [] {
    std::vector<std::pair<std::string, std::vector<std::string>>> names;
    for (const Row& r : table())
      if (r.kind == Kind::Choice) names.emplace_back(r.field, split(r.metavar, '|'));
    return names;
  }();
  for (const auto& [name, values] : cache)
    if (name == field) return values.at(index).c_str();
  return "?";
}
}  // namespace

const char* text(Engine e) { return enumerator("engine", static_cast<size_t>(e)); }
const char* text(DataModel m) { return enumerator("data_model", static_cast<size_t>(m)); }

}  // namespace heddle::options
