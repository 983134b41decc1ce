// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/search.h"

#include <algorithm>

#include "base/check.h"
#include "model/control_flow.h"
#include "semantics/one_way.h"

namespace heddle::explore {

using base::Property;
using semantics::Choices;
using semantics::Move;
using semantics::ParkReason;
using semantics::State;
using semantics::StepResult;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

namespace {
// Whether a block can have the address of a freed one depends on who comes first: free writes the heap, malloc reads
// it.
std::shared_ptr<const analysis::Footprints> footprints(const analysis::Analyses& analyses, bool reuse) {
  if (!reuse) return analyses.keep_footprints();
  using model::Builtin;
  const model::Program& p = analyses.program();
  const uint32_t heap = semantics::Machine::abstract_heap(p);
  std::vector<std::vector<analysis::Effects>> effects = analyses.effects();
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p.procedures[f].code.size(); ++pc) {
      const model::Instr& i = p.procedures[f].code[pc];
      if (i.kind != model::InstrKind::Builtin) continue;
      if (i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc || i.builtin == Builtin::Realloc)
        effects[f][pc].touches.reads.add(heap);
      if (i.builtin == Builtin::Free || i.builtin == Builtin::Realloc) effects[f][pc].touches.writes.add(heap);
    }
  return std::make_shared<analysis::Footprints>(p, analyses.points_to(), effects);
}
}  // namespace

Search::Search(const analysis::Analyses& analyses, Reduce reduce, Races races, Follows follows, Search* with,
               const Foreknowledge& known)
    : footprints_(with ? with->footprints_ : footprints(analyses, follows.reuse)),
      machine_(analyses.program(), with ? with->machine_.store() : std::make_shared<semantics::Store>()),
      futures_(footprints_),
      locks_(reduce >= Reduce::Locks ? std::make_unique<LockDiscipline>(machine_, *footprints_) : nullptr),
      persistent_(machine_, futures_, locks_.get(), known),
      ended_variables_(machine_),
      weak_order_(analyses),
      visited_(with ? with->visited_ : std::make_shared<Visited>()),
      reduce_(reduce != Reduce::Nothing),
      follows_(follows),
      races_(races),
      symmetry_(with ? with->symmetry_ : std::make_shared<Symmetry>()) {
  machine_.interchange_threads(reduce == Reduce::Threads);
  Futures::clear_dead_globals(machine_, footprints_);
  machine_.record_sections(races == Races::Adjacent);
  machine_.follow_reuse(follows.reuse);
  machine_.blur(follows.any_values);
  machine_.forget_numbers(follows.any_numbers);
  if (with) {
    HEDDLE_CHECK(races != Races::Unordered) << "pasts are numbered by one search only";
    machine_.set_thread_limit(with->machine_.thread_limit());
    machine_.store()->share();
    visited_->share();
  }
  if (races != Races::Unordered) return;
  happens_before_ = std::make_unique<HappensBefore>(analyses.points_to(), machine_, futures_);
  machine_.record_happenings(&happenings_);
}

// The past is the last part of the tuple, if there is one.
void Search::load(StateId id, State& s, uint32_t& past) const {
  visited_->get(id, s);
  if (!happens_before_) return;
  past = s.back();
  s.pop_back();
}

std::pair<StateId, bool> Search::insert(State& s, uint32_t past, StateId parent, unsigned thread) {
  if (!happens_before_) return visited_->insert(s, parent, thread);
  s.push_back(past);
  auto result = visited_->insert(s, parent, thread);
  s.pop_back();
  return result;
}

semantics::MakeMachine Search::make_machine() const {
  return [this] {
    auto m = std::make_unique<semantics::Machine>(machine_.program());
    Futures::clear_dead_globals(*m, footprints_);
    m->follow_reuse(follows_.reuse);
    m->blur(follows_.any_values);
    m->forget_numbers(follows_.any_numbers);
    return m;
  };
}

void Search::restart() {
  const bool shared = visited_->shared();
  visited_ = std::make_shared<Visited>();
  if (shared) visited_->share();
  locks_->restart();
}

void Search::follow(const Search& other) {
  visited_ = other.visited_;
  if (locks_) locks_->take_over(*other.locks_);
}

void Search::add(const Search& other) {
  dropped.add(other.dropped);
  if (!weak_order) weak_order = other.weak_order;
  most_threads = std::max(most_threads, other.most_threads);
  for (const auto& [site, uses] : other.compared_)
    for (const BlockUse& use : uses) note_use(site, use, compared_, freed_);
  for (const auto& [site, uses] : other.freed_)
    for (const BlockUse& use : uses) note_use(site, use, freed_, compared_);
  ended_variables_.add(other.ended_variables_);
  if (locks_) locks_->add(*other.locks_);
}

void Search::look_back() { dropped.ended_variable |= ended_variables_.may_be_compared(persistent_.only_main_joins()); }

StateId Search::start() {
  State first = machine_.initial();
  if (locks_) locks_->look_at(first, nullptr);
  return insert(first, 0, kNoState, 0).first;
}

void Search::expand(StateId id, Expansion& out, bool everybody) {
  load(id, state_, past_);
  unsigned n = machine_.threads(state_);
  most_threads = std::max(most_threads, n);
  out.successors.clear();
  out.enabled.assign(n, false);
  out.full = out.unsure = false;
  can_.assign(n, false);
  steps_.assign(n, false);
  done_.assign(n, false);
  bool blocked = false;
  for (unsigned t = 0; t < n; ++t) {
    const ThreadInfo& in = machine_.info(state_, t);
    can_[t] = machine_.can_proceed(state_, t);
    blocked |= !can_[t] && (in.status == ThreadStatus::Ready || in.status == ThreadStatus::CondWoken);
    steps_[t] = in.status == ThreadStatus::Ready || in.status == ThreadStatus::CondWoken ||
                (in.status == ThreadStatus::CondWaiting && in.timed);
    if (machine_.interchanges() && in.joins && machine_.ending(state_, t).some_run) steps_[t] = false;
  }
  if (races_ == Races::Adjacent) note_races(id);
  if (races_ == Races::Adjacent && weak_order_.possible())
    for (unsigned t = 0; t < n && !weak_order; ++t)
      weak_order = weak_order_.carried_by(machine_, state_, t, *footprints_);
  if (blocked) note_rings(id);

  std::span<const std::vector<unsigned>> sets{&everybody_, 1};
  if (reduce_) {
    sets = persistent_.candidates(state_, can_, steps_);
  } else {
    everybody_.clear();
    for (unsigned t = 0; t < n; ++t)
      if (can_[t]) everybody_.push_back(t);
  }
  bool moved = false;
  for (size_t k = 0; k < sets.size(); ++k) {
    bool last = k + 1 == sets.size();
    for (unsigned t : sets[k])
      if (!done_[t]) {
        done_[t] = true;
        out.enabled[t] = step_thread(id, t, out);
        moved |= out.enabled[t];
      }
    if (last) out.full = true;
    if (!last && moved && !everybody) return;
  }
  if (!moved && !out.unsure) note_deadlock(id);
}

uint16_t Search::note_choices(unsigned t, const StepResult& r) {
  if (r.fair_choices.empty()) return 0;
  FairChoices made;
  for (auto [instr, taken] : r.fair_choices) {
    const auto next = static_cast<unsigned>(choosers_.size());
    const unsigned bit = choosers_.try_emplace({t, instr}, next).first->second;
    if (bit >= 64) {
      dropped.wide_input = true;  // more than we tell apart: nothing is proven
      continue;
    }
    made.made |= uint64_t{1} << bit;
    if (taken) made.taken |= uint64_t{1} << bit;
  }
  for (size_t k = 0; k < fair_choices.size(); ++k)
    if (fair_choices[k] == made) return static_cast<uint16_t>(k);
  fair_choices.push_back(made);
  return static_cast<uint16_t>(fair_choices.size() - 1);
}

// Where any thread of a procedure may be joined, one that has ended gets the place of the one that is named. early:
// others of them still run.
const State& Search::state_to_join_in(unsigned t, bool& early) {
  const semantics::Machine::Ending e = machine_.ending(state_, t);
  early = e.named && e.some_run;
  if (early) symmetry_->interchanged = true;
  if (!e.named || !e.finished || *e.named == *e.finished) return state_;
  exchanged_ = state_;
  machine_.exchange(exchanged_, *e.named, *e.finished);
  return exchanged_;
}

void Search::look_for_differences(const StepResult& r) {
  if (r.interchanged) symmetry_->interchanged = true;
  bool differ = r.told_apart || r.wide_input || r.unmodelled || r.needs_reuse || !r.compared.empty() ||
                !r.compared_variables.empty();
  for (const semantics::Fault& f : r.faults)
    differ |= f.reason == ParkReason::Undefined || (f.reason == ParkReason::Unsupported && !r.thread_limit);
  if (differ) symmetry_->told_apart = true;
}

// All steps of one thread; true if one of them is no spurious wake-up.
bool Search::step_thread(StateId id, unsigned t, Expansion& out) {
  Choices choices;
  bool real = false;
  unsigned tries = 0;
  const bool leaves_locks = locks_ && LockDiscipline::leaves_locks(machine_.info(state_, t));
  bool early = false;
  const State& from = machine_.interchanges() ? state_to_join_in(t, early) : state_;
  do {
    if (tries++ && stop && stop()) break;
    happenings_.clear();
    StepResult r = machine_.step(from, t, choices, next_);
    if (machine_.interchanges()) look_for_differences(r);
    r.spurious |= early;
    uint32_t past = happens_before_ ? order(id, t, choices, r).part : 0;
    dropped.wide_input |= r.wide_input;
    dropped.unmodelled |= r.unmodelled;
    dropped.thread_limit |= r.thread_limit;
    dropped.needs_reuse |= r.needs_reuse;
    if (!r.compared.empty() || !r.freed.empty()) note_blocks(t, r);
    // also of a section that waits: it has looked at its guard
    if (!r.section.empty()) note_section_races(id, t, choices, r);
    if (!r.taken) {  // this combination of choices blocks; another input might not
      out.unsure |= r.wide_input || r.unmodelled;
      continue;
    }
    ++transitions;
    real |= !r.spurious;
    if (!r.faults.empty()) note_faults(id, t, choices, r);
    ended_variables_.look_at_step(t, r, next_);
    if (locks_) locks_->look_at_step(state_, r, next_);
    auto [child, fresh] = insert(next_, past, id, t);
    if (locks_ && fresh)
      locks_->look_at(next_, leaves_locks && !r.interchanged && &from == &state_ ? &state_ : nullptr);
    out.successors.push_back({child, t, fresh, r.spurious, note_choices(t, r)});
  } while (choices.advance());
  return real;
}

// A thread compares blocks while they are there, and another thread frees such a block. If no lock keeps the two apart,
// the block may as well be freed first, and its address taken again by the block that it is compared with. We cannot
// see that from here, since a comparison is no step of its own; under a common lock the other order is met, too.
void Search::note_blocks(unsigned t, const StepResult& r) {
  const bool section = !r.taken || machine_.info(state_, t).section;
  const State& s = r.taken ? next_ : state_;
  unsigned there = 0;
  for (unsigned u = 0; u < machine_.threads(s); ++u)
    there += machine_.info(machine_.thread_part(s, u)).status != ThreadStatus::Free;
  if (there < 2 && !section) return;
  BlockUse use{t, {}};
  if (!section)
    for (const semantics::Machine::LockAt& lock : machine_.locks_of(s, t))
      if (!machine_.is_created(lock.obj)) use.locks.insert({lock.obj, lock.offset});
  for (uint32_t site : r.compared) note_use(site, use, compared_, freed_);
  for (uint32_t site : r.freed) note_use(site, use, freed_, compared_);
}

void Search::note_use(uint32_t site, const BlockUse& use, BlockUses& here, BlockUses& there) {
  std::vector<BlockUse>& uses = here[site];
  if (std::find(uses.begin(), uses.end(), use) != uses.end()) return;
  uses.push_back(use);
  auto apart = [&](const BlockUse& other) {
    if (use.thread == 0 && other.thread == 0) return true;
    return std::any_of(use.locks.begin(), use.locks.end(), [&](const auto& l) { return other.locks.count(l) > 0; });
  };
  const std::vector<BlockUse>& others = there[site];
  if (std::all_of(others.begin(), others.end(), apart)) return;
  (machine_.program().strict_pointers ? dropped.strict_comparison : dropped.needs_reuse) = true;
}

// What the step just taken adds to the past, and whether it races with that.
HappensBefore::Step Search::order(StateId id, unsigned t, const Choices& choices, const StepResult& r) {
  bool only_looked = !r.taken || r.narrowed;  // a section that waits is at its beginning again
  HappensBefore::Step step = happens_before_->after(past_, happenings_, only_looked ? nullptr : &next_);
  if (r.narrowed) step.part = happens_before_->after(past_, {}, &next_).part;
  if (step.mixed && !mixed_sizes) mixed_sizes = step.mixed;
  if (!step.race) return step;
  Finding f;
  f.property = Property::NoDataRace;
  f.kind = "data-race";
  f.state = id;
  f.threads = {step.race->thread};
  f.last = {{t, choices.items(), only_looked}};
  f.apart = true;
  const model::Position& pos = step.race->pos;
  f.key = "race@" + std::to_string(pos.file) + ":" + std::to_string(pos.line) + ":" + std::to_string(pos.column);
  on_finding(std::move(f));
  return step;
}

std::string Search::place(unsigned t) {
  const ThreadInfo& in = machine_.info(state_, t);
  model::Position pos = machine_.position(in, nullptr);
  return std::to_string(pos.file) + ":" + std::to_string(pos.line) + ":" + std::to_string(pos.column);
}

void Search::note_faults(StateId id, unsigned t, const Choices& choices, const StepResult& r) {
  for (const semantics::Fault& f : r.faults) {
    std::string key = f.kind + "@" + std::to_string(f.pos.file) + ":" + std::to_string(f.pos.line) + ":" +
                      std::to_string(f.pos.column);
    if (f.reason == ParkReason::Unsupported) {
      if (dropped_keys_.insert(key).second) dropped.unsupported.push_back(f);
      continue;
    }
    if (f.reason == ParkReason::Undefined && dropped_keys_.insert(key).second) dropped.undefined.push_back(f);
    if (f.reason != ParkReason::Undefined && f.reason != ParkReason::Assertion) continue;
    Finding finding;
    finding.property = f.reason == ParkReason::Assertion ? Property::UnreachCall : Property::ValidMemsafety;
    finding.kind = f.kind;
    finding.state = id;
    finding.last = {{t, choices.items()}};
    finding.threads = {static_cast<unsigned>(f.thread)};
    finding.key = key;
    finding.at = f.pos;
    on_finding(std::move(finding));
  }
}

// Two threads that can both step, with conflicting next accesses that are not both atomic.
void Search::note_races(StateId id) {
  unsigned n = machine_.threads(state_);
  auto plain_or_atomic = [&](unsigned t) -> const ThreadInfo* {
    const ThreadInfo& in = machine_.info(state_, t);
    if (in.status != ThreadStatus::Ready || in.local || in.accesses.empty() || !can_[t]) return nullptr;
    return &in;
  };
  auto writes = [&](unsigned t, const ThreadInfo& in, const semantics::Access& x) {  // a failing exchange only reads
    return x.write && (in.instr->kind != model::InstrKind::CmpXchg || machine_.may_exchange(state_, t));
  };
  for (unsigned t = 0; t + 1 < n; ++t) {
    const ThreadInfo* a = plain_or_atomic(t);
    if (!a) continue;
    for (unsigned u = t + 1; u < n; ++u) {
      const ThreadInfo* b = plain_or_atomic(u);
      if (!b) continue;
      for (const auto& x : a->accesses)
        for (const auto& y : b->accesses) {
          if (!semantics::race(x, y) || !machine_.exists(state_, x) || !machine_.exists(state_, y)) continue;
          if (!writes(t, *a, x) && !writes(u, *b, y)) continue;
          Finding f;
          f.property = Property::NoDataRace;
          f.kind = "data-race";
          f.state = id;
          f.threads = {t, u};
          f.last = {{t, {}}, {u, {}}};
          std::string p = place(t), q = place(u);
          f.key = "race@" + std::min(p, q) + "/" + std::max(p, q);
          on_finding(std::move(f));
        }
    }
  }
}

// The accesses inside thread t's atomic section against the next plain accesses of the others.
void Search::note_section_races(StateId id, unsigned t, const Choices& choices, const StepResult& r) {
  for (unsigned u = 0; u < machine_.threads(state_); ++u) {
    if (u == t) continue;
    const ThreadInfo& in = machine_.info(state_, u);
    if (in.status != ThreadStatus::Ready || in.local || in.section || !can_[u]) continue;
    for (const auto& x : r.section)
      for (const auto& y : in.accesses) {
        if (!semantics::race(x, y) || !machine_.exists(state_, y)) continue;
        Finding f;
        f.property = Property::NoDataRace;
        f.kind = "data-race";
        f.state = id;
        f.threads = {t, u};
        f.last = {{t, choices.items(), !r.taken || r.narrowed}, {u, {}}};
        f.key = "race@" + place(t) + "/" + place(u);
        on_finding(std::move(f));
      }
  }
}

void Search::note_rings(StateId id) {
  for (std::vector<unsigned>& ring : semantics::waiting_rings(machine_, state_, can_)) {
    Finding f;
    f.property = Property::NoDeadlock;
    f.kind = "deadlock";
    f.state = id;
    f.key = "deadlock";
    for (unsigned v : ring) f.key += "@" + place(v);
    f.threads = std::move(ring);
    on_finding(std::move(f));
  }
}

// No thread can step: a deadlock unless every thread has ended or the execution was ended by one of them.
void Search::note_deadlock(StateId id) {
  unsigned n = machine_.threads(state_);
  Finding f;
  f.property = Property::NoDeadlock;
  f.kind = "deadlock";
  f.state = id;
  f.key = "deadlock";
  for (unsigned t = 0; t < n; ++t) {
    const ThreadInfo& in = machine_.info(state_, t);
    if (in.status == ThreadStatus::Parked) return;
    if (in.status == ThreadStatus::Free || in.status == ThreadStatus::Finished) continue;
    f.threads.push_back(t);
    f.key += "@" + place(t);
  }
  if (!f.threads.empty()) on_finding(std::move(f));
}

model::Position Search::position(StateId id, unsigned thread) {
  State s;
  uint32_t past = 0;
  load(id, s, past);
  return machine_.position(machine_.info(s, thread), nullptr);
}

std::vector<Move> Search::path_to(StateId id) {
  std::vector<StateId> states;
  for (StateId s = id; s != kNoState; s = visited_->parent(s)) states.push_back(s);
  std::reverse(states.begin(), states.end());
  std::vector<Move> moves;
  for (size_t k = 1; k < states.size(); ++k)
    moves.push_back(move_between(states[k - 1], states[k], visited_->thread(states[k])));
  return moves;
}

Move Search::move_between(StateId from_id, StateId to_id, unsigned thread) {
  State from, to, want;
  uint32_t past = 0, past_wanted = 0;
  load(from_id, from, past);
  load(to_id, want, past_wanted);
  Choices choices;
  do {
    happenings_.clear();
    StepResult r = machine_.step(from, thread, choices, to);
    if (!r.taken || to != want) continue;
    if (r.narrowed) happenings_.clear();
    if (!happens_before_ || happens_before_->after(past, happenings_, &to).part == past_wanted)
      return {thread, choices.items()};
  } while (choices.advance());
  HEDDLE_CHECK(false) << "a step of the search cannot be taken again";
  return {};
}

}  // namespace heddle::explore
