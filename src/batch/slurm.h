// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of Slurm: sbatch, squeue, scancel, sinfo, scontrol. Nobody else knows how they are called.
#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::batch {

// An element of an array job that waits or runs.
struct Element {
  std::string job;      // number of the array
  std::string element;  // index in the array
  std::string state;    // PENDING, RUNNING, ...
  std::string node;
};

struct Submission {
  std::string name, script, log;     // the log with %a for the index of the element
  size_t elements = 0, at_once = 0;  // at_once 0: as many as fit
  uint64_t minutes = 0, mib = 0, processors = 1;
  std::set<std::string> without_nodes;
  std::vector<std::string> more;  // options of the user, which come last and so win
};

class Slurm {
 public:
  // The number of the job. nullopt: the controller does not answer, and the job may or may not be there. Throws
  // InputError if Slurm refuses the job, or is not installed.
  static std::optional<std::string> submit(const Submission& s);
  // All elements of jobs of this name that are not over. nullopt: the controller does not answer.
  static std::optional<std::vector<Element>> active(const std::string& name);
  static void cancel(const std::set<std::string>& jobs);
  // Processors of the cluster that are not broken; 0: not known.
  static size_t processors();
  // How an element ended, in the words of Slurm; empty: not known.
  static std::string end_of(const std::string& job, const std::string& element);
};

}  // namespace heddle::batch
