// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/walk/race_clocks.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::walk {

using semantics::Access;
using semantics::Happening;

namespace {

constexpr uint32_t kWord = 8, kLarge = 64;

void join(std::vector<uint32_t>& into, const std::vector<uint32_t>& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (size_t k = 0; k < from.size(); ++k) into[k] = std::max(into[k], from[k]);
}

bool overlap(uint32_t a, uint32_t a_size, uint32_t b, uint32_t b_size) {
  return uint64_t{a} < uint64_t{b} + b_size && uint64_t{b} < uint64_t{a} + a_size;
}

std::string place(const model::Position& p) {
  return std::to_string(p.file) + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
}

}  // namespace

RaceClocks::RaceClocks() {
  threads_.resize(1);
  begin(0);
}

void RaceClocks::begin(unsigned thread) {
  HEDDLE_CHECK(thread < threads_.size()) << "thread " << thread << " was never started";
  Clock& c = threads_[thread].now;
  if (c.size() <= thread) c.resize(thread + 1);
  ++c[thread];
}

unsigned RaceClocks::number(unsigned slot) { return of_slot_.try_emplace(slot, 0).first->second; }

std::optional<std::string> RaceClocks::step(std::vector<Happening>& happenings, const semantics::Machine& machine) {
  found_.reset();
  identities_.name(happenings);
  for (const Happening& h : happenings) {
    const unsigned me = number(h.thread);
    switch (h.kind) {
      case Happening::Touch: touch(h, me); break;
      case Happening::Learn: learn(h, me); break;
      case Happening::Fence:
        if (h.acquires) join(threads_[me].now, threads_[me].read);
        if (h.releases) threads_[me].fenced = threads_[me].now;
        break;
      case Happening::Create: {
        const unsigned other = of_slot_[h.other] = ++last_;
        threads_.resize(last_ + 1);
        threads_[other].now = threads_[me].now;
        begin(other);
        break;
      }
      case Happening::Join: join(threads_[me].now, threads_[number(h.other)].now); break;
    }
    begin(me);
  }
  identities_.step_taken(machine);
  return found_;
}

void RaceClocks::learn(const Happening& h, unsigned me) {
  if (!h.access.atomic || h.attempt != model::Builtin::None) return;
  for (const Released& r : objects_[h.identity].released)
    if (overlap(r.offset, r.size, h.access.offset, h.access.size))
      join(h.acquires ? threads_[me].now : threads_[me].read, r.clock);
}

void RaceClocks::touch(const Happening& h, unsigned me) {
  learn(h, me);
  Thread& t = threads_[me];
  Object& object = objects_[h.identity];
  const Access& a = h.access;
  const Past now{me, t.now[me], a, h.pos};
  const bool large = a.size > kLarge;
  look_and_keep(object.large, now, large);
  if (large) {
    for (auto& [word, there] : object.words)
      if (overlap(word * kWord, kWord, a.offset, a.size)) look_and_keep(there, now, false);
  } else if (a.size) {
    for (uint32_t w = a.offset / kWord; w <= (a.offset + a.size - 1) / kWord; ++w)
      look_and_keep(object.words[w], now, true);
  }
  if (!a.write) return;
  if (!h.updates)
    std::erase_if(object.released, [&](const Released& r) {
      return (r.offset == a.offset && r.size == a.size) || (!a.atomic && overlap(r.offset, r.size, a.offset, a.size));
    });
  if (!a.atomic) return;
  auto here = std::find_if(object.released.begin(), object.released.end(),
                           [&](const Released& r) { return r.offset == a.offset && r.size == a.size; });
  if (here == object.released.end()) here = object.released.insert(here, {a.offset, a.size, {}});
  join(here->clock, h.releases ? t.now : t.fenced);
}

void RaceClocks::look_and_keep(std::vector<Past>& there, const Past& access, bool keep) {
  const Clock& known = threads_[access.thread].now;
  for (const Past& p : there) {
    if (found_ || p.thread == access.thread) continue;
    if (p.thread < known.size() && known[p.thread] >= p.time) continue;
    Access before = p.access;
    before.obj = access.access.obj;  // the object is the same, whatever its number was
    if (!semantics::race(before, access.access)) continue;
    const std::string a = place(p.pos), b = place(access.pos);
    found_ = std::min(a, b) + "/" + std::max(a, b);
  }
  if (!keep) return;
  for (Past& p : there)
    if (p.thread == access.thread && p.access.offset == access.access.offset && p.access.size == access.access.size &&
        p.access.write == access.access.write && p.access.atomic == access.access.atomic) {
      p = access;
      return;
    }
  there.push_back(access);
}

}  // namespace heddle::walk
