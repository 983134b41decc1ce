// SPDX-License-Identifier: GPL-3.0-or-later
// C's happens-before as a part of the state, for programs in which threads learn from operations that order nothing
// (weak_order.h): there two accesses may be unordered although no state has them next to each other.
//
// A past access matters as long as some thread that may still touch its object is not ordered after it. For each such
// access the part says who is: which threads, and which places hand that knowledge on. A location does, to whoever
// acquires from it (an atomic object, a lock); a thread's last release fence does, to what the thread stores later;
// what a thread has read without acquiring does, to the thread itself at its next acquire fence. Steps copy knowledge
// from one holder to another, and an access by a thread that is not among the holders of a conflicting one is a race.
//
// The part is canonical and finite. Clocks, counts and the order of the past are not in it. Of two accesses to the same
// memory the one that is known to fewer says it all: whoever races with the other races with it, now and later.
#pragma once
#include <compare>
#include <optional>
#include <vector>

#include "analysis/points_to.h"
#include "engines/explore/persistent_sets.h"
#include "semantics/machine.h"

namespace heddle::explore {

struct Holder {
  // Read: without acquiring; Fenced: at the last release fence
  enum Kind : uint8_t { Thread, Read, Fenced, Location } kind = Thread;
  uint32_t at = 0, offset = 0, size = 0;  // a slot; or an object and the bytes in it
  auto operator<=>(const Holder&) const = default;
};

struct PastAccess {
  uint32_t obj = 0, offset = 0, size = 0;
  bool write = false, atomic = false;
  std::vector<Holder> holders;  // sorted
  bool known_to(const Holder& h) const;
  auto operator<=>(const PastAccess&) const = default;
};

class HappensBefore {
 public:
  HappensBefore(const analysis::PointsTo& points_to, const semantics::Machine& m, Futures& futures);

  struct Step {
    uint32_t part = 0;                         // the past after the step
    std::optional<semantics::Happening> race;  // the later access of a race
    // atomic accesses of different sizes to the same bytes: C does not say what they order
    std::optional<model::Position> mixed;
  };
  // The machine has just taken this step from a state with this past; `to` is the state it came to, or null if it came
  // nowhere (a section that waits has looked at its guard). Number 0: no past.
  Step after(uint32_t past, const std::vector<semantics::Happening>& happenings, const semantics::State* to);
  size_t bytes() const { return store_.bytes(); }

 private:
  void touch(const semantics::Happening& h, Step& out);
  void acquire(const semantics::Happening& h, Step& out);
  void release(const semantics::Happening& h);
  void remember(const semantics::Happening& h);
  void pass_on(const Holder& from, const Holder& to);
  void forget(const Holder& h);
  void forget_thread(uint32_t slot);
  void rename();
  void reduce(const semantics::State& s);
  void drop_dominated();
  void join_neighbours();
  std::vector<PastAccess> decode(uint32_t part) const;
  uint32_t encode();

  const semantics::Machine& machine_;
  Futures& futures_;
  semantics::Store store_;
  base::BitSet plain_;  // abstract objects that plain accesses may touch; others cannot race
  bool acquire_fences_ = false;
  std::vector<PastAccess> past_;  // the one being changed
};

}  // namespace heddle::explore
