// SPDX-License-Identifier: GPL-3.0-or-later
// What one sees while a batch runs: a line for each task that has ended, and below them, on a terminal only, how many
// are done, which run now, and how long the rest takes if it is like what has ended.
#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "batch/outcome.h"
#include "batch/plan.h"
#include "batch/runner.h"

namespace heddle::batch {

class LiveTable {
 public:
  // `quiet`: only wrong verdicts have lines. `live`: the table is wanted, if this is a terminal.
  LiveTable(const Plan& plan, size_t done, bool quiet, bool live);
  ~LiveTable();  // wipes the table
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;

  void ended(size_t task, const Outcome& outcome);
  void look(const std::vector<Running>& running, const std::string& more = "");
  void note(const std::string& line);
  bool live() const { return live_; }

 private:
  void wipe();

  const Plan& plan_;
  const bool quiet_, live_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const size_t done_before_;  // by an earlier run
  size_t done_, wrong_ = 0;
  int drawn_ = 0;  // lines of the table that stand on the terminal
  std::chrono::steady_clock::time_point next_{};
};

// ", about 4 min left": `ended` tasks took so many seconds by the clock, side by side as the rest will. A few tasks
// give no estimate, and nothing is said when none is left.
std::string left_text(double seconds, size_t ended, size_t left);

// "true     0.31 s    42 MiB  queue.yml  no-data-race  explore"
std::string line_of(const Task& task, const Outcome& outcome);

}  // namespace heddle::batch
