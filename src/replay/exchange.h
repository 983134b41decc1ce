// SPDX-License-Identifier: GPL-3.0-or-later
// The files through which one run of the program is told what to do and says what it did, in a directory of their own
// that is gone when the run is over. The status is read from the file, not mapped: the program sets its length itself.
#pragma once
#include <string>
#include <vector>

#include "heddle/schedule_format.h"
#include "trace/script.h"

namespace heddle::replay {

class Exchange {
 public:
  // `schedule`: the bytes of a schedule file, empty for a free run. `most_acts`: the largest number of acts to
  // record; 0: record nothing. `plan`: the bytes of a plan (plan_format.h), empty for none.
  explicit Exchange(const std::string& schedule, uint32_t most_acts = 0, const std::string& plan = "");
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  std::vector<std::string> environment() const;      // ours, with the names of the files
  bool replace_plan(const std::string& plan) const;  // while the program runs; whole or not at all
  heddle_status status() const;                      // all zero as long as the program has said nothing

  struct Recorded {
    std::vector<trace::Act> acts;
    bool full = false;
  };
  Recorded recorded() const;

 private:
  std::string path(const char* name) const { return directory_ + "/" + name; }
  void write(const char* name, const std::string& bytes, uint64_t size) const;
  std::string directory_;
  bool constrained_, recording_, held_;
};

}  // namespace heddle::replay
