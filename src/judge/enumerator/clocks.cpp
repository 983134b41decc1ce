// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/enumerator/clocks.h"

#include <algorithm>
#include <set>

namespace heddle::oracle {

Clocks::Clocks(bool all_order) : all_order_(all_order) {
  for (unsigned i = 0; i < kMaxThreads; ++i) runners_[i].now[i] = 1;
}

void Clocks::join(Clock& into, const Clock& from) {
  for (unsigned i = 0; i < kMaxThreads; ++i) into[i] = std::max(into[i], from[i]);
}

void Clocks::take(const std::vector<Deed>& deeds) {
  for (const Deed& d : deeds) {
    Runner& me = runners_[d.slot];
    switch (d.kind) {
      case Deed::Touch: touch(d.slot, d.access); break;
      case Deed::Fence:
        if (d.access.order.acquires) join(me.now, me.read);
        if (d.access.order.releases) me.fenced = me.now;
        break;
      case Deed::Create: start(d.slot, d.other); break;
      case Deed::Join: join(me.now, runners_[d.other].now); break;
    }
    ++me.now[d.slot];
  }
}

void Clocks::start(unsigned creator, unsigned slot) {
  const Clock& mine = runners_[creator].now;
  uint32_t last = 0;  // deed of whoever had the slot before
  for (const auto& [where, b] : bytes_)
    for (const Clock* c : {&b.plain_writes, &b.atomic_writes, &b.plain_reads, &b.atomic_reads})
      last = std::max(last, (*c)[slot]);
  unsure |= last > mine[slot];
  Clock now = mine;
  now[slot] = std::max(mine[slot], runners_[slot].now[slot]) + 1;
  runners_[slot] = {now, {}, {}};
}

void Clocks::touch(unsigned slot, const Access& a) {
  Runner& me = runners_[slot];
  Span here{a.object, a.offset, a.length};
  bool whole = a.order.acquires && a.order.releases && !a.order.overwrites;  // a section, or synchronisation
  if (a.atomic && (all_order_ || !a.order.fails))
    for (auto& [there, clock] : locations_) {
      if (!there.meets(here)) continue;
      if (there != here && !whole && !all_order_) unsure = true;
      join(all_order_ || a.order.acquires ? me.now : me.read, clock);
    }
  look(slot, a);
  bool ends = !a.atomic || (a.order.overwrites && !all_order_);
  if (a.write && ends) std::erase_if(locations_, [&](const auto& l) { return l.first.meets(here); });
  if (!a.atomic || !(a.write || all_order_)) return;
  join(locations_.try_emplace(here, Clock{}).first->second, all_order_ || a.order.releases ? me.now : me.fenced);
}

void Clocks::look(unsigned slot, const Access& a) {
  const Clock& mine = runners_[slot].now;
  auto unordered = [&](const Clock& others) {
    for (unsigned i = 0; i < kMaxThreads; ++i)
      if (i != slot && others[i] > mine[i]) return true;
    return false;
  };
  for (uint64_t at = a.offset; at < a.offset + a.length; ++at) {
    Byte& b = bytes_[{a.object, at}];
    race |= unordered(b.plain_writes) || (!a.atomic && unordered(b.atomic_writes));
    if (a.write) race |= unordered(b.plain_reads) || (!a.atomic && unordered(b.atomic_reads));
    Clock& kind = a.write ? (a.atomic ? b.atomic_writes : b.plain_writes) : (a.atomic ? b.atomic_reads : b.plain_reads);
    kind[slot] = mine[slot];
  }
}

// Times only matter by which accesses lie before them: a time becomes the number of accesses of its thread that it
// comes after.
std::string Clocks::text(const State& s, const std::map<ObjId, uint32_t>& numbers) {
  std::array<std::set<uint32_t>, kMaxThreads> times;
  auto known_to_all = [&](unsigned thread, uint32_t time) {
    for (unsigned i = 0; i < kMaxThreads; ++i)
      if (s.threads[i].status == Thread::Active && runners_[i].now[thread] < time) return false;
    return true;
  };
  std::erase_if(bytes_, [&](const auto& b) { return !numbers.count(b.first.first); });
  std::erase_if(locations_, [&](const auto& l) { return !numbers.count(l.first.object); });
  for (auto& [where, b] : bytes_)
    for (Clock* c : {&b.plain_writes, &b.atomic_writes, &b.plain_reads, &b.atomic_reads})
      for (unsigned i = 0; i < kMaxThreads; ++i) {
        if (known_to_all(i, (*c)[i])) (*c)[i] = 0;
        if ((*c)[i]) times[i].insert((*c)[i]);
      }
  std::erase_if(bytes_, [](const auto& b) {
    const Clock none{};
    return b.second.plain_writes == none && b.second.atomic_writes == none && b.second.plain_reads == none &&
           b.second.atomic_reads == none;
  });
  std::string out;
  auto clock = [&](const Clock& c) {
    for (unsigned i = 0; i < kMaxThreads; ++i)
      out += std::to_string(std::distance(times[i].begin(), times[i].upper_bound(c[i]))) +
             (i + 1 < kMaxThreads ? "," : ";");
  };
  for (unsigned i = 0; i < kMaxThreads; ++i)
    if (s.threads[i].status == Thread::Active || s.threads[i].status == Thread::Ended)
      for (const Clock* c : {&runners_[i].now, &runners_[i].read, &runners_[i].fenced}) clock(*c);
  std::map<Span, Clock> located;
  for (const auto& [span, c] : locations_) located[{numbers.at(span.object), span.offset, span.length}] = c;
  for (const auto& [span, c] : located) {
    out +=
        "@" + std::to_string(span.object) + "+" + std::to_string(span.offset) + "/" + std::to_string(span.length) + ":";
    clock(c);
  }
  std::map<std::pair<ObjId, uint64_t>, const Byte*> touched;
  for (const auto& [where, b] : bytes_) touched[{numbers.at(where.first), where.second}] = &b;
  for (const auto& [where, b] : touched) {
    out += "#" + std::to_string(where.first) + "+" + std::to_string(where.second) + ":";
    for (const Clock* c : {&b->plain_writes, &b->atomic_writes, &b->plain_reads, &b->atomic_reads}) clock(*c);
  }
  return out;
}

}  // namespace heddle::oracle
