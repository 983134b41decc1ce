// SPDX-License-Identifier: GPL-3.0-or-later
#include "watchdog.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

namespace heddle::tools {

namespace {

constexpr std::chrono::milliseconds kLook{20}, kPatience{1000}, kPatienceWithUser{800}, kPatienceWithMemory{150};

// The only process that was started so far is the compiler. It may wait for ever, for a header that is a pipe.
void end_compiler() {
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; children >> child;) kill(child, SIGKILL);
}

}  // namespace

Watchdog::Watchdog(base::Budget& budget, std::function<void(base::Exceeded)> give_up, bool may_end_by_itself)
    : thread_([this, &budget, may_end_by_itself, give_up = std::move(give_up)] {
        std::unique_lock lock(mutex_);
        auto done = [this] { return done_; };
        while (!finished_.wait_for(lock, kLook, done)) {
          auto exceeded = budget.check_now();
          if (!exceeded) continue;
          auto patience = *exceeded == base::Exceeded::Interrupt ? kPatienceWithUser
                          : *exceeded == base::Exceeded::Memory  ? kPatienceWithMemory
                                                                 : kPatience;
          if (may_end_by_itself && finished_.wait_for(lock, patience, done)) return;
          end_compiler();
          return give_up(*exceeded);
        }
      }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  finished_.notify_one();
  thread_.join();
}

}  // namespace heddle::tools
