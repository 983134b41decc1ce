// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/lasso/walks.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/bit_set.h"
#include "base/check.h"
#include "base/random.h"
#include "semantics/any_values.h"
#include "semantics/explain.h"
#include "semantics/one_way.h"

namespace heddle::lasso {

using semantics::Machine;
using semantics::Move;
using semantics::State;

namespace {

constexpr unsigned kWalks = 5000, kAfterwards = 12;
constexpr size_t kShortest = 120, kLongest = 1200;  // steps: the first walks are short
constexpr unsigned kDoubted = 5;                    // loops that are not confirmed: then no more are tried
constexpr size_t kSuspects = 3;       // earlier states with the same places: so many of the last are tried
constexpr unsigned kSuspicions = 40;  // in each walk

// Who steps next. InTurns: each thread takes some steps and then the next one does, round after round with the same
// numbers; `most` steps in the first such walk, and up to so many, at random, later on. Chance: another thread, with a
// chance of one in `most`.
struct Turns {
  enum Kind : uint8_t { InTurns, Chance } kind;
  bool all_start;  // main goes on until it has to wait, then the turns begin
  unsigned most;
};
constexpr Turns kTurns[] = {{Turns::InTurns, true, 1},  {Turns::Chance, false, 3},  {Turns::InTurns, false, 1},
                            {Turns::Chance, true, 6},   {Turns::InTurns, true, 2},  {Turns::Chance, false, 12},
                            {Turns::InTurns, false, 4}, {Turns::Chance, true, 2},   {Turns::InTurns, true, 6},
                            {Turns::Chance, false, 5},  {Turns::InTurns, true, 12}, {Turns::Chance, true, 20}};

struct Step {
  State before;
  Move move;
  base::BitSet able;  // the threads that could step
  std::vector<std::pair<const model::Instr*, bool>> fair_choices;
};

class Walker {
 public:
  Walker(const analysis::Analyses& analyses, bool strong, const std::set<model::ObjectId>& left_out,
         base::Budget& budget)
      : p_(analyses.program()), strong_(strong), left_out_(left_out), budget_(budget), machine_(p_) {}

  Walked run() {
    // Once something is found, as many walks again may find something shorter.
    for (unsigned n = 0; n < most_ && doubted_ < kDoubted && !budget_.check_now(); ++n) {
      const size_t pass = n / std::size(kTurns);
      const bool found =
          walk(kTurns[n % std::size(kTurns)], pass > 0, std::min(kShortest << std::min<size_t>(pass, 9), kLongest));
      result_.walks = n + 1;
      if (found && most_ == kWalks) most_ = std::min(kWalks, 2 * n + kAfterwards);
    }
    return std::move(result_);
  }

 private:
  bool walk(const Turns& turns, bool vary, size_t longest) {
    steps_.clear();
    seen_.clear();
    same_places_.clear();
    suspicions_ = 0;
    state_ = machine_.initial();
    std::vector<unsigned> share(Machine::kMaxThreads, turns.most);
    if (vary)
      for (unsigned& n : share) n = 1 + random_.below(turns.most);
    bool starting = turns.all_start;
    unsigned t = 0, taken = 0;
    while (steps_.size() < longest && !budget_.check()) {
      if (close()) return true;
      base::BitSet able;
      const unsigned threads = machine_.threads(state_);
      for (unsigned u = 0; u < threads; ++u)
        if (semantics::can_step(machine_, state_, u)) able.add(u);
      if (able.empty()) return false;
      starting &= able.has(0);
      if (!starting && (turns.kind == Turns::InTurns ? taken >= share[t] : random_.below(turns.most) == 0)) {
        t = turns.kind == Turns::InTurns ? t + 1 : random_.below(threads);
        taken = 0;
      }
      for (t %= threads; !able.has(t); t = (t + 1) % threads) taken = 0;
      if (!step(t, std::move(able))) return false;
      ++taken;
    }
    return false;
  }

  bool step(unsigned t, base::BitSet able) {
    constexpr unsigned kAttempts = 4;
    HEDDLE_CHECK(able.has(t)) << "thread " << t << " takes a step that it cannot take";
    for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
      State to;
      auto [r, choices] = semantics::step_one_way(
          machine_, state_, t, [this](size_t, uint32_t arity) { return random_.below(arity); }, to);
      if (!r.taken || r.spurious) continue;
      if (r.needs_reuse) reuse_ = true, machine_.follow_reuse(true);  // in the next walk
      if (r.unmodelled || r.thread_limit || r.needs_reuse || !r.faults.empty()) return false;
      steps_.push_back({std::move(state_), {t, std::move(choices), false}, std::move(able), std::move(r.fair_choices)});
      state_ = std::move(to);
      return true;
    }
    return false;
  }

  // Was this state here before, and was everybody treated well since? The first time it was here is tried, and the last
  // one.
  bool close() {
    uint64_t key = 0;
    for (size_t k = machine_.globals(); k < state_.size(); ++k) key = (key ^ state_[k]) * 0x9e3779b97f4a7c15ull;
    std::vector<size_t>& there = seen_[key];
    size_t first = steps_.size(), last = first;
    for (size_t k : there)
      if (machine_.same(steps_[k].before, state_, left_out_)) {
        first = std::min(first, k);
        last = k;
      }
    there.push_back(steps_.size());
    if (last == steps_.size()) return close_but_for_numbers();
    return (is_fair(last, {}) && confirm(last)) || (first != last && is_fair(first, {}) && confirm(first));
  }

  // Were all threads at these places before, and does nothing depend on the numbers that have changed since? Their
  // stacks may have grown.
  bool close_but_for_numbers() {
    if (suspicions_ >= kSuspicions) return false;
    uint64_t key = machine_.threads(state_);
    auto mix = [&](uint64_t n) { key = (key ^ n) * 0x9e3779b97f4a7c15ull; };
    for (unsigned t = 0; t < machine_.threads(state_); ++t) {
      const semantics::ThreadInfo& in = machine_.info(machine_.thread_part(state_, t));
      mix(static_cast<uint64_t>(in.status));
      if (!in.stack.empty()) mix(uint64_t{in.stack[0].first} << 32 | in.stack[0].second);
    }
    std::vector<size_t>& there = same_places_[key];
    bool found = false;
    for (size_t n = 0; n < std::min(there.size(), kSuspects) && !found; ++n) {
      const size_t loop = there[there.size() - 1 - n];
      found = is_fair(loop, {}) && depends_on_no_number(loop) && confirm(loop);
    }
    there.push_back(steps_.size());
    return found;
  }

  bool depends_on_no_number(size_t loop) {
    auto take = [&](State& s) {
      ++suspicions_;
      State to;
      for (size_t k = loop; k < steps_.size(); ++k) {
        semantics::Choices choices(steps_[k].move.choices);
        const semantics::StepResult r = machine_.step(s, steps_[k].move.thread, choices, to);
        if (!r.taken || r.unmodelled || !r.faults.empty()) return false;
        s.swap(to);
      }
      return true;
    };
    return semantics::with_any_values(machine_, steps_[loop].before, state_, left_out_, take).has_value();
  }

  // Of the steps from `loop` on, without those that are cut out. The confirmation looks again, and closer.
  bool is_fair(size_t loop, const std::vector<bool>& cut) const {
    base::BitSet moved, sometimes;
    std::vector<unsigned> times(Machine::kMaxThreads, 0);
    std::map<std::pair<unsigned, const model::Instr*>, bool> choices;
    unsigned steps = 0;
    for (size_t k = loop; k < steps_.size(); ++k) {
      if (!cut.empty() && cut[k]) continue;
      ++steps;
      moved.add(steps_[k].move.thread);
      steps_[k].able.each([&](size_t t) {
        sometimes.add(t);
        ++times[t];
      });
      for (auto [instr, taken] : steps_[k].fair_choices) choices[{steps_[k].move.thread, instr}] |= taken;
    }
    bool fair = steps > 0;
    sometimes.each([&](size_t t) { fair &= moved.has(t) || (!strong_ && times[t] < steps); });
    for (const auto& [where, taken] : choices) fair &= taken;
    return fair;
  }

  // What goes around in a circle for nothing is left out: before the loop always, in the loop if it stays fair.
  std::vector<bool> shortened(size_t loop) const {
    constexpr unsigned kAttempts = 200;
    std::vector<bool> cut(steps_.size(), false);
    auto is = [&](size_t a, size_t b) {
      return machine_.same(steps_[a].before, b < steps_.size() ? steps_[b].before : state_, left_out_);
    };
    unsigned attempts = 0;
    auto leave_out = [&](size_t from, size_t to, size_t begin) {
      for (size_t k = from; k < to && attempts < kAttempts; ++k)
        for (size_t next = to; next > k && !cut[k]; --next) {
          if ((next < steps_.size() && cut[next]) || (k == begin && next == steps_.size()) || !is(k, next)) continue;
          std::vector<bool> more = cut;
          std::fill(more.begin() + static_cast<ptrdiff_t>(k), more.begin() + static_cast<ptrdiff_t>(next), true);
          if (from >= begin && (++attempts > kAttempts || !is_fair(begin, more))) continue;
          cut = std::move(more);
        }
    };
    leave_out(0, loop, loop);
    leave_out(loop, steps_.size(), loop);
    return cut;
  }

  bool confirm(size_t loop) {
    const std::vector<bool> cut = shortened(loop);
    std::vector<Move> moves;
    size_t begins = 0;
    for (size_t k = 0; k < steps_.size(); ++k) {
      if (k == loop) begins = moves.size();
      if (!cut[k]) moves.push_back(steps_[k].move);
    }
    if (result_.livelock && moves.size() >= length_) return false;
    auto make = [this] {
      auto machine = std::make_unique<Machine>(p_);
      machine->follow_reuse(reuse_);
      return machine;
    };
    std::optional<trace::Violation> livelock =
        semantics::explain_livelock(make, moves, begins, strong_ ? "strong" : "weak", {}, left_out_);
    if (!livelock) {
      ++doubted_;
      return false;
    }
    result_.livelock = std::move(livelock);
    length_ = moves.size();
    auto rounds = [&](size_t from, size_t to) {
      unsigned count = 1;
      for (size_t k = from + 1; k < to; ++k) count += moves[k].thread < moves[k - 1].thread;
      return count;
    };
    result_.stem_rounds = rounds(0, begins);
    result_.loop_rounds = rounds(begins, moves.size());
    return true;
  }

  const model::Program& p_;
  const bool strong_;
  const std::set<model::ObjectId>& left_out_;
  base::Budget& budget_;
  Machine machine_;
  State state_;
  base::Random random_{1};
  std::vector<Step> steps_;
  std::unordered_map<uint64_t, std::vector<size_t>> seen_, same_places_;
  bool reuse_ = false;
  unsigned doubted_ = 0, suspicions_ = 0, most_ = kWalks;
  size_t length_ = 0;
  Walked result_;
};

}  // namespace

Walked walk(const analysis::Analyses& analyses, bool strong, const std::set<model::ObjectId>& left_out,
            base::Budget& budget) {
  return Walker(analyses, strong, left_out, budget).run();
}

}  // namespace heddle::lasso
