// SPDX-License-Identifier: GPL-3.0-or-later
// Runs tasks on this machine, several at a time. The local batch and the worker of a cluster do it with this.
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "batch/folder.h"
#include "batch/outcome.h"

namespace heddle::batch {

// A task that runs now, for the live table.
struct Running {
  size_t task;  // index into the plan
  double seconds = 0;
  uint64_t bytes = 0;
  std::string where;  // a node of a cluster; empty: here
};

// What whoever watches is told.
struct Watcher {
  std::function<void(size_t task)> starts = [](size_t) {};
  std::function<void(size_t task, const Outcome& outcome)> ended = [](size_t, const Outcome&) {};
  std::function<void(const std::vector<Running>& running)> look = [](const std::vector<Running>&) {};  // now and then
};

// Runs the tasks `open` of the plan, in this order. False: interrupted; what ran then is ended and has no result.
// Throws DiskProblem, after all that runs was ended.
bool run_here(const Folder& folder, const Plan& plan, const std::vector<size_t>& open, unsigned jobs,
              const std::atomic<bool>& interrupted, const Watcher& watcher);

}  // namespace heddle::batch
