// SPDX-License-Identifier: GPL-3.0-or-later
#include "while_compiling.h"

#include <chrono>

namespace heddle::tools {

namespace {
constexpr std::chrono::milliseconds kLook{20}, kPatience{1000};
}  // namespace

WhileCompiling::WhileCompiling(base::Budget& budget, std::function<void(base::Exceeded)> give_up)
    : thread_([this, &budget, give_up = std::move(give_up)] {
        std::unique_lock lock(mutex_);
        auto done = [this] { return done_; };
        while (!compiled_.wait_for(lock, kLook, done))
          if (auto exceeded = budget.check_now(); exceeded && !compiled_.wait_for(lock, kPatience, done))
            return give_up(*exceeded);
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
