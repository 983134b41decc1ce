// SPDX-License-Identifier: GPL-3.0-or-later
// Vector clocks of one execution: when each thread last touched each byte, and what each thread knows of the others'
// times. Two accesses of which neither thread knows are unordered; if they conflict and are not both atomic they race.
//
// Synchronisation operations access their object atomically, a new thread starts with its creator's clock, a join takes
// over the clock of the thread that ended, and whoever is released from a barrier acquires it. Atomic operations and
// fences are those of C17 (5.1.2.4): a mere store ends the release sequences of its object, a read-modify-write
// continues them.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "judge/enumerator/machine.h"

namespace heddle::oracle {

class Clocks {
 public:
  // `all_order`: every atomic access acquires and releases, as if that were how all of them were written.
  explicit Clocks(bool all_order);
  void take(const std::vector<Deed>& deeds);
  bool race = false;
  // a slot was used again by a thread that does not know all of the one before; atomic accesses of different sizes meet
  bool unsure = false;

  // What later races depend on, as bytes. Forgets what all threads know that run in this state.
  std::string text(const State& s, const std::map<ObjId, uint32_t>& numbers);

 private:
  using Clock = std::array<uint32_t, kMaxThreads>;
  struct Runner {
    Clock now{}, read{}, fenced{};  // read: by accesses that do not acquire; fenced: at the last release fence
  };
  struct Byte {
    Clock plain_writes{}, atomic_writes{}, plain_reads{}, atomic_reads{};  // when each thread last did it, 0: never
  };
  struct Span {
    ObjId object;
    uint64_t offset, length;
    auto operator<=>(const Span&) const = default;
    bool meets(const Span& o) const {
      return object == o.object && offset < o.offset + o.length && o.offset < offset + length;
    }
  };
  static void join(Clock& into, const Clock& from);
  void touch(unsigned slot, const Access& a);
  void look(unsigned slot, const Access& a);
  void start(unsigned creator, unsigned slot);

  bool all_order_;
  std::array<Runner, kMaxThreads> runners_{};
  std::map<Span, Clock> locations_;
  std::map<std::pair<ObjId, uint64_t>, Byte> bytes_;
};

}  // namespace heddle::oracle
