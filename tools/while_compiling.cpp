// SPDX-License-Identifier: GPL-3.0-or-later
#include "while_compiling.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

namespace heddle::tools {

namespace {

constexpr std::chrono::milliseconds kLook{20}, kPatience{1000}, kPatienceWithUser{800};

// The only process that was started so far is the compiler. It may wait for ever, for a header that is a pipe.
void end_compiler() {
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; children >> child;) kill(child, SIGKILL);
}

}  // namespace

WhileCompiling::WhileCompiling(base::Budget& budget, std::function<void(base::Exceeded)> give_up)
    : thread_([this, &budget, give_up = std::move(give_up)] {
        std::unique_lock lock(mutex_);
        auto done = [this] { return done_; };
        while (!compiled_.wait_for(lock, kLook, done)) {
          auto exceeded = budget.check_now();
          if (!exceeded) continue;
          auto patience = *exceeded == base::Exceeded::Interrupt ? kPatienceWithUser : kPatience;
          if (compiled_.wait_for(lock, patience, done)) return;
          end_compiler();
          return give_up(*exceeded);
        }
      }) {}

WhileCompiling::~WhileCompiling() {
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  compiled_.notify_one();
  thread_.join();
}

}  // namespace heddle::tools
