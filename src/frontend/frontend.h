// SPDX-License-Identifier: GPL-3.0-or-later
// The way in: C files become one Program. clang 19 runs as a child process, its bitcode is linked with our C models of
// library functions and converted. No LLVM type is visible here.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/program.h"

namespace heddle::frontend {

struct Place {
  std::string file;
  unsigned line = 0;
};
Place parse_place(const std::string& text);  // FILE:LINE; throws InputError

// Among the flags of a job: the program's own locks do nothing.
inline constexpr const char* kNoLocks = "-DHEDDLE_NO_LOCKS";
// And: comparing a pointer to freed memory with another pointer is undefined (Program::strict_pointers).
inline constexpr const char* kStrictPointers = "-DHEDDLE_STRICT_POINTERS";

struct CompileJob {
  std::vector<std::string> files;
  std::vector<std::string> clang_flags;  // the user's, e.g. -I dir -DN=3
  bool ilp32 = false;
  std::vector<Place> reach = {};                           // the place that is asked about, or the two places
  bool malloc_may_fail = false;                            // calls that take memory or another resource may fail
  std::optional<std::vector<std::string>> arguments = {};  // of main, without the name of the program; none: any
  std::string standard_input = {};                         // the file that is read from there; none: anything
  std::vector<std::string> models = {};                    // files whose functions stand for those of the same name
  std::vector<std::string> harmless = {};                  // functions that return any value and do nothing else
  std::vector<std::vector<std::string>> file_flags = {};   // of each file alone, before clang_flags; or none at all
  std::string main_function = {};                          // runs instead of main; none: main
  std::vector<std::string> entries = {};                   // functions that run as threads, behind main_function
  // The program's own locks, as NAME:ARGUMENT; the argument, from 0, is a pointer to the lock.
  std::vector<std::string> acquires = {}, releases = {};
};

// Throws InputError when the files cannot be compiled, linked or expressed in the model. `digest` becomes the hash of
// all of the linked program.
model::Program load(const CompileJob& job, std::string* digest = nullptr);

}  // namespace heddle::frontend
