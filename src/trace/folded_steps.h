// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that repeat are kept once: a block of a long trace is its first round and its last, and Step::repeats says how
// often.
#pragma once
#include <optional>
#include <vector>

#include "trace/fold.h"
#include "trace/result.h"

namespace heddle::trace {

// The same step of another round: values, names of array elements and choices may differ.
struct StepKey {
  uint64_t operator()(const Step& s) const;
};
struct SameStep {
  bool operator()(const Step& a, const Step& b) const;
};
using StepFolder = Folder<Step, StepKey, SameStep>;

// The steps of the trace, the blocks marked.
std::vector<Step> marked(std::vector<Folded<Step>> nodes);

struct Fold {
  size_t from = 0, steps = 0;  // the first round; rounds are left out behind it
  uint64_t rounds = 0;         // that are left out
  uint64_t left_out = 0;       // steps in them
};
struct Folds {
  uint64_t taken = 0;       // steps, those that are left out too
  std::vector<Fold> folds;  // by where they are left out
};
// Nothing: the marks contradict each other, or stand for more steps than anything can have taken.
std::optional<Folds> folds(const Trace& t);

// The index of each step in the order of execution, rounds that are left out standing for the first one. Needs sound
// marks.
std::vector<size_t> unfolded(const Trace& t);

}  // namespace heddle::trace
