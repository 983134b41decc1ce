// SPDX-License-Identifier: GPL-3.0-or-later
// Vector clocks along random walks. Atomic accesses acquire and release their location (synchronisation operations access
// their object atomically), a new thread starts with its creator's clock, a join takes over the clock of the thread that
// ended, and whoever is released from a barrier takes over the clock of the last to arrive.
//
// With Atomics::AllOrder every atomic access does both. With Atomics::AsWritten a location remembers who released it, and a
// release sequence is that of C11 (5.1.2.4): a mere store ends those of other threads, a read-modify-write continues all.
// Fences are no steps and cannot be seen here; a program that has one is judged as if all of its atomics ordered. In both cases
// there is a little more order than C11 promises, so a race found here is one.
#include "happens_before.h"

#include <algorithm>
#include <array>
#include <map>

#include "machine.h"

namespace heddle::oracle {

namespace {

using Clock = std::array<uint32_t, kMaxThreads>;

void join(Clock& into, const Clock& from) {
  for (unsigned i = 0; i < kMaxThreads; ++i) into[i] = std::max(into[i], from[i]);
}

struct Byte {
  Clock plain_writes{}, atomic_writes{}, plain_reads{}, atomic_reads{};  // when each thread last did it, 0: never
};

class Walk {
 public:
  Walk(const Image& image, uint64_t seed, bool all_order) : image_(image), random_(seed), all_order_(all_order), state_(image.initial()) {
    Choices none;
    Machine(image_, state_, none).settle();
    for (unsigned i = 0; i < kMaxThreads; ++i) clocks_[i][i] = 1;
  }

  bool run(unsigned steps) {
    for (unsigned n = 0; n < steps && !race_; ++n)
      if (!step()) break;
    return race_;
  }

 private:
  uint64_t random() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  // A random outcome of a random enabled move; false when there is none.
  bool step() {
    struct Candidate {
      unsigned slot;
      State next;
      std::vector<Access> accesses;
    };
    std::vector<Candidate> all;
    for (unsigned i = 0; i < state_.threads.size(); ++i) {
      if (state_.threads[i].status != Thread::Active) continue;
      for (auto move : {Machine::Normal, Machine::SpuriousWake, Machine::TimeOut, Machine::CancelledWake}) {
        if (!Machine::possible(state_.threads[i], move)) continue;
        Choices choices;
        do {
          choices.rewind();
          State next = state_;
          Machine m(image_, next, choices);
          if (m.step(i, move) == Machine::Stepped) all.push_back({i, std::move(next), m.accesses});
        } while (choices.next());
      }
    }
    if (all.empty()) return false;
    Candidate& c = all[random() % all.size()];
    take(c.slot, c.accesses, c.next);
    state_ = std::move(c.next);
    return true;
  }

  void take(unsigned slot, const std::vector<Access>& accesses, const State& next) {
    Clock& mine = clocks_[slot];
    for (const Access& a : accesses)
      if (a.atomic && (all_order_ || a.order.acquires))
        for (auto& [thread, clock] : locations_[{a.object, a.offset}]) join(mine, clock);
    for (unsigned i = 0; i < kMaxThreads; ++i) {
      const Thread &before = state_.threads[i], &after = next.threads[i];
      bool joined = before.status == Thread::Ended && !before.detached && (after.status != Thread::Ended || after.detached);
      if (joined) join(mine, clocks_[i]);
    }
    for (const Access& a : accesses) look(slot, a);
    for (const Access& a : accesses)
      if (a.atomic) release(slot, a);
    for (unsigned i = 0; i < kMaxThreads; ++i) {
      const Thread &before = state_.threads[i], &after = next.threads[i];
      bool created = before.status == Thread::Free && after.status != Thread::Free;
      bool released = before.wait.kind == Wait::Barrier && after.wait.kind != Wait::Barrier;
      if (created || released) {
        join(clocks_[i], mine);
        ++clocks_[i][i];
      }
    }
    ++mine[slot];
  }

  void release(unsigned slot, const Access& a) {
    auto& heads = locations_[{a.object, a.offset}];
    if (!all_order_ && a.order.overwrites) std::erase_if(heads, [&](const auto& head) { return head.first != slot; });
    if (all_order_ || a.order.releases) heads[slot] = clocks_[slot];
  }

  void look(unsigned slot, const Access& a) {
    const Clock& mine = clocks_[slot];
    auto unordered = [&](const Clock& others) {
      for (unsigned i = 0; i < kMaxThreads; ++i)
        if (i != slot && others[i] > mine[i]) return true;
      return false;
    };
    for (uint64_t at = a.offset; at < a.offset + a.length; ++at) {
      Byte& b = bytes_[{a.object, at}];
      race_ |= unordered(b.plain_writes) || (!a.atomic && unordered(b.atomic_writes));
      if (a.write) race_ |= unordered(b.plain_reads) || (!a.atomic && unordered(b.atomic_reads));
      Clock& kind = a.write ? (a.atomic ? b.atomic_writes : b.plain_writes) : (a.atomic ? b.atomic_reads : b.plain_reads);
      kind[slot] = mine[slot];
    }
  }

  const Image& image_;
  uint64_t random_;
  bool all_order_;
  State state_;
  std::array<Clock, kMaxThreads> clocks_{};
  std::map<std::pair<ObjId, uint64_t>, std::map<unsigned, Clock>> locations_;  // by who released it
  std::map<std::pair<ObjId, uint64_t>, Byte> bytes_;
  bool race_ = false;
};

bool has_fence(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      if (i.kind == model::InstrKind::Fence) return true;
  return false;
}

}  // namespace

bool random_runs_race(const model::Program& p, uint64_t seed, unsigned runs, unsigned steps, Atomics atomics) {
  Image image(p);
  bool all_order = atomics == Atomics::AllOrder || has_fence(p);
  for (unsigned i = 0; i < runs; ++i)
    if (Walk(image, (seed + i + 1) * 0x9e3779b97f4a7c15ull, all_order).run(steps)) return true;
  return false;
}

}  // namespace heddle::oracle
