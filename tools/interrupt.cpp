// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C asks for what is known so far. The handler resets itself, so that a second signal has its usual effect.
#include <csignal>

#include "commands.h"

namespace heddle::tools {

namespace {
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

void on_signal(int) { interrupted.store(true, std::memory_order_relaxed); }
}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace heddle::tools
