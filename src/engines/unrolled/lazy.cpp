// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/lazy.h"

#include <algorithm>

#include "engines/unrolled/points.h"

namespace heddle::unrolled {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

// A window prescribes the first turns, so that no operation can be moved into them.
Lazy::Lazy(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, smt::Circuit& circuit,
           const Switches& switches, const Plan& plan)
    : Model(p, points_to, control, circuit, switches, plan) {
  if (switches.dependence && !switches.window) stepper.dependence = &dependence_;
}

Lazy::~Lazy() = default;

Lit Lazy::goes_on() {
  smt::Clause any;
  for (unsigned t = 0; t < threads_.size(); ++t)
    if (stepper.may_exist(t))
      for (const auto& [key, s] : threads_[t].states) any.push_back(s.guard);
  return c_.any(any);
}

void Lazy::advance() {
  if (switches_.window && steps_ == 0 && !take_turns()) {
    stuck_ = true;
    return;
  }
  for (unsigned t = 0; t < stepper.threads.size(); ++t) {
    if (t >= threads_.size()) begin_thread(t);
    if (!stepper.may_exist(t)) continue;
    Unrolled& u = threads_[t];
    while (u.depth - u.from <= steps_) {
      if (poll) poll();
      step_thread(t);
    }
    depth_ = std::max(depth_, u.depth);
  }
  ++steps_;
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
  stepper.park(u.states, stepper.initial(t));
}

// Without inputs there is one state at each depth, and memory stays constant: this costs next to nothing. The last one
// keeps the token.
bool Lazy::take_turns() {
  WritePoint* last = nullptr;
  const std::vector<Switches::Window::Turn>& turns = switches_.window->turns;
  for (size_t k = 0; k < turns.size(); ++k) {
    const auto [t, until] = turns[k];
    if (t >= stepper.threads.size()) return false;
    while (t >= threads_.size()) begin_thread(static_cast<unsigned>(threads_.size()));
    Unrolled& u = threads_[t];
    const bool gives = k + 1 < turns.size();
    const size_t points = u.writes.size();
    u.takes_from = last;
    give_at_ = gives ? until : ~0u;
    while (gives ? u.writes.size() == points : u.depth < until || u.takes_from) {
      if (poll) poll();
      if (u.states.empty()) return false;
      step_thread(t);
    }
    if (u.takes_from) return false;  // no read_sync on the way
    if (gives) last = u.writes.back();
  }
  give_at_.reset();
  for (Unrolled& u : threads_) u.from = u.depth;
  return true;
}

// Points of a thread are in program order.
void Lazy::order(Unrolled& u, Point& p) {
  p.node = c_.solver().new_node();
  if (u.last) c_.solver().fix(*u.last, p.node);
  u.last = p.node;
}

void Lazy::step_thread(unsigned t) {
  Unrolled& u = threads_[t];
  if (u.states.empty()) {
    ++u.depth;
    return;
  }
  std::vector<const State*> at_read, at_write;
  for (const auto& [key, s] : u.states) {
    if (s.delay > 0) continue;
    if (s.phase == Phase::ReadSync) at_read.push_back(&s);
    if (s.phase == Phase::WriteSync && !(switches_.reads && s.only_reads && s.took == kFalse)) at_write.push_back(&s);
  }
  ReadPoint* r = at_read.empty() ? nullptr : read_point(t, at_read);
  for (auto& [key, s] : u.states)
    if (s.delay == 0 && s.phase == Phase::ReadSync && !s.holds_token) s.took = r ? r->got : kFalse, s.synced = u.depth;
  WritePoint* w = at_write.empty() ? nullptr : write_point(t, at_write);
  if (stepper.dependence) note_syncs(t);
  auto next = std::make_shared<Contents>(*u.contents);
  stepper.begin(t, u.depth, u.token, *u.contents, *next);
  for (auto& [key, s] : u.states) {
    if (s.delay > 0 || s.phase != Phase::Run)
      stepper.pass_sync(std::move(s));
    else
      stepper.step(std::move(s));
  }
  u.states.clear();
  for (State& s : stepper.arrived) stepper.park(u.states, std::move(s));
  if (w) u.token = c_.and_(u.token, ~w->gives);
  if (r) {
    r->before = next;
    if (r->got == kTrue) {
      next = std::make_shared<Contents>(*r->pairs[0]->w->contents);
    } else {
      next = std::make_shared<Contents>();
      next->base = r;
    }
    u.token = c_.or_(u.token, r->got);
  }
  u.contents = next;
  ++u.depth;
}

// All read_sync states of a depth are one, as if read_sync were a procedure of the thread that is not inlined (section
// 6.1).
ReadPoint* Lazy::read_point(unsigned t, const std::vector<const State*>& states) {
  Unrolled& u = threads_[t];
  if (give_at_ && !u.takes_from) return nullptr;
  if (u.token == kTrue || std::all_of(states.begin(), states.end(), [](const State* s) { return s->holds_token; }))
    return nullptr;
  ReadPoint& r = read_points_.emplace_back(*this, t, u.depth);
  r.summarise(c_, states);
  order(u, r);
  u.reads.push_back(&r);
  ++statistics_.read_syncs;
  if (give_at_) {
    r.told = true;
    WritePoint* from = std::exchange(u.takes_from, nullptr);
    r.got = c_.and_(c_.and_(r.here, ~u.token), from->gives);
    add_pair(&r, from, r.got);
    return &r;
  }
  r.got = c_.solver().new_literal();
  c_.solver().add({~r.got, r.here});
  c_.solver().add({~r.got, ~u.token});
  r.open = r.got;
  return &r;
}

WritePoint* Lazy::write_point(unsigned t, const std::vector<const State*>& states) {
  Unrolled& u = threads_[t];
  if (u.token == kFalse) return nullptr;
  auto holds_locks = [](const State* s) { return !s->locks.empty(); };
  if (give_at_ && (u.depth < *give_at_ || std::any_of(states.begin(), states.end(), holds_locks))) return nullptr;
  WritePoint& w = write_points_.emplace_back();
  w.thread = t;
  w.depth = u.depth;
  w.summarise(c_, states);
  for (const State* s : states)
    for (uint32_t touch : s->touches) w.touches.emplace_back(s->guard, touch);
  w.contents = u.contents;
  order(u, w);
  u.writes.push_back(&w);
  ++statistics_.write_syncs;
  if (give_at_) {
    w.told = true;
    w.gives = c_.and_(w.here, u.token);
    return &w;
  }
  w.gives = c_.solver().new_literal();
  c_.solver().add({~w.gives, w.here});
  c_.solver().add({~w.gives, u.token});
  // Behind a mere read the token is given away only if it was taken for that read: otherwise it could have been given
  // before.
  for (const State* s : states)
    if (switches_.reads && s->only_reads) c_.solver().add({~w.gives, ~s->guard, s->took});
  w.open = w.gives;
  return &w;
}

void Lazy::pair_up() {
  const size_t first = pairs_.size();
  statistics_.needless = 0;
  for (Unrolled& a : threads_)
    for (ReadPoint* r : a.reads) {
      r->paired.resize(threads_.size(), 0);
      for (unsigned j = 0; j < threads_.size(); ++j) {
        if (j == r->thread) continue;
        std::vector<WritePoint*>& writes = threads_[j].writes;
        for (size_t& k = r->paired[j]; k < writes.size(); ++k) {
          if (possible(*r, *writes[k]))
            r->waiting.push_back(writes[k]);
          else
            ++statistics_.pruned;
        }
      }
      std::erase_if(r->waiting, [&](WritePoint* w) {
        if (!matters(*r, *w)) return false;
        add_pair(r, w, c_.solver().new_literal());
        return true;
      });
      statistics_.needless += r->waiting.size();
      if (poll) poll();
    }
  // Whoever takes takes from somebody, whoever gives gives to somebody; who that is stays open.
  std::map<Point*, smt::Clause> more;
  for (size_t k = first; k < pairs_.size(); ++k) {
    more[pairs_[k].r].push_back(pairs_[k].taken);
    more[pairs_[k].w].push_back(pairs_[k].taken);
  }
  for (auto& [point, clause] : more) {
    clause.push_back(~point->open);
    point->open = c_.solver().new_literal();
    clause.push_back(point->open);
    c_.solver().add(clause);
  }
}

// MTX: they cannot both be there while one of them holds a lock that the other holds; readers hold one together. And a
// thread does nothing before it or whoever created it was created, and after it was joined.
bool Lazy::possible(const ReadPoint& r, const WritePoint& w) const {
  auto has = [](uint64_t set, unsigned t) { return (set >> t & 1) != 0; };
  if (r.told || w.told) return false;
  if (has(r.joined, w.thread) || has(w.joined, r.thread)) return false;
  auto comes_before = [&](const Point& p, unsigned t) {  // the thread has not been created yet
    while (stepper.threads[t].creator >= 0 && stepper.threads[t].creator != static_cast<int>(p.thread))
      t = static_cast<unsigned>(stepper.threads[t].creator);
    return stepper.threads[t].creator >= 0 && !has(p.created, t);
  };
  if (comes_before(r, w.thread) || comes_before(w, r.thread)) return false;
  if (!switches_.locksets) return true;
  auto excludes = [&](const Point& a, const Point& b) {
    return std::any_of(a.locks.begin(), a.locks.end(),
                       [&](const LockWord& l) { return b.held.count(l) > 0 && !stepper.may_be_reset(l); });
  };
  return !excludes(r, w) && !excludes(w, r);
}

bool Lazy::matters(const ReadPoint& r, const WritePoint& w) {
  if (!stepper.dependence) return true;
  return dependence_.matters(r.thread, r.depth, w.thread, w.depth, static_cast<unsigned>(stepper.threads.size()),
                             switches_.races);
}

// Which operation ends at which write_sync, and what comes behind it. Behind a mere read the token may have been given
// away before.
void Lazy::note_syncs(unsigned t) {
  Unrolled& u = threads_[t];
  for (auto& [key, s] : u.states) {
    if (s.delay > 0) continue;
    if (s.phase == Phase::ReadSync) {
      for (unsigned given : s.gave) dependence_.follows(t, s.synced, given);
    } else if (s.phase == Phase::WriteSync) {
      dependence_.ends_at(t, s.synced, u.depth);
      if (!s.only_reads) s.gave.clear();
      s.gave.insert(u.depth);
    }
  }
}

void Lazy::number(std::vector<Lit>& code, const std::vector<Pair*>& pairs, Lit taken) {
  size_t id = pairs.size() + 1;
  while ((size_t{1} << code.size()) <= id) {
    code.push_back(c_.solver().new_literal());
    for (const Pair* p : pairs) c_.solver().add({~p->taken, ~code.back()});
  }
  for (size_t k = 0; k < code.size(); ++k) c_.solver().add({~taken, id >> k & 1 ? code[k] : ~code[k]});
}

void Lazy::add_pair(ReadPoint* r, WritePoint* w, Lit taken) {
  Pair& pair = pairs_.emplace_back();
  pair.r = r;
  pair.w = w;
  pair.taken = taken;
  c_.solver().add({~pair.taken, r->got});
  c_.solver().add({~pair.taken, w->gives});
  number(r->code, r->pairs, pair.taken);
  number(w->code, w->pairs, pair.taken);
  c_.solver().add({~pair.taken, c_.solver().before(w->node, r->node)});
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
  for (const WritePoint& w : write_points_) c_.solver().add({~all, ~w.open});
  return all;
}

// P4: the token goes from just behind one access to just before another one that conflicts with it.
void Lazy::find_races() {
  for (ReadPoint& r : read_points_) {
    if (poll) poll();
    const Thread& mine = stepper.threads[r.thread];
    const std::vector<uint32_t>& begun = mine.behind[r.depth];
    for (size_t k = 0; k < r.pairs.size(); ++k) {
      size_t seen = k < r.pairs_searched ? r.touches_searched : 0;
      const Pair& pair = *r.pairs[k];
      const Thread& other = stepper.threads[pair.w->thread];
      for (size_t a = seen; a < begun.size(); ++a)
        for (auto [behind, b] : pair.w->touches) {
          const Touch& first = other.touches[b];
          const Touch& second = mine.touches[begun[a]];
          // Either order shows a race: the write first, and of two writes that of the lower thread. But a section may
          // have to wait, and behind the end of a lock or of memory nothing is defined.
          if (first.starts == static_cast<int>(r.thread)) continue;  // it did not exist before
          auto special = [](const Touch& t) { return t.in_section || t.instr->kind == model::InstrKind::Builtin; };
          if (!special(first) && !special(second) &&
              (first.write == kFalse || (second.write == kTrue && pair.w->thread > r.thread)))
            continue;
          Suspect threads;
          threads.first = pair.w->thread;
          threads.first_depth = first.began;
          threads.second = r.thread;
          threads.second_depth = second.began;
          suspect_race({pair.taken, behind}, second, first, threads);
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

}  // namespace heddle::unrolled
