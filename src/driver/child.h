// SPDX-License-Identifier: GPL-3.0-or-later
// An engine in a process of its own. The process is forked, so it has the Program without any copying; what it knows
// comes back through a pipe: notes on the way, its Result at the end. Whatever becomes of the process, the last note
// stays here.
//
// A message counts only if it came whole and its checksum is right (messages.h). A process that ends without a whole
// Result has failed: a broken stream can cost an engine its answer, never give an answer.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/budget.h"
#include "base/progress.h"
#include "driver/messages.h"
#include "trace/news.h"
#include "trace/result.h"

namespace heddle::driver {

// What the process does.
using Work = std::function<trace::Result(base::Budget& budget, const trace::Tell& tell)>;

// Thrown by it: there is no answer, and it is nobody's mistake.
struct NoAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The engine's side: does the work, and writes what is known to `fd`.
using Write = bool (*)(int fd, MessageKind kind, std::string_view content);
[[noreturn]] void be_the_engine(int fd, base::Budget& budget, const Work& work, Write write);

class Child {
 public:
  // Starts the process. `whole` is the budget of the run: the engine sees its limits and its clock.
  Child(std::string name, const base::Budget& whole, const Work& work);
  ~Child();  // ends it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  const std::string& name() const { return name_; }
  bool running() const { return pid_ > 0; }
  int pipe() const { return pipe_; }
  // Takes what has come; true if there is something new.
  bool read();

  const std::optional<trace::Result>& known() const { return known_; }  // the Result, or the last note
  bool done() const { return done_; }                                   // `known` is the Result
  const std::string& failure() const { return failure_; }        // why there is no Result, if nobody ended the process
  bool defect() const { return defect_; }                        // the failure is Heddle's own mistake
  std::optional<trace::Reason> ended() const { return ended_; }  // why somebody ended it
  const std::optional<base::ProgressLine>& progress() const { return progress_; }

  // A process that is asked finishes what it has to say; one that is ended says nothing any more.
  void ask_to_stop(trace::Reason why);
  void end(trace::Reason why);
  void pause(bool on);

  uint64_t own_bytes()
      const;  // memory that it does not share with other processes, more or less; counted twice rather than not at all
  uint64_t peak_bytes() const { return peak_; }

 private:
  void take(char kind, const std::string& content);
  void reap();

  const std::string name_;
  std::atomic<bool>* const stop_;  // in memory that both processes see
  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string unread_;
  std::optional<trace::Result> known_;
  bool done_ = false, defect_ = false, paused_ = false;
  std::string failure_;
  std::optional<base::ProgressLine> progress_;
  std::optional<trace::Reason> ended_;
  uint64_t peak_ = 0;
};

}  // namespace heddle::driver
