// SPDX-License-Identifier: GPL-3.0-or-later
// A check as a process of its own, with all processes that it starts, under limits.
//
// The system holds the limits for each process: address space (somewhat above the limit, since libraries take part of
// it), processor time, no core files. The sum over the processes of the check, and the time by the clock, are watched
// here. The check has a process group of its own, which is ended as a whole; a process that left the group becomes
// ours when its parent ends (we are its subreaper), and is ended then.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::batch {

struct Limits {
  uint64_t time_ms = 0, grace_ms = 0, memory_bytes = 0;
};

struct Ended {
  enum class By : uint8_t { Itself, Time, Memory };
  By ended_by = By::Itself;
  int exit_code = 0, signal = 0;  // a signal: there is no exit code
  double seconds = 0, cpu_seconds = 0;
  uint64_t peak_bytes = 0;  // resident, of the largest process
  std::string output, errors;
};

class Process {
 public:
  Process(const std::vector<std::string>& argv, Limits limits);
  ~Process();  // ends it
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  pid_t pid() const { return pid_; }
  double seconds() const;
  uint64_t bytes() const { return bytes_; }  // as seen last
  // Ends what has exceeded its limits. True: it has ended, and `ended` says how.
  bool look(std::optional<Ended>& ended);
  void see_memory(uint64_t bytes) { bytes_ = bytes; }

 private:
  using Clock = std::chrono::steady_clock;
  void end(Ended::By why);

  pid_t pid_ = -1;
  int output_ = -1, errors_ = -1;  // files without a name
  Limits limits_;
  Clock::time_point start_;
  std::optional<Ended::By> ending_;
  uint64_t bytes_ = 0;
};

// To be called once, before the first process: orphans of checks become children of this process.
void adopt_orphans();
// Ends adopted processes that are none of `known`, and waits for them.
void end_orphans(const std::vector<pid_t>& known);
// Memory of all processes of each group, in one look at the system. Memory shared since a fork counts more than once:
// it is too much rather than too little.
std::vector<uint64_t> memory_of_groups(const std::vector<pid_t>& groups);
// The same for one group, exactly, which takes longer: shared memory is divided among those who share it.
uint64_t exact_memory_of_group(pid_t group);

}  // namespace heddle::batch
