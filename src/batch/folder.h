// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a batch.
//
//   batch.json           the plan
//   results/STEM.json    the result of a task, and STEM.html, its page
//   summary.txt, summary.csv, index.html
//   slurm/               of --slurm: what was sent, what the jobs said
//   .lock                held by the batch that runs
//
// Invariant: a result has its name only when it is whole. Whatever has a name that ends in .tmp counts for nothing.
#pragma once
#include <filesystem>
#include <string>

#include "batch/plan.h"

namespace heddle::batch {

class Folder {
 public:
  explicit Folder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path plan() const { return path_ / "batch.json"; }
  std::filesystem::path results() const { return path_ / "results"; }
  std::filesystem::path result(const Task& task) const { return results() / (task.stem + ".json"); }
  std::filesystem::path page(const Task& task) const { return results() / (task.stem + ".html"); }
  std::filesystem::path slurm() const { return path_ / "slurm"; }
  const std::filesystem::path& path() const { return path_; }

  Plan read_plan() const;  // throws InputError if this is no folder of a batch

 private:
  std::filesystem::path path_;
};

// Held as long as this lives; the system gives it back when the process ends, however that happens.
class Lock {
 public:
  explicit Lock(const Folder& folder);  // throws InputError if another batch has it
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int fd_;
};

// What tasks left that did not come to their end, because somebody killed who ran them.
void remove_unfinished(const Folder& folder);

// Makes the folder ready for this plan: writes the plan, or compares it with the one of the batch that goes on here,
// whose id it takes over. Removes what unfinished tasks left. Throws InputError where results would not fit together.
void settle(const Folder& folder, Plan& plan);

}  // namespace heddle::batch
