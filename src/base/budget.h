// SPDX-License-Identifier: GPL-3.0-or-later
// Budget: how much a run may still cost. Engines ask check() in their main loop, as often as they like: the interrupt
// flag and the state count are looked at every time, the clock every kClockStride calls, resident memory at most every
// 20 ms. A limit of 0 is no limit. An exceeded budget stays exceeded. May be asked by several threads.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace heddle::base {

enum class Exceeded : uint8_t { Time, Memory, States, Interrupt };

class Budget {
 public:
  struct Limits {
    std::chrono::milliseconds time{0};
    uint64_t memory_bytes = 0;
    uint64_t states = 0;
  };
  // The flag is set from a signal handler and outlives the budget; it may be null.
  explicit Budget(Limits limits, const std::atomic<bool>* interrupt = nullptr);
  // The same limits and the same clock, with another flag.
  Budget(const Budget& whole, const std::atomic<bool>* interrupt);

  std::optional<Exceeded> check(uint64_t states_so_far = 0);
  // Looks at the clock every time: for callers that ask between long pieces of work.
  std::optional<Exceeded> check_now(uint64_t states_so_far = 0);
  double elapsed_seconds() const;
  // From now on, with a share of the time that is left, at most `most`, and otherwise the same limits. If there is no
  // limit in time, the limit is `most`.
  Budget part(double share, std::chrono::milliseconds most) const;
  // For telling what was found: the time that is left, but at least `least`, and some more memory. A first Ctrl-C does
  // not end this budget: it asks for the telling.
  Budget rest(std::chrono::milliseconds least) const;
  std::optional<std::chrono::milliseconds> left() const;  // of the time, not below 0; nullopt: no limit
  const Limits& limits() const { return limits_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint32_t kClockStride = 64;
  std::optional<Exceeded> note(std::optional<Exceeded> found);
  std::optional<Exceeded> look(uint64_t states_so_far, bool at_the_clock);

  const Limits limits_;
  const std::atomic<bool>* const interrupt_;
  const Clock::time_point start_;
  std::atomic<uint32_t> calls_{0};
  std::atomic<int64_t> next_memory_look_ms_{0};
  std::atomic<int> exceeded_{-1};
};

// Who uses that much is asked to stop: what it still needs until it has stopped stays below the limit.
constexpr uint64_t memory_to_stop_at(uint64_t limit) { return limit - limit / 8; }
uint64_t resident_bytes();       // of this process, now; 0 when the system does not say
double cpu_seconds();            // processor time of this process so far, all threads
uint64_t peak_resident_bytes();  // of this process, so far
// Of another process: what is resident without what files back. Memory shared since a fork counts.
uint64_t own_bytes(int process);
// What may be used without driving the machine into swap: most of what the system, or the control group, has free now.
uint64_t usable_memory_bytes();

}  // namespace heddle::base
