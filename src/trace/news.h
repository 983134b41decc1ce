// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine knows before it is done: whoever watches over it keeps the last of these Results and reports it if the
// engine does not come to its end. Violations in it are confirmed, `true` in it is proven; the rest is how far the
// engine got.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>

#include "trace/result.h"

namespace heddle::trace {

using Tell = std::function<void(const Result& so_far)>;

class News {
 public:
  explicit News(Tell tell) : tell_(std::move(tell)) {}
  explicit operator bool() const { return static_cast<bool>(tell_); }

  // Is it time to say how far the engine is? Ten times a second, or less often where telling takes long. Cheap enough
  // for every state.
  bool due() { return tell_ && ++calls_ % 64 == 0 && Clock::now() >= next_; }

  // make() gives the Result.
  template <class Make>
  void tell(const Make& make) {
    if (!tell_) return;
    const Clock::time_point before = Clock::now();
    tell_(make());
    const Clock::time_point after = Clock::now();
    next_ = after + std::max<Clock::duration>(kInterval, 20 * (after - before));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{100};
  const Tell tell_;
  Clock::time_point next_ = Clock::now() + kInterval;
  uint32_t calls_ = 0;
};

}  // namespace heddle::trace
