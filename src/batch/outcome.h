// SPDX-License-Identifier: GPL-3.0-or-later
// What came out of a task, as summaries need it, and how that stands beside what was expected.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "batch/task.h"

namespace heddle::batch {

struct Outcome {
  std::string verdict;                            // true, false, unknown, or error: there was no result
  std::map<std::string, std::string> properties;  // the verdict of each
  double seconds = 0;                             // by the clock, from start to end of the process
  double cpu_seconds = 0;
  uint64_t mib = 0;
  std::string engine;
  std::string reason;  // of unknown and error, short
  std::string detail;  // the same in a sentence
  std::string host;
};

// The worse ones first.
enum class Standing : uint8_t { Wrong, Error, Violated, Correct, Proven, Unknown };
// Wrong, Correct: beside what was expected. Violated, Proven: where nothing was expected.

Standing standing(const Task& task, const Outcome& outcome);
const char* text(Standing s);  // "wrong"

// Reads the text of a result. nullopt: it is not whole, or it is not the result of this task as it is now.
std::optional<Outcome> read_outcome(const std::string& text, const Task& task, const std::string& tool_sha256);

}  // namespace heddle::batch
