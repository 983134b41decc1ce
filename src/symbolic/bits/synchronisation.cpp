// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/bits/synchronisation.h"

#include <algorithm>

#include "base/check.h"
#include "meaning/synchronisation.h"
#include "symbolic/bits/domain.h"

namespace heddle::symbolic {

using meaning::Ending;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {

using LockState = meaning::LockState<Domain>;
using RwState = meaning::RwState<Domain>;
using BarrierState = meaning::BarrierState<Domain>;

Bits joined(const Bits& low, const Bits& high) {
  Bits word = low;
  word.insert(word.end(), high.begin(), high.end());
  return word;
}
bool is_zero(const Bits& n) { return Circuit::is_constant(n) && Circuit::constant_value(n) == 0; }
Bits zero() { return Circuit::constant(0, kHalf); }
Bits word_of(const LockState& s) { return joined(s.owner, is_zero(s.owner) ? zero() : s.again); }
Bits word_of(const RwState& s) {
  const bool written = Circuit::is_constant(s.writer) && !is_zero(s.writer);
  return joined(written ? zero() : s.readers, s.writer);
}
Bits word_of(const Bits& s) { return s; }

// Only a recursive mutex is held several times.
LockState lock_state(const Bits& word, const Bits& kind) {
  const bool once = Circuit::is_constant(kind) && Circuit::constant_value(kind) != model::kRecursiveMutex;
  return {low_half(word), once ? zero() : high_half(word)};
}
Bits normal() { return Circuit::constant(model::kNormalMutex, 2); }
RwState rw_state(const Bits& word) { return {high_half(word), low_half(word)}; }
Bits self(unsigned thread) { return Circuit::constant(thread + 1, kHalf); }

// Collects the cases, then says what happens in the first one that holds.
class Cases {
 public:
  template <class State>
  void operator()(Lit when, const meaning::Outcome<State>& o) {
    auto covers = [&](const Case& c) { return c.when == kTrue || c.when == when; };
    if (when == kFalse || std::any_of(all_.begin(), all_.end(), covers)) return;
    all_.push_back({when, o, word_of(o.after)});
  }

  Operation fold(Circuit& c, const Bits& before) const {
    HEDDLE_CHECK(!all_.empty() && all_.back().when == kTrue) << "the cases of an operation leave one open";
    Operation op;
    op.after = before;
    op.result = Circuit::constant(0, 32);
    bool first_change = true, first_result = true;
    for (size_t k = all_.size(); k-- > 0;) {
      const Case& one = all_[k];
      auto say = [&](Lit& what, bool holds) { what = c.ite(one.when, holds ? kTrue : kFalse, what); };
      const bool done = one.ending.end == Ending::Done, changes = done && one.after != before;
      say(op.waits, one.ending.end == Ending::Waits);
      say(op.undefined, one.ending.end == Ending::Undefined || one.ending.end == Ending::Unsupported);
      say(op.ends, one.ending.end == Ending::Ends);
      say(op.keeps, done && !changes);
      if (changes) op.after = first_change ? one.after : c.ite(one.when, one.after, op.after);
      if (done || one.ending.end == Ending::Ends) {
        Bits result = Circuit::constant(static_cast<uint32_t>(one.ending.result), 32);
        op.result = first_result ? result : c.ite(one.when, result, op.result);
        first_result = false;
      }
      first_change &= !changes;
    }
    return op;
  }

 private:
  struct Case {
    Lit when;
    Ending ending;
    Bits after;
  };
  std::vector<Case> all_;
};

}  // namespace

Operation lock(Circuit& c, const Bits& state, const Bits& kind, unsigned thread, int failure) {
  Domain d{c};
  Cases cases;
  const LockState before = lock_state(state, kind);
  meaning::lock(d, before, kind, self(thread), failure, cases);
  return cases.fold(c, word_of(before));
}

Operation unlock_mutex(Circuit& c, const Bits& state, const Bits& kind, unsigned thread) {
  Domain d{c};
  Cases cases;
  const LockState before = lock_state(state, kind);
  meaning::unlock_mutex(d, before, kind, self(thread), cases);
  return cases.fold(c, word_of(before));
}

Operation unlock_spin(Circuit& c, const Bits& state, unsigned thread) {
  Domain d{c};
  Cases cases;
  const LockState before = lock_state(state, normal());
  meaning::unlock_spin(d, before, self(thread), cases);
  return cases.fold(c, word_of(before));
}

Operation release_to_sleep(Circuit& c, const Bits& state, const Bits& kind, unsigned thread) {
  Domain d{c};
  Cases cases;
  const LockState before = lock_state(state, kind);
  meaning::release_to_sleep(d, before, self(thread), cases);
  return cases.fold(c, word_of(before));
}

Operation destroy_mutex(Circuit& c, const Bits& state) {
  Domain d{c};
  Cases cases;
  const LockState before{low_half(state), high_half(state)};
  meaning::destroy_mutex(d, before, cases);
  return cases.fold(c, word_of(before));
}

Operation rw_lock(Circuit& c, const Bits& state, unsigned thread, bool write, int failure, bool may_own) {
  Domain d{c};
  Cases cases;
  auto on = [&](Lit when, const meaning::Outcome<RwState>& o) {
    const bool own = o.end == Ending::Done && o.result == model::kWouldDeadlock;
    cases(own && !may_own ? kFalse : when, o);
  };
  meaning::rw_lock(d, rw_state(state), self(thread), write, failure, on);
  return cases.fold(c, state);
}

Operation rw_unlock(Circuit& c, const Bits& state, unsigned thread, Lit reads) {
  Domain d{c};
  Cases cases;
  meaning::rw_unlock(d, rw_state(state), self(thread), reads, cases);
  return cases.fold(c, state);
}

Lit has_writer(Circuit& c, const Bits& state) { return ~c.eq(high_half(state), zero()); }

Lit has_readers(Circuit& c, const Bits& state) { return c.and_(~has_writer(c, state), ~c.eq(low_half(state), zero())); }

Operation take(Circuit& c, const Bits& state, int failure) {
  Domain d{c};
  Cases cases;
  meaning::take(d, state, failure, cases);
  return cases.fold(c, state);
}

Operation post(Circuit& c, const Bits& state) {
  Domain d{c};
  Cases cases;
  meaning::post(d, state, cases);
  return cases.fold(c, state);
}

// Both coming and opening change the state.
Operation arrive(Circuit& c, const Bits& state, const Bits& needed) {
  Domain d{c};
  Operation op;
  Bits arrived = low_half(state), opened = high_half(state);
  const Bits opened_again = c.add(opened, Circuit::constant(1, kHalf));
  op.result = Circuit::constant(0, 32);
  bool first = true;
  std::vector<std::pair<Lit, meaning::Outcome<BarrierState>>> cases;
  meaning::arrive(d, BarrierState{low_half(needed), arrived},
                  [&](Lit when, const meaning::Outcome<BarrierState>& o) { cases.emplace_back(when, o); });
  for (size_t k = cases.size(); k-- > 0;) {
    const auto& [when, o] = cases[k];
    op.undefined = c.ite(when, o.end == Ending::Undefined ? kTrue : kFalse, op.undefined);
    op.waits = c.ite(when, o.end == Ending::Waits ? kTrue : kFalse, op.waits);
    if (o.end == Ending::Undefined) continue;
    Bits after = joined(o.after.arrived, o.end == Ending::Done ? opened_again : opened);
    op.after = first ? after : c.ite(when, after, op.after);
    first = false;
  }
  return op;
}

}  // namespace heddle::symbolic
