// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a program and how they are compiled, as the project's own build knows it. Everything here throws
// InputError with a message that says what to do.
#pragma once
#include <string>
#include <vector>

namespace heddle::builds {

struct Unit {
  std::string file;                // as this process can open it
  std::vector<std::string> flags;  // for clang, run in this directory
};

struct Build {
  std::vector<Unit> units;
  std::vector<std::string> libraries;  // -l and -L of the program, as far as they are known
  bool ilp32 = false;                  // compiled with -m32
  std::vector<std::string> notes;      // what the user should know although it is no error
};

// `-p PATH`: a directory with compile_commands.json, or that file. The units are those of `target`; else those of
// `files`; else all of them.
Build read_database(const std::string& path, const std::string& target, const std::vector<std::string>& files);

// The programs and libraries that the build of a database makes, by their names.
std::vector<std::string> targets(const std::string& path);

// Does this look like something that a compiler made: an executable, an object, a library?
bool is_built(const std::string& path);
// What heddle-cc kept in it. With several paths: a program and its libraries.
Build read_built(const std::vector<std::string>& paths);

}  // namespace heddle::builds
