// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/lazy/lazy.h"

#include <algorithm>

#include "engines/lazy/points.h"

namespace heddle::lazy {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr unsigned kManyThreadsRank = 12;  // bits
}

Lazy::~Lazy() = default;

Lit Lazy::goes_on() {
  smt::Clause any;
  for (const Unrolled& u : threads_)
    for (const auto& [key, s] : u.states) any.push_back(s.guard);
  return c_.any(any);
}

void Lazy::advance() {
  for (unsigned t = 0; t < stepper.threads.size(); ++t) {
    if (t >= threads_.size()) begin_thread(t);
    while (threads_[t].depth <= depth_) {
      if (poll) poll();
      step_thread(t);
    }
  }
  ++depth_;
  pair_up();
  find_failures();
  if (switches_.races) find_races();
  link_cells();
  statistics_.blocks = 0;
  for (const Unrolled& u : threads_) statistics_.blocks += u.states.size();
}

// Global: exactly one thread has the token in the beginning, and that is main: nobody else exists.
void Lazy::begin_thread(unsigned t) {
  Unrolled& u = threads_.emplace_back();
  u.token = t == 0 ? kTrue : kFalse;
  u.contents = std::make_shared<Contents>();
  u.rank = Circuit::constant(0, 1);
  stepper.park(u.states, stepper.initial(t));
}

// With two threads the token goes back and forth: its number is known up to one.
unsigned Lazy::rank_width(const Unrolled& u) const {
  if (stepper.threads.size() > 2) return kManyThreadsRank;
  unsigned width = 1;
  while ((size_t{1} << width) <= 2 * u.reads.size() + 4) ++width;
  return width;
}

void Lazy::step_thread(unsigned t) {
  Unrolled& u = threads_[t];
  u.ranks.push_back(u.rank);
  if (u.states.empty()) {
    ++u.depth;
    return;
  }
  std::vector<const State*> at_read, at_write;
  for (const auto& [key, s] : u.states) {
    if (s.delay > 0) continue;
    if (s.phase == Phase::ReadSync) at_read.push_back(&s);
    if (s.phase == Phase::WriteSync) at_write.push_back(&s);
  }
  ReadPoint* r = at_read.empty() ? nullptr : read_point(t, at_read);
  WritePoint* w = at_write.empty() ? nullptr : write_point(t, at_write);
  auto next = std::make_shared<Contents>(*u.contents);
  stepper.begin(t, u.depth, u.token, *u.contents, *next);
  for (auto& [key, s] : u.states) {
    if (s.delay > 0 || s.phase != Phase::Run) stepper.pass_sync(std::move(s));
    else stepper.step(std::move(s));
  }
  u.states.clear();
  for (State& s : stepper.arrived) stepper.park(u.states, std::move(s));
  if (w) u.token = c_.and_(u.token, ~w->gives);
  if (r) {
    r->before = next;
    next = std::make_shared<Contents>();
    next->base = r;
    u.token = c_.or_(u.token, r->got);
    u.rank = r->rank_after;
  }
  u.contents = next;
  ++u.depth;
}

// All read_sync states of a depth are one, as if read_sync were a procedure of the thread that is not inlined (section 6.1).
ReadPoint* Lazy::read_point(unsigned t, const std::vector<const State*>& states) {
  Unrolled& u = threads_[t];
  if (u.token == kTrue) return nullptr;
  ReadPoint& r = read_points_.emplace_back(*this, t, u.depth);
  r.summarise(c_, states);
  r.got = c_.solver().new_literal();
  c_.solver().add({~r.got, r.here});
  c_.solver().add({~r.got, ~u.token});
  r.open = r.got;
  u.reads.push_back(&r);
  if (read_points_.size() >= (size_t{1} << kManyThreadsRank) - 2) throw Unsupported("more than 4000 points at which threads synchronise");
  unsigned width = rank_width(u);
  r.rank_after = c_.fresh(width);
  Bits before = c_.extend(u.rank, width, false);
  c_.implies_equal(~r.got, r.rank_after, before);
  c_.solver().add({~r.got, c_.ult(before, r.rank_after)});
  ++statistics_.read_syncs;
  return &r;
}

WritePoint* Lazy::write_point(unsigned t, const std::vector<const State*>& states) {
  Unrolled& u = threads_[t];
  if (u.token == kFalse) return nullptr;
  WritePoint& w = write_points_.emplace_back();
  w.thread = t;
  w.depth = u.depth;
  w.summarise(c_, states);
  for (const State* s : states) w.touches.insert(w.touches.end(), s->touches.begin(), s->touches.end());
  w.gives = c_.solver().new_literal();
  c_.solver().add({~w.gives, w.here});
  c_.solver().add({~w.gives, u.token});
  w.contents = u.contents;
  unsigned width = static_cast<unsigned>(u.rank.size()) + 1;
  w.rank_passed_on = c_.add(c_.extend(u.rank, width, false), Circuit::constant(1, width));
  u.writes.push_back(&w);
  ++statistics_.write_syncs;
  return &w;
}

void Lazy::pair_up() {
  for (Unrolled& a : threads_)
    for (ReadPoint* r : a.reads) {
      smt::Clause more{~r->open};
      r->paired.resize(threads_.size(), 0);
      for (unsigned j = 0; j < threads_.size(); ++j) {
        if (j == r->thread) continue;
        std::vector<WritePoint*>& writes = threads_[j].writes;
        for (size_t& k = r->paired[j]; k < writes.size(); ++k) {
          if (!possible(*r, *writes[k])) {
            ++statistics_.pruned;
            continue;
          }
          add_pair(r, writes[k]);
          more.push_back(pairs_.back().taken);
        }
      }
      if (more.size() == 1) continue;
      r->open = c_.solver().new_literal();
      more.push_back(r->open);
      c_.solver().add(more);
      if (poll) poll();
    }
}

// MTX: they cannot both be there while one of them holds a lock that the other holds. And a thread does nothing before it was created
// and after it was joined.
bool Lazy::possible(const ReadPoint& r, const WritePoint& w) const {
  auto has = [](uint64_t set, unsigned t) { return (set >> t & 1) != 0; };
  if (has(r.joined, w.thread) || has(w.joined, r.thread)) return false;
  if (stepper.threads[w.thread].creator == static_cast<int>(r.thread) && !has(r.created, w.thread)) return false;
  if (stepper.threads[r.thread].creator == static_cast<int>(w.thread) && !has(w.created, r.thread)) return false;
  if (!switches_.locksets) return true;
  return std::none_of(r.locks.begin(), r.locks.end(), [&](const Cell& c) { return w.locks.count(c) > 0; });
}

void Lazy::number(std::vector<Lit>& code, const std::vector<Pair*>& pairs, Lit taken) {
  size_t id = pairs.size() + 1;
  while ((size_t{1} << code.size()) <= id) {
    code.push_back(c_.solver().new_literal());
    for (const Pair* p : pairs) c_.solver().add({~p->taken, ~code.back()});
  }
  for (size_t k = 0; k < code.size(); ++k) c_.solver().add({~taken, id >> k & 1 ? code[k] : ~code[k]});
}

void Lazy::add_pair(ReadPoint* r, WritePoint* w) {
  Pair& pair = pairs_.emplace_back();
  pair.r = r;
  pair.w = w;
  pair.taken = c_.solver().new_literal();
  c_.solver().add({~pair.taken, r->got});
  c_.solver().add({~pair.taken, w->gives});
  number(r->code, r->pairs, pair.taken);
  number(w->code, w->pairs, pair.taken);
  size_t width = std::max(r->rank_after.size(), w->rank_passed_on.size());
  c_.implies_equal(pair.taken, c_.extend(r->rank_after, static_cast<unsigned>(width), false), c_.extend(w->rank_passed_on, static_cast<unsigned>(width), false));
  r->pairs.push_back(&pair);
  w->pairs.push_back(&pair);
  for (size_t cell = 0; cell < r->cells.size(); ++cell) links_.push_back({r, cell, &pair});
  ++statistics_.pairs;
}

void Lazy::link_cells() {
  for (unsigned n = 0; !links_.empty(); ++n) {
    if (poll && n % 256 == 0) poll();
    Link l = links_.front();
    links_.pop_front();
    l.r->link(l.cell, l.pair);
  }
}

Lit Lazy::closed() {
  Lit all = c_.solver().new_literal();
  for (const ReadPoint& r : read_points_) c_.solver().add({~all, ~r.open});
  return all;
}

// P4: the token goes from just behind one access to just before another one that conflicts with it.
void Lazy::find_races() {
  for (ReadPoint& r : read_points_) {
    const Thread& mine = stepper.threads[r.thread];
    static const std::vector<uint32_t> none;
    const std::vector<uint32_t>& begun = r.depth + 1 < mine.begun.size() ? mine.begun[r.depth + 1] : none;
    for (size_t k = 0; k < r.pairs.size(); ++k) {
      size_t seen = k < r.pairs_searched ? r.touches_searched : 0;
      const Pair& pair = *r.pairs[k];
      const Thread& other = stepper.threads[pair.w->thread];
      for (size_t a = seen; a < begun.size(); ++a)
        for (uint32_t b : pair.w->touches) {
          Suspect threads;
          threads.first = pair.w->thread;
          threads.first_depth = other.touches[b].began;
          threads.second = r.thread;
          threads.second_depth = r.depth + 1;
          suspect_race({pair.taken}, mine.touches[begun[a]], other.touches[b], threads);
        }
    }
    r.pairs_searched = r.pairs.size();
    r.touches_searched = begun.size();
  }
}

smt::Clause Lazy::events() const {
  smt::Clause all;
  for (const Pair& p : pairs_)
    if (c_.solver().value(p.taken)) all.push_back(p.taken);
  return all;
}

}  // namespace heddle::lazy
