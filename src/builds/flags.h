// SPDX-License-Identifier: GPL-3.0-or-later
// One command of a build, and what of it matters for a check.
#pragma once
#include <string>
#include <vector>

#include "builds/builds.h"

namespace heddle::builds {

struct Command {
  std::string directory;               // absolute; the command runs there
  std::string file;                    // the source, as the command names it
  std::vector<std::string> arguments;  // the compiler first
};

// A path of a command, as this process can open it: relative if it is below the current directory.
std::string from_here(const std::string& directory, const std::string& path);

bool is_c(const Command& c);
// Flags that change what the source means: macros, directories, the standard. `ilp32` becomes whether -m32 is among
// the arguments.
std::vector<std::string> meaning(const Command& c, bool& ilp32);

// Does this word of a compiler's command line take the next one with it?
bool takes_next(const std::string& word);

// The word of a link's command line, if there is one, by which the linker gives a name another meaning than the sources
// do: --wrap or --defsym.
std::string renaming(const std::vector<std::string>& words);
// Throws InputError if there is one.
void refuse_renaming(const std::string& program, const std::string& word);

// Words of @FILE instead of that word; a file that cannot be read leaves it as it is.
std::vector<std::string> expand(const std::vector<std::string>& arguments, const std::string& directory);

// The commands become units. All of them have to agree about -m32.
void add_units(Build& build, const std::vector<Command>& commands);

}  // namespace heddle::builds
