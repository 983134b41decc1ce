// SPDX-License-Identifier: GPL-3.0-or-later
// Limits, the clock and resident memory as Linux tells it (/proc/self/statm, /proc/meminfo, control groups).
#include "base/budget.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/processor_time.h"

namespace heddle::base {

namespace {

constexpr int64_t kMemoryLookMs = 20;
std::atomic<bool> count_processor_time{false};

std::chrono::steady_clock::time_point now() {
  using Clock = std::chrono::steady_clock;
  if (!count_processor_time.load(std::memory_order_relaxed)) return Clock::now();
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(cpu_seconds())));
}

std::optional<uint64_t> number_in(const char* path) {
  std::ifstream in(path);
  uint64_t n = 0;
  if (in >> n) return n;
  return std::nullopt;
}

std::optional<uint64_t> available_bytes() {
  std::ifstream in("/proc/meminfo");
  std::string key, unit;
  uint64_t kib = 0;
  while (in >> key >> kib && std::getline(in, unit))
    if (key == "MemAvailable:") return kib * 1024;
  return std::nullopt;
}

struct Statm {
  uint64_t resident = 0, shared = 0;
};

Statm statm(int process) {
  int fd = open(("/proc/" + std::to_string(process) + "/statm").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  char text[128];
  ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return {};
  text[n] = 0;
  char* rest = nullptr;
  std::strtoull(text, &rest, 10);  // the first number is the size of the address space
  const uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE)), resident = std::strtoull(rest, &rest, 10),
                 shared = std::strtoull(rest, nullptr, 10);
  return {resident * page, shared * page};
}

}  // namespace

Budget::Budget(Limits limits, const std::atomic<bool>* interrupt)
    : limits_(limits), interrupt_(interrupt), start_(now()) {}

Budget::Budget(const Budget& whole, const std::atomic<bool>* interrupt)
    : limits_(whole.limits_), interrupt_(interrupt), start_(whole.start_) {}

Budget Budget::part(double share, std::chrono::milliseconds most) const {
  Limits limits = limits_;
  auto left = limits_.time - std::chrono::duration_cast<std::chrono::milliseconds>(now() - start_);
  limits.time = most;
  if (limits_.time.count())
    limits.time = std::min(most, std::chrono::milliseconds(std::max<int64_t>(
                                     1, static_cast<int64_t>(share * static_cast<double>(left.count())))));
  return Budget(limits, interrupt_);
}

Budget Budget::rest(std::chrono::milliseconds least) const {
  Limits limits;
  if (auto time = left()) limits.time = std::max(*time, least);
  if (limits_.memory_bytes)
    limits.memory_bytes = std::max(limits_.memory_bytes, resident_bytes()) + limits_.memory_bytes / 16;
  return Budget(limits);
}

std::optional<std::chrono::milliseconds> Budget::left() const {
  if (!limits_.time.count()) return std::nullopt;
  return std::max(std::chrono::milliseconds(0),
                  limits_.time - std::chrono::duration_cast<std::chrono::milliseconds>(now() - start_));
}

double Budget::elapsed_seconds() const { return std::chrono::duration<double>(now() - start_).count(); }

std::optional<Exceeded> Budget::check(uint64_t states_so_far) {
  if (int known = exceeded_.load(std::memory_order_relaxed); known >= 0) return static_cast<Exceeded>(known);
  return note(look(states_so_far, calls_.fetch_add(1, std::memory_order_relaxed) % kClockStride == 0));
}

std::optional<Exceeded> Budget::check_now(uint64_t states_so_far) {
  if (int known = exceeded_.load(std::memory_order_relaxed); known >= 0) return static_cast<Exceeded>(known);
  return note(look(states_so_far, true));
}

std::optional<Exceeded> Budget::note(std::optional<Exceeded> found) {
  if (found) exceeded_.store(static_cast<int>(*found), std::memory_order_relaxed);
  return found;
}

std::optional<Exceeded> Budget::look(uint64_t states_so_far, bool at_the_clock) {
  if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) return Exceeded::Interrupt;
  if (limits_.states && states_so_far > limits_.states) return Exceeded::States;
  if (!at_the_clock) return std::nullopt;
  auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now() - start_);
  if (limits_.time.count() && elapsed >= limits_.time) return Exceeded::Time;
  if (limits_.memory_bytes && elapsed.count() >= next_memory_look_ms_.load(std::memory_order_relaxed)) {
    next_memory_look_ms_.store(elapsed.count() + kMemoryLookMs, std::memory_order_relaxed);
    if (resident_bytes() > memory_to_stop_at(limits_.memory_bytes)) return Exceeded::Memory;
  }
  return std::nullopt;
}

uint64_t resident_bytes() { return statm(getpid()).resident; }

uint64_t own_bytes(int process) {
  Statm s = statm(process);
  return s.resident - std::min(s.resident, s.shared);
}

void budgets_count_processor_time() { count_processor_time = true; }

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

uint64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

uint64_t usable_memory_bytes() {
  uint64_t free = available_bytes().value_or(0);
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    if (auto limit = number_in(path)) free = free ? std::min(free, *limit) : *limit;
  return free / 10 * 9;
}

}  // namespace heddle::base
