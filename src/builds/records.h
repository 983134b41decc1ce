// SPDX-License-Identifier: GPL-3.0-or-later
// What heddle-cc keeps in a section of its own in each object: how the object was compiled, and from what. The linker
// puts the sections of all objects one behind the other, so a program tells of the objects that it was linked from, and
// of no others. The section is not loaded when the program runs.
#pragma once
#include <string>
#include <vector>

#include "builds/flags.h"

namespace heddle::builds {

inline constexpr const char* kSection = ".heddle";

struct Record {
  Command command;                     // how the object was compiled; file is empty in a record about a link
  std::vector<std::string> sources;    // the file and its own headers, relative to the directory
  std::string sha256;                  // of all of these
  std::vector<std::string> libraries;  // of a link: -l, -L
};

// Of the files, in this order; empty if one of them cannot be read.
std::string hash_of(const std::string& directory, const std::vector<std::string>& files);

std::string write(const Record& r);
std::vector<Record> read_records(const std::string& section, const std::string& path);

}  // namespace heddle::builds
