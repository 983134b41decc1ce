// SPDX-License-Identifier: GPL-3.0-or-later
// A program and what holds it: the safe schedule of a file, or the newest one of a directory and those that are found
// there later.
#pragma once
#include <memory>
#include <string>

#include "analysis/analyses.h"
#include "engines/invariants/elements.h"
#include "model/program.h"
#include "options/options.h"
#include "replay/exchange.h"
#include "schedule/versions.h"
#include "trace/result.h"

namespace heddle::tools {

// Beside the files of `heddle schedule`: the schedule that `heddle run --tune` has chosen.
inline constexpr const char* kTuned = "tuned.json";

class HeldProgram {
 public:
  // Goes to where the program was checked, and back. Throws InputError if no schedule can be followed.
  explicit HeldProgram(const options::Options& options);
  HeldProgram(const HeldProgram&) = delete;
  HeldProgram& operator=(const HeldProgram&) = delete;

  const trace::InputFiles& input() const { return input_; }
  const std::string& executable() const { return executable_; }
  const std::string& plan() const { return plan_; }
  const trace::Schedule& schedule() const { return schedule_; }  // that is followed
  const schedule::Events& events() const { return *events_; }
  analysis::Analyses& analyses() { return *analyses_; }
  const std::vector<std::string>& left_out() const { return left_out_; }  // files, and why they cannot be followed
  // Of another schedule of the program, with so many rounds of a loop in a section. Throws InputError.
  std::string plan_of(const trace::Schedule& s, unsigned replication) const;
  bool may_change() const { return !directory_.empty(); }

  // Looks for a newer schedule in the directory, and gives it to the program that runs.
  void look_for_more(const replay::Exchange& exchange);

 private:
  void prepare(const options::Options& options);
  void leave_out(const std::string& path, const std::string& why);
  bool is_same_program(const trace::InputFiles& other) const;

  std::string directory_;     // empty: a single file
  unsigned replication_ = 0;  // 0: nobody has said anything
  uint64_t newest_ = 0;       // the number of its last schedule that was looked at
  trace::InputFiles input_;
  std::string executable_, plan_;
  trace::Schedule schedule_;
  std::vector<std::string> left_out_;
  schedule::Wanted wanted_;
  schedule::PlanSettings settings_;
  model::Program program_;
  std::unique_ptr<analysis::Analyses> analyses_;
  std::unique_ptr<schedule::Events> events_;
  std::unique_ptr<invariants::Elements> elements_;  // level 2
  std::unique_ptr<schedule::Versions> versions_;
};

// In a thread of its own, as long as it lives: what is found takes a while to be prepared.
class LiveSchedules {
 public:
  LiveSchedules(HeldProgram& program, const replay::Exchange& exchange);
  ~LiveSchedules();
  LiveSchedules(const LiveSchedules&) = delete;
  LiveSchedules& operator=(const LiveSchedules&) = delete;

 private:
  struct Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace heddle::tools
