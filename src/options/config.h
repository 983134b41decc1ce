// SPDX-License-Identifier: GPL-3.0-or-later
// heddle.toml: what a project wants of every check of it. Keys are the options of `heddle check` without their dashes
// (`build` is -p, `include` -I, `define` -D), and `files` and `cflags`; [[lock]] and [[suppress]] stand behind them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "options/options.h"

namespace heddle::options {

struct Config {
  std::string file;                                       // empty: there is none
  std::map<std::string, std::vector<std::string>> given;  // by field of the table
  std::vector<std::string> files, cflags;
  std::vector<std::string> acquires, releases;
  std::vector<Suppression> suppressions;
};

inline constexpr const char* kConfigName = "heddle.toml";

// In this directory or the next one above that has one; the search ends with the directory that holds a repository.
std::string find_config();
// Paths in it are relative to its directory; here they are relative to the current one.
Config parse_config(const std::string& text, const std::string& path);
Config read_config(const std::string& path);

}  // namespace heddle::options
