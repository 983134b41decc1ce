// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of work in this process. The compiler and LLVM cannot be asked to stop, and what looks at its budget may look
// too rarely, so a thread beside them looks as well: when the budget has been exceeded for a while, the compiler's
// process is ended, if it runs, and `give_up` is called from that thread. It reports and ends this process.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace heddle::tools {

class Watchdog {
 public:
  // may_end_by_itself: whoever is watched looks at the budget, too, and gets a moment for it.
  Watchdog(base::Budget& budget, std::function<void(base::Exceeded)> give_up, bool may_end_by_itself = true);
  ~Watchdog();  // done in time; no thread is left when engines are forked

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace heddle::tools
