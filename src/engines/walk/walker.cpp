// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/walk/walker.h"

#include "semantics/one_way.h"

namespace heddle::walk {

using base::Property;
using semantics::Move;
using semantics::ParkReason;
using semantics::StepResult;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

namespace {
constexpr unsigned kSpurious = 50;  // one in so many steps may be a spurious wake-up
}

Walker::Walker(const model::Program& p, Asks asks, base::Budget& budget)
    : p_(p), asks_(std::move(asks)), budget_(budget), machine_(p) {}

semantics::MakeMachine Walker::make_machine() const {
  return [&p = p_, reuse = reuse_] {
    auto machine = std::make_unique<semantics::Machine>(p);
    machine->follow_reuse(reuse);
    return machine;
  };
}

void Walker::begin() {
  machine_.follow_reuse(reuse_);
  const bool races = asks_.about(Property::NoDataRace);
  clocks_ = races ? std::make_unique<RaceClocks>() : nullptr;
  machine_.record_happenings(races ? &happenings_ : nullptr);
  moves_.clear();
  cut_ = false;
  state_ = machine_.initial();
}

void Walker::walk(WhoSteps& who, base::Random& random, size_t longest, const std::function<void(Finding&&)>& found) {
  found_ = found;
  reuse_ = wants_reuse_;
  begin();
  const Pick pick = [&](size_t, uint32_t arity) { return random.below(arity); };
  while (moves_.size() < longest && !budget_.check()) {
    std::vector<Able> able;
    std::vector<unsigned> asleep;
    const unsigned threads = machine_.threads(state_);
    most_threads_ = std::max(most_threads_, threads);
    for (unsigned t = 0; t < threads; ++t) {
      if (!machine_.can_proceed(state_, t)) continue;
      const ThreadInfo& in = machine_.info(state_, t);
      if (in.status == ThreadStatus::CondWaiting && !in.timed)
        asleep.push_back(t);
      else
        able.push_back({t, in.instr && !in.local ? in.instr->event : 0});
    }
    if (!asleep.empty() && random.below(kSpurious) == 0) {
      const unsigned t = asleep[random.below(static_cast<unsigned>(asleep.size()))];
      if (step(t, pick, true) == Step::Over) return;
      continue;
    }
    bool stepped = false;
    while (!able.empty() && !stepped) {
      const unsigned t = who.next(able);
      const Step what = step(t, pick, false);
      if (what == Step::Over) return;
      stepped = what == Step::Taken;
      if (stepped)
        who.took_a_step(t);
      else
        std::erase_if(able, [t](const Able& a) { return a.thread == t; });
    }
    if (stepped) continue;
    if (nobody_steps()) return look_for_deadlocks(true);
  }
  look_for_deadlocks(false);
}

std::optional<Finding> Walker::again(const std::vector<Move>& moves, const std::string& key) {
  std::optional<Finding> seen;
  found_ = [&](Finding&& f) { seen = std::move(f); };
  only_ = &key;
  begin();
  for (const Move& m : moves) {
    if (seen || budget_.check()) break;
    if (m.thread >= machine_.threads(state_) || !machine_.can_proceed(state_, m.thread)) continue;
    const Pick pick = [&](size_t k, uint32_t arity) {
      return k < m.choices.size() && m.choices[k].arity == arity ? m.choices[k].picked : 0;
    };
    if (step(m.thread, pick, true) == Step::Over) break;
  }
  if (!seen) look_for_deadlocks(nobody_steps());
  only_ = nullptr;
  return seen;
}

Walker::Step Walker::step(unsigned t, const Pick& pick, bool spuriously) {
  auto [r, choices] = semantics::step_one_way(machine_, state_, t, pick, next_, [this] { happenings_.clear(); });
  if (!r.taken || (r.spurious && !spuriously) || r.narrowed) return Step::Blocked;
  cut_ |= r.unmodelled || r.thread_limit;
  if (r.needs_reuse) wants_reuse_ = true;
  if (r.unmodelled || r.thread_limit || r.needs_reuse) return Step::Over;
  moves_.push_back({t, std::move(choices), false});
  if (!r.faults.empty()) note_faults(r);
  if (clocks_) note_race();
  state_.swap(next_);
  return Step::Taken;
}

std::string Walker::place(unsigned t) const {
  const model::Position p = machine_.position(machine_.info(state_, t), nullptr);
  return std::to_string(p.file) + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
}

void Walker::note_faults(const StepResult& r) {
  for (const semantics::Fault& f : r.faults) {
    if (f.reason != ParkReason::Undefined && f.reason != ParkReason::Assertion) continue;
    const Property p = f.reason == ParkReason::Assertion ? Property::UnreachCall : Property::ValidMemsafety;
    note(p, f.kind,
         f.kind + "@" + std::to_string(f.pos.file) + ":" + std::to_string(f.pos.line) + ":" +
             std::to_string(f.pos.column),
         {});
  }
}

void Walker::note_race() {
  if (std::optional<std::string> places = clocks_->step(happenings_, machine_))
    note(Property::NoDataRace, "data-race", "race@" + *places, {});
}

bool Walker::nobody_steps() {
  for (unsigned t = 0; t < machine_.threads(state_); ++t)
    if (semantics::can_step(machine_, state_, t)) return false;
  return true;
}

// A ring stays for ever, so it is enough to look when the walk ends.
void Walker::look_for_deadlocks(bool everybody_waits) {
  if (!asks_.about(Property::NoDeadlock)) return;
  const unsigned n = machine_.threads(state_);
  std::vector<bool> can(n);
  std::vector<unsigned> waiting;
  for (unsigned t = 0; t < n; ++t) {
    can[t] = machine_.can_proceed(state_, t);
    const ThreadStatus status = machine_.info(state_, t).status;
    if (status == ThreadStatus::Parked) everybody_waits = false;  // this thread has ended the execution
    if (status != ThreadStatus::Free && status != ThreadStatus::Finished) waiting.push_back(t);
  }
  auto key = [&](const std::vector<unsigned>& threads) {
    std::string k = "deadlock";
    for (unsigned t : threads) k += "@" + place(t);
    return k;
  };
  const std::vector<std::vector<unsigned>> rings = semantics::waiting_rings(machine_, state_, can);
  for (const std::vector<unsigned>& ring : rings) note(Property::NoDeadlock, "deadlock", key(ring), ring);
  if (rings.empty() && everybody_waits && !waiting.empty())
    note(Property::NoDeadlock, "deadlock", key(waiting), waiting);
}

void Walker::note(Property p, const std::string& kind, const std::string& key, std::vector<unsigned> threads) {
  if (asks_.about(p) && (only_ ? key == *only_ : asks_.about_this(key)))
    found_({p, kind, key, moves_, std::move(threads)});
}

}  // namespace heddle::walk
