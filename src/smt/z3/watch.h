// SPDX-License-Identifier: GPL-3.0-or-later
// Tells Z3, whatever it is at, that time is over. A time limit for each question would cost more than most questions.
#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "smt/z3/terms.h"

namespace heddle::smt::z3 {

class Watch {
 public:
  Watch(Context& context, const std::function<bool()>& over)
      : thread_([this, &context, &over] {
          std::unique_lock lock(mutex_);
          while (!done_.wait_for(lock, std::chrono::milliseconds(50), [this] { return finished_; }))
            if (over()) context.interrupt();
        }) {}
  ~Watch() {
    {
      std::lock_guard lock(mutex_);
      finished_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace heddle::smt::z3
