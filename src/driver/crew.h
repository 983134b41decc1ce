// SPDX-License-Identifier: GPL-3.0-or-later
// The engines of a run, each a Child, and the watchdog over them. Limits of time and memory and Ctrl-C are for all of
// them together, and for this process, too. An engine keeps them by itself, as a rule; the crew first asks and then
// ends whoever does not.
#pragma once
#include <chrono>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "driver/child.h"

namespace heddle::driver {

class Crew {
 public:
  // With fewer `at_once` than engines they take turns.
  Crew(base::Budget& budget, unsigned at_once) : budget_(budget), at_once_(at_once) {}
  ~Crew();

  Child& start(const std::string& name, const Work& work) { return children_.emplace_back(name, budget_, work); }
  // Waits a moment for news, and keeps the limits. True: somebody knows more or has ended.
  bool turn();
  bool running() const;
  bool has_room() const;                           // one more would not have to take turns
  bool over() const { return over_.has_value(); }  // a limit of the whole run was reached
  const std::list<Child>& members() const { return children_; }
  uint64_t peak_bytes() const;

 private:
  using Clock = std::chrono::steady_clock;
  void keep_time();
  void keep_memory();
  void take_turns();
  void show_progress();

  base::Budget& budget_;
  const unsigned at_once_;
  std::list<Child> children_;
  std::optional<Clock::time_point> over_;
  Clock::time_point next_look_{}, next_slice_{}, memory_asked_{}, next_line_{};
  size_t first_of_slice_ = 0;
  uint64_t peak_ = 0, memory_ = 0;
  std::string shown_;
};

// What the engine said, or had said before it ended; `asked` are the properties it was asked about.
trace::Result answer(const Child& engine, const std::vector<base::Property>& asked);

}  // namespace heddle::driver
