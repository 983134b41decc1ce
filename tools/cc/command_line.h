// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a compiler's command line, sorted by what they are for.
#pragma once
#include <string>
#include <vector>

namespace heddle::cc {

struct CommandLine {
  std::vector<std::string> all;        // without the compiler; files of words (@FILE) have been read
  std::vector<std::string> flags;      // for compiling, without files, -c and -o
  std::vector<std::string> sources;    // C files
  std::vector<std::string> libraries;  // for linking a program again: -l, -L, libraries by their names
  std::string output;                  // -o; empty: none
  bool compiles_only = false;          // -c
  bool other = false;                  // makes no object of C files: -E, -M, --version, standard input
};

CommandLine read(const std::vector<std::string>& words, const std::string& directory);

// The command that compiles one source.
std::vector<std::string> compile(const CommandLine& line, const std::string& source, const std::string& object);
// The command that links, with these objects in the place of the sources.
std::vector<std::string> link(const CommandLine& line, const std::vector<std::string>& objects);

}  // namespace heddle::cc
