// SPDX-License-Identifier: GPL-3.0-or-later
// Limits while the program is compiled and read. The compiler and LLVM cannot be asked to stop, so a thread beside them
// looks at the budget: when it has been exceeded for a while, the compiler's process is ended and `give_up` is called
// from that thread. It reports and ends this process.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace heddle::tools {

class WhileCompiling {
 public:
  WhileCompiling(base::Budget& budget, std::function<void(base::Exceeded)> give_up);
  ~WhileCompiling();  // compiled; no thread is left when engines are forked

 private:
  std::mutex mutex_;
  std::condition_variable compiled_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace heddle::tools
