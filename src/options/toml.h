// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TOML that a file of settings needs: keys with texts, whole numbers, true and false, and lists of texts;
// [tables] and [[lists of tables]]; comments. Everything else is refused with its line, nothing is guessed.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace heddle::options {

struct TomlValue {
  std::variant<std::string, int64_t, bool, std::vector<std::string>> is;
  unsigned line = 0;
};
using TomlTable = std::map<std::string, TomlValue>;

struct Toml {
  TomlTable top;
  std::map<std::string, TomlTable> tables;
  std::map<std::string, std::vector<TomlTable>> lists;  // [[name]]
  std::map<std::string, unsigned> lines;                // where a table or list begins
};

// Throws InputError; `name` is the file's, for messages.
Toml parse_toml(const std::string& text, const std::string& name);

}  // namespace heddle::options
