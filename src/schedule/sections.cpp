// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/sections.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/check.h"
#include "schedule/stretches.h"

namespace heddle::schedule {

namespace {

constexpr size_t kLongest = 400;  // events of a section
constexpr size_t kMostUnits = 1'000'000;
constexpr size_t kSectionsToStop = 64;  // to stop costs less than a hundredth of them

class Builder {
 public:
  Builder(const Automaton& a, const Events& events, const analysis::Analyses& analyses, const Wanted& wanted)
      : a_(a), events_(events), wanted_(wanted), stretches_(a), dependence_(events, analyses, wanted.level >= 2) {
    if (wanted.level >= 1 && wanted.may_elide) elided_ = needless(events, analyses);
    std::vector<unsigned> from(a.states.size());
    ++from[0];
    for (const State& s : a.states)
      if (s.kind == State::Event) ++from[s.next];
    for (StateId s = 0; s < a.states.size(); ++s) heads_.push_back(from[s] > 1);
    heads_[0] = true;
  }

  ProgramSchedule run() {
    ProgramSchedule out;
    unit_at(0);
    for (const auto& earlier : a_.continues)
      for (const auto& [from, to] : earlier) unit_at(to);
    while (!work_.empty()) {
      auto [unit, state] = work_.front();
      work_.pop_front();
      Unit made = unit_from(state);
      units_[unit] = std::move(made);
    }
    for (const auto& [state, unit] : ids_)
      if (units_[unit].kind == Unit::Decision || units_[unit].kind == Unit::Choice || is_told_.count(unit))
        out.stops.emplace_back(unit, state);
    if (wanted_.may_change) open_rings(out);
    out.begins = std::move(ids_);
    out.units = std::move(units_);
    out.threads = a_.threads;
    out.level = wanted_.level;
    out.fair = a_.fair;
    return out;
  }

 private:
  UnitId unit_at(StateId s) {
    auto [it, fresh] = ids_.try_emplace(s, static_cast<UnitId>(units_.size()));
    if (!fresh) return it->second;
    if (units_.size() >= kMostUnits) throw InputError("the schedule is too large to be followed");
    units_.emplace_back();
    work_.emplace_back(it->second, s);
    return it->second;
  }

  Unit unit_from(StateId from) {
    const State& s = a_.states[from];
    Unit u;
    if (const Stretch* alone = stretch_from(from)) {
      stretch(u, *alone, from);
      return u;
    }
    switch (s.kind) {
      case State::End: u.kind = Unit::Over; break;
      case State::Decide:
        u.kind = Unit::Decision;
        u.thread = s.thread;
        for (const auto& [key, to] : s.by_key) u.ways.emplace_back(key, unit_at(to));
        break;
      case State::Choose:
        u.kind = Unit::Choice;
        for (const auto& [thread, to] : s.by_thread) u.ways.emplace_back(thread, unit_at(to));
        break;
      case State::Event: section(u, from);
    }
    return u;
  }

  const Stretch* stretch_from(StateId s) { return wanted_.level >= 2 ? stretches_.from(s) : nullptr; }

  void stretch(Unit& u, const Stretch& alone, StateId from) {
    u.kind = Unit::Stretch;
    u.thread = alone.thread;
    u.next = alone.exits.size() == 1 ? unit_at(alone.exits[0]) : kNone;
    u.ends.push_back({alone.thread, 1});
    std::map<StateId, uint32_t> number{{from, 0}};
    for (const auto& [state, steps] : alone.places) number.emplace(state, static_cast<uint32_t>(number.size()));
    u.places.resize(number.size());
    for (const auto& [state, steps] : alone.places)
      for (const Stretch::Step& step : steps) {
        Unit::Step out;
        out.key = step.key;
        out.elided = elided_.count(event_of(step.key)) != 0;
        if (auto there = number.find(step.next); there != number.end())
          out.then = there->second;
        else
          out.leaves = unit_at(step.next);
        if (out.leaves != kNone && u.next == kNone) is_told_.insert(out.leaves);
        u.places[number.at(state)].push_back(out);
      }
  }

  // A path without a branching. From level 2 on it goes through places where ways meet, which makes a loop longer.
  void section(Unit& u, StateId at) {
    u.kind = Unit::Section;
    unsigned rounds = wanted_.level >= 2 ? wanted_.replication : 1;
    do {
      const State& s = a_.states[at];
      Unit::Event e;
      e.thread = s.thread;
      e.key = s.key;
      e.starts = s.starts;
      e.elided = e.loose = elided_.count(event_of(s.key)) != 0;
      u.events.push_back(std::move(e));
      at = s.next;
      if (heads_[at]) --rounds;
      // Who has a stretch ahead goes through all of it without a stop.
      if (a_.states[at].thread != s.thread && stretch_from(at)) break;
    } while (rounds > 0 && a_.states[at].kind == State::Event && u.events.size() < kLongest);
    u.next = unit_at(at);
    // Nobody is ahead by more than a section: of its events, one at least waits for the end of the section before.
    std::vector<Unit::Event*> last(a_.threads.size(), nullptr);
    std::vector<bool> waits(a_.threads.size(), false);
    for (Unit::Event& e : u.events) {
      last[e.thread] = &e;
      waits[e.thread] = waits[e.thread] || !e.loose;
    }
    for (size_t t = 0; t < last.size(); ++t)
      if (last[t] && !waits[t]) last[t]->loose = false;
    order(u);
  }

  // Threads go round in a ring of sections without ever meeting. So that they can change over to another schedule, the
  // ring is made longer, and behind its last section there is a choice with one way only.
  void open_rings(ProgramSchedule& out) {
    std::vector<unsigned> walk(units_.size(), 0);  // the number of the walk that came there first
    for (UnitId from = 0, number = 1; from < walk.size(); ++from, ++number) {
      UnitId at = from;
      while (goes_on_by_itself(units_[at]) && walk[at] == 0) {
        walk[at] = number;
        at = units_[at].next;
      }
      if (goes_on_by_itself(units_[at]) && walk[at] == number) open_ring(at, out);
    }
  }

  static bool goes_on_by_itself(const Unit& u) {
    return u.kind == Unit::Section || (u.kind == Unit::Stretch && u.next != kNone);
  }

  void open_ring(UnitId first, ProgramSchedule& out) {
    std::vector<UnitId> ring{first};
    for (UnitId at = units_[first].next; at != first; at = units_[at].next) ring.push_back(at);
    UnitId last = ring.back();
    for (size_t copies = 1; copies < kSectionsToStop / ring.size(); ++copies)
      for (UnitId unit : ring) {
        const UnitId fresh = static_cast<UnitId>(units_.size());
        units_[last].next = fresh;
        last = fresh;
        Unit copy;
        copy.kind = units_[unit].kind;
        copy.like = unit;
        units_.push_back(std::move(copy));
      }
    Unit stop;
    stop.kind = Unit::Choice;
    const Unit& begin = units_[first];
    stop.ways.emplace_back(begin.kind == Unit::Stretch ? begin.thread : begin.events[0].thread, first);
    units_[last].next = static_cast<UnitId>(units_.size());
    for (const auto& [state, unit] : ids_)
      if (unit == first) out.stops.emplace_back(units_[last].next, state);
    units_.push_back(std::move(stop));
  }

  // What an event of the section touches; the first of an atomic section touches all that the others do, and nobody
  // comes between.
  std::vector<Touched> touched(const Unit& u) {
    std::vector<Touched> out;
    for (const Unit::Event& e : u.events) out.push_back(dependence_.of(event_of(e.key)));
    for (size_t k = 0; k < u.events.size(); ++k) {
      const model::EventId event = event_of(u.events[k].key);
      if (event == 0 || events_.begins_section(event) || events_.ends_section(event)) out[k].everything = true;
    }
    return out;
  }

  std::string begins_with(unsigned thread) const { return thread == 0 ? "" : a_.threads[thread]; }

  // Elements of an array whose index is no constant.
  bool are_apart(const Unit::Event& a, const Touched& by_a, const Unit::Event& b, const Touched& by_b) const {
    if (!wanted_.apart || by_a.everything || by_b.everything || !by_a.access || !by_b.access) return false;
    return wanted_.apart(event_of(a.key), begins_with(a.thread), event_of(b.key), begins_with(b.thread));
  }

  void order(Unit& u) {
    const unsigned threads = static_cast<unsigned>(a_.threads.size());
    std::vector<uint32_t> done(threads, 0);         // events of each thread so far
    std::vector<uint32_t> number(u.events.size());  // of the event in its thread's list, from 1 on
    std::vector<std::vector<uint32_t>> clock(u.events.size(), std::vector<uint32_t>(threads, 0));
    std::vector<int> before(threads, -1);  // the last constrained event of each thread
    const std::vector<Touched> touches = wanted_.level >= 1 ? touched(u) : std::vector<Touched>(u.events.size());
    std::vector<std::vector<size_t>> of_thread(threads);
    for (size_t k = 0; k < u.events.size(); ++k) {
      Unit::Event& e = u.events[k];
      number[k] = ++done[e.thread];
      if (e.loose) continue;
      if (before[e.thread] >= 0) clock[k] = clock[static_cast<size_t>(before[e.thread])];
      // The latest event of each other thread that it depends on; those that are implied by others are left out.
      std::vector<size_t> needed;
      for (unsigned t = 0; t < threads; ++t) {
        if (t == e.thread) continue;
        const std::vector<size_t>& all = of_thread[t];
        for (size_t j = all.size(); j-- > 0;) {
          const bool depends = wanted_.level == 0 ? all[j] + 1 == k || j + 1 == all.size()
                                                  : are_dependent(touches[all[j]], touches[k]) &&
                                                        !are_apart(u.events[all[j]], touches[all[j]], e, touches[k]);
          if (!depends) continue;
          needed.push_back(all[j]);
          break;
        }
      }
      std::sort(needed.rbegin(), needed.rend());
      for (size_t n : needed) {
        const unsigned t = u.events[n].thread;
        if (clock[k][t] >= number[n]) continue;
        e.needs.push_back({t, number[n]});
        u.events[n].counts = true;
        for (unsigned x = 0; x < threads; ++x) clock[k][x] = std::max(clock[k][x], clock[n][x]);
      }
      clock[k][e.thread] = number[k];
      before[e.thread] = static_cast<int>(k);
      of_thread[e.thread].push_back(k);
    }
    std::vector<int> last(threads, -1);
    for (size_t k = 0; k < u.events.size(); ++k) last[u.events[k].thread] = static_cast<int>(k);
    for (unsigned t = 0; t < threads; ++t) {
      if (last[t] < 0) continue;
      u.events[static_cast<size_t>(last[t])].counts = true;
      u.ends.push_back({t, done[t]});
    }
  }

  const Automaton& a_;
  const Events& events_;
  const Wanted wanted_;
  Stretches stretches_;
  Dependence dependence_;
  std::set<model::EventId> elided_;
  std::vector<bool> heads_;
  std::set<UnitId> is_told_;  // units to which a stretch leads that has several ends
  std::vector<Unit> units_;
  std::map<StateId, UnitId> ids_;
  std::deque<std::pair<UnitId, StateId>> work_;
};

}  // namespace

ProgramSchedule program_schedule(const Automaton& a, const Events& events, const analysis::Analyses& analyses,
                                 const Wanted& wanted) {
  for (const State& s : a.states) {
    if (s.kind != State::Event) continue;
    const std::string name = events.inside_library(event_of(s.key));
    if (name == "signal" || name == "sigaction")
      throw InputError("the program handles a signal at " + events.handles_signal() +
                       ": its handler may come at any time, so it cannot be held to a schedule");
    if (!name.empty())
      throw InputError("the schedule orders what the library function " + name +
                       " does inside, and the real program calls the real one: it cannot be held to this schedule");
  }
  return Builder(a, events, analyses, wanted).run();
}

}  // namespace heddle::schedule
