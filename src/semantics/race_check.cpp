// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/race_check.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::semantics {

namespace {

using Clock = std::vector<uint32_t>;  // by thread, in the order of their creation

void join(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (size_t k = 0; k < from.size(); ++k) into[k] = std::max(into[k], from[k]);
}
uint32_t at(const Clock& c, unsigned thread) { return thread < c.size() ? c[thread] : 0; }

struct Extent {
  uint32_t object, offset, size;
  auto operator<=>(const Extent&) const = default;
  bool overlaps(const Extent& o) const {
    return object == o.object && offset < o.offset + o.size && o.offset < offset + size;
  }
};
Extent extent(const Happening& h) { return {h.identity, h.access.offset, h.access.size}; }

// Slots are used again; threads are numbered as they come.
class Threads {
 public:
  unsigned of(unsigned slot) { return of_slot_.try_emplace(slot, 0).first->second; }
  unsigned start(unsigned slot) { return of_slot_[slot] = ++last_; }

 private:
  std::map<unsigned, unsigned> of_slot_;
  unsigned last_ = 0;
};

// f(where, what, the number of the other thread)
template <class F>
void each(const Simulation& sim, F f) {
  Threads threads;
  for (size_t move = 0; move < sim.happenings.size(); ++move)
    for (size_t k = 0; k < sim.happenings[move].size(); ++k) {
      const Happening& h = sim.happenings[move][k];
      HappeningAt where{move, k, threads.of(h.thread)};
      f(where, h,
        h.kind == Happening::Create ? threads.start(h.other)
        : h.kind == Happening::Join ? threads.of(h.other)
                                    : 0);
    }
}

class Clocks {
 public:
  // The accesses of the execution in order, each with its time and what its thread knew then.
  struct Timed {
    HappeningAt where;
    uint32_t time = 0;
    Clock known;
  };
  std::vector<Timed> accesses;

  explicit Clocks(const Simulation& sim) {
    clocks_.resize(1);
    begin(0);
    each(sim, [&](HappeningAt where, const Happening& h, unsigned other) { take(where, h, other); });
  }

 private:
  struct Thread {
    Clock now, read, fenced;  // read: by operations that do not acquire; fenced: at the last release fence
  };

  void begin(unsigned thread) {
    Clock& c = clocks_[thread].now;
    if (c.size() <= thread) c.resize(thread + 1);
    ++c[thread];
  }

  void take(HappeningAt where, const Happening& h, unsigned other) {
    unsigned me = where.thread;
    switch (h.kind) {
      case Happening::Touch: touch(where, h, me); break;
      case Happening::Learn: learn(h, me); break;
      case Happening::Fence:
        if (h.acquires) join(clocks_[me].now, clocks_[me].read);
        if (h.releases) clocks_[me].fenced = clocks_[me].now;
        break;
      case Happening::Create:
        if (clocks_.size() <= other) clocks_.resize(other + 1);
        clocks_[other].now = clocks_[me].now;
        begin(other);
        break;
      case Happening::Join: join(clocks_[me].now, clocks_[other].now); break;
    }
    begin(me);
  }

  void learn(const Happening& h, unsigned me) {
    Thread& t = clocks_[me];
    if (h.access.atomic && h.attempt == model::Builtin::None)
      for (const auto& [there, released] : locations_)
        if (there.overlaps(extent(h))) join(h.acquires ? t.now : t.read, released);
  }

  void touch(HappeningAt where, const Happening& h, unsigned me) {
    learn(h, me);
    Thread& t = clocks_[me];
    accesses.push_back({where, at(t.now, me), t.now});
    if (!h.access.write) return;
    if (!h.updates)
      std::erase_if(locations_, [&](const auto& l) {
        return l.first == extent(h) || (!h.access.atomic && l.first.overlaps(extent(h)));
      });
    if (h.access.atomic) join(locations_[extent(h)], h.releases ? t.now : t.fenced);
  }

  std::vector<Thread> clocks_;
  std::map<Extent, Clock> locations_;
};

// Who knows of one access: in truth, and if every look at what others wrote ordered.
class Rumour {
 public:
  using Link = UnorderedAccesses::Link;
  Rumour(const Simulation& sim, HappeningAt first, HappeningAt second) {
    each(sim, [&](HappeningAt where, const Happening& h, unsigned other) {
      if (where == second) learnt = of_[where.thread].link;
      if (where == first) of_[where.thread].knows = true;
      take(where, h, other);
    });
  }
  std::optional<Link> learnt;  // by the thread of the second access

 private:
  struct Thread {
    bool knows = false, knew_at_fence = false, has_read = false;
    std::optional<Link> link;  // knows only by hearsay, since there
  };
  struct Location {
    bool released = false;
    std::optional<HappeningAt> by;  // the last write of somebody who knows, if only by hearsay
    std::optional<Link> link;       // its writer's
  };

  void take(HappeningAt where, const Happening& h, unsigned other) {
    Thread& t = of_[where.thread];
    if (h.kind == Happening::Touch || h.kind == Happening::Learn) touch(where, h, t);
    if (h.kind == Happening::Fence && h.acquires) t.knows |= t.has_read;
    if (h.kind == Happening::Fence && h.releases) t.knew_at_fence = t.knows;
    if (h.kind == Happening::Create) of_[other] = {t.knows, false, false, t.link};
    if (h.kind == Happening::Join) hear(t, of_[other]);
  }

  static void hear(Thread& t, const Thread& from) {
    t.knows |= from.knows;
    if (!t.link) t.link = from.link;
  }

  void touch(HappeningAt where, const Happening& h, Thread& t) {
    if (!h.access.atomic) return;
    Location& l = locations_[extent(h)];
    bool read = h.updates || !h.access.write;
    if (read && l.by) {
      if (l.released && h.attempt == model::Builtin::None) (h.acquires ? t.knows : t.has_read) = true;
      if (!t.knows && !t.link) t.link = l.link ? l.link : Link{*l.by, where};
    }
    if (!h.access.write || h.kind == Happening::Learn) return;
    if (!h.updates) l = {};
    l.released |= h.releases ? t.knows : t.knew_at_fence;
    if (!t.knows && !t.link) return;
    l.by = where;
    l.link = t.knows ? std::nullopt : t.link;
  }

  std::map<unsigned, Thread> of_;
  std::map<Extent, Location> locations_;
};

}  // namespace

std::optional<UnorderedAccesses> unordered_accesses(const Simulation& sim) {
  Clocks clocks(sim);
  auto happening = [&](const Clocks::Timed& a) -> const Happening& {
    return sim.happenings[a.where.move][a.where.index];
  };
  for (const Clocks::Timed& b : clocks.accesses) {
    if (b.where.move + 1 != sim.happenings.size()) continue;
    for (size_t k = clocks.accesses.size(); k-- > 0;) {  // the latest first
      const Clocks::Timed& a = clocks.accesses[k];
      bool earlier = std::tie(a.where.move, a.where.index) < std::tie(b.where.move, b.where.index);
      if (!earlier || a.where.thread == b.where.thread || at(b.known, a.where.thread) >= a.time) continue;
      Access x = happening(a).access, y = happening(b).access;
      x.obj = happening(a).identity, y.obj = happening(b).identity;
      if (!race(x, y)) continue;
      return UnorderedAccesses{a.where, b.where, Rumour(sim, a.where, b.where).learnt};
    }
  }
  return std::nullopt;
}

}  // namespace heddle::semantics
