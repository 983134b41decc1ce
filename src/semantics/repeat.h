// SPDX-License-Identifier: GPL-3.0-or-later
// From what a solver says happened to an execution of the program: the interpreter takes the threads' steps in the
// order the solver chose, with the inputs it chose. What does not show itself there is no violation.
#pragma once
#include <optional>
#include <vector>

#include "base/property.h"
#include "model/program.h"
#include "trace/result.h"

namespace heddle::semantics {

struct Execution {
  static constexpr size_t kUnordered = ~size_t{0};
  struct Act {
    size_t rank = kUnordered;  // its place among what threads do to each other; unordered: nobody else sees it
    // Wake: from a condition variable; Released: from a barrier
    enum Kind : uint8_t { Plain, Wake, Released } kind = Plain;
    bool chosen = false;  // Wake: by running out of time; Released: as the serial thread
    int starts = -1;      // the thread this act creates
    int wakes = -1;       // the sleeper that this signal goes to, if that is known
    uint64_t bytes = 0;   // of a block that is copied or filled: so much of it
  };
  struct Thread {
    size_t start = 0;              // the rank of its creation
    bool asleep = false;           // in the end, on a condition variable: no signal wakes it
    std::vector<Act> acts;         // what the interpreter counts as acts (Machine::record_acts), in program order
    std::vector<uint64_t> inputs;  // in program order
  };
  std::vector<Thread> threads;  // 0 is main
  // unreach-call: `first` fails after its last act. no-data-race: both are about to make conflicting accesses, all
  // their acts done. no-deadlock: after all acts of all threads some wait for ever.
  base::Property property = base::Property::UnreachCall;
  unsigned first = 0, second = 0;
};

// The program's acts must be marked (analysis/acts.h).
std::optional<trace::Violation> repeat(const model::Program& program, const Execution& execution);

}  // namespace heddle::semantics
