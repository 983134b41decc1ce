// SPDX-License-Identifier: GPL-3.0-or-later
// From the words of the command line to tasks.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "batch/task.h"
#include "options/options.h"

namespace heddle::batch {

constexpr uint64_t kDefaultTimeMs = 60'000;

struct Collected {
  std::vector<Task> tasks;         // in the order in which they were named
  std::vector<std::string> notes;  // what was left out
};

// Throws InputError at a file that cannot be read as what it is named, and if there is no task at all.
Collected collect(const options::Options& options);

// A task before the options of the command line are put into words: what one of the readers found.
struct Draft {
  std::string name;
  std::vector<std::string> files;
  std::vector<std::string> flags;    // for clang
  std::vector<std::string> options;  // for check
  std::string property_word;         // for --property; empty: what the command line says
  std::string property;              // the same as names; empty: what the command line says
  std::string data_model;            // empty: what the command line says
  std::optional<uint64_t> time_ms, memory_bytes;
  Expected expected;
  std::vector<std::string> read_too;  // files that decide about the result and are not among `files`
};

// The readers. Each appends what a file stands for; names in it are relative to its folder.
void read_list(const std::string& path, std::vector<Draft>& into);  // JSON
// One task for each property that Heddle can check and the command line asks for; how many properties were left out.
size_t read_definition(const std::string& path, const options::Options& options, std::vector<Draft>& into);
// Names of files, in order. A line with wildcards may match nothing, which is noted.
std::vector<std::string> read_set(const std::string& path, std::vector<std::string>& notes);
Draft read_source(const std::string& path);  // a C file
// compile_commands.json, or a folder that has one: a task for each program of the build
bool is_database(const std::string& path);
void read_build(const std::string& path, std::vector<Draft>& into, std::vector<std::string>& notes);

}  // namespace heddle::batch
