// SPDX-License-Identifier: GPL-3.0-or-later
// Two batches beside each other: two versions, two engines.
#pragma once
#include <string>
#include <vector>

#include "batch/summary.h"

namespace heddle::batch {

struct Threshold {
  uint64_t percent = 20, least_ms = 500;
};

// A task of both batches is in one list, or in none if nothing worth telling has changed.
enum class Change : uint8_t { BecameWrong, Contradicts, StillWrong, Mended, Lost, Won, Slower, Faster };

struct Difference {
  Change change;
  size_t before, after;  // indices of the task in the two plans
};

struct Comparison {
  std::vector<Difference> differences;  // in the order of Change, then of the second plan
  size_t same = 0;
  size_t only_before = 0, only_after = 0;        // tasks without a result in the other batch
  double seconds_before = 0, seconds_after = 0;  // of the tasks that both have answered

  bool anything_became_wrong() const;
};

Comparison compare(const Summary& before, const Summary& after, const Threshold& threshold);
std::string comparison_text(const Comparison& c, const Summary& before, const Summary& after);
std::string comparison_json(const Comparison& c, const Summary& before, const Summary& after);

}  // namespace heddle::batch
