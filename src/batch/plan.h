// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a batch: its tasks, and what checks them. It lies in the folder as batch.json, where workers on other
// machines, `heddle compare` and the same command, started again, find it.
#pragma once
#include <string>
#include <vector>

#include "batch/task.h"

namespace heddle::batch {

// A program and its hash, so that results of two versions never mix.
struct Tool {
  std::string path, sha256;
};

struct Plan {
  std::string version;                // of the heddle that made the plan
  std::string id;                     // no other batch has it: the name of its jobs
  std::string cwd;                    // names of files are relative to it
  Tool tool;                          // what checks
  Tool runner;                        // what runs the tasks: this heddle
  std::vector<std::string> settings;  // options that are the same for all tasks, for people
  uint64_t memory_bytes = 0;          // for tasks that have no limit of their own
  uint64_t grace_ms = 0;
  bool pages = true;
  std::vector<Task> tasks;
};

Tool tool_at(const std::string& path);  // throws InputError if it cannot be read
Tool this_tool();

std::string to_json(const Plan& plan);
Plan plan_from_json(const std::string& text, const std::string& name);  // throws InputError

}  // namespace heddle::batch
