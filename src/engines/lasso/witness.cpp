// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/lasso/witness.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "semantics/explain.h"

namespace heddle::lasso {

using model::Instr;
using semantics::Choices;
using semantics::Machine;
using semantics::Move;
using semantics::State;
using semantics::StepResult;
using semantics::ThreadInfo;
using semantics::ThreadStatus;
using sequential::Sequential;
using sequential::Site;

namespace {

constexpr size_t kMostSteps = 20000;
constexpr unsigned kLongestWay = 3000;  // local instructions to the head of a loop

struct Act {
  Site site;
  unsigned round = 0;
  std::optional<uint64_t> choice;
};

struct Thread {
  std::vector<Act> acts;
  std::vector<uint64_t> inputs;
};

std::vector<Thread> read(const Sequential& s, const std::vector<trace::Input>& inputs) {
  std::vector<Thread> threads(s.settings.threads);
  size_t now = 0;
  for (const trace::Input& in : inputs)
    for (uint64_t k = 0; k < in.times; ++k) {
      HEDDLE_CHECK(in.line < s.sites.size() && now < threads.size()) << "an input of no thread";
      const Site& site = s.sites[in.line];
      switch (site.kind) {
        case Site::None:
        case Site::Guess: break;
        case Site::Thread: now = in.bits; break;
        case Site::Input: threads[now].inputs.push_back(in.bits); break;
        case Site::Switch:
        case Site::Head:
        case Site::Asleep:
        case Site::Relock: threads[now].acts.push_back({site, static_cast<unsigned>(in.bits), {}}); break;
        case Site::TimeOut:
        case Site::Wake:
          if (!threads[now].acts.empty()) threads[now].acts.back().choice = in.bits;
          break;
      }
    }
  return threads;
}

class Follower {
 public:
  Follower(const analysis::Analyses& analyses, const Sequential& s, std::vector<Thread> threads, base::Budget& budget)
      : p_(analyses.program()),
        s_(s),
        threads_(std::move(threads)),
        budget_(budget),
        machine_(p_),
        state_(machine_.initial()) {
    machine_.set_input_source([this](unsigned slot) { return next_input(slot); });
    slots_.assign(threads_.size(), -1);
    slots_[0] = 0;
    thread_of_[0] = 0;
    taken_.assign(threads_.size(), 0);
    read_.assign(threads_.size(), 0);
    for (const Site& site : s.sites)
      if (site.kind != Site::None && site.proc != model::kNone) pauses_.insert(&p_.procedures[site.proc].code[site.pc]);
  }

  std::optional<trace::Violation> run() {
    if (!settle(0) || !alone()) return std::nullopt;
    size_t loop = 0, inputs_before = 0;
    for (unsigned round = 0; round < s_.settings.rounds(); ++round) {
      if (round == s_.settings.stem) loop = moves_.size(), inputs_before = inputs_.size();
      for (unsigned t = 0; t < threads_.size(); ++t)
        for (size_t& k = taken_[t]; k < threads_[t].acts.size() && threads_[t].acts[k].round == round;)
          if (!follow(t, threads_[t].acts[k++])) return std::nullopt;
    }
    if (loop == moves_.size()) return std::nullopt;
    // The explanation goes around twice.
    std::vector<uint64_t> inputs = inputs_;
    inputs.insert(inputs.end(), inputs_.begin() + static_cast<ptrdiff_t>(inputs_before), inputs_.end());
    auto make = [this] { return std::make_unique<Machine>(p_); };
    return semantics::explain_livelock(make, moves_, loop, s_.settings.strong ? "strong" : "weak", {&inputs, nullptr},
                                       s_.left_out);
  }

 private:
  uint64_t next_input(unsigned slot) {
    auto it = thread_of_.find(slot);
    const unsigned t = it != thread_of_.end() ? it->second : next_thread_;
    const std::vector<uint64_t>& mine = threads_[t].inputs;
    const uint64_t v = read_[t] < mine.size() ? mine[read_[t]] : 0;
    ++read_[t];
    tried_.push_back(v);
    return v;
  }

  // A detached thread that has ended leaves no trace.
  const ThreadInfo& info(unsigned t) const {
    static const ThreadInfo gone;
    const auto slot = static_cast<unsigned>(slots_[t]);
    return slot < machine_.threads(state_) ? machine_.info(state_, slot) : gone;
  }

  // In the sequential program main pauses for nobody as long as it is alone.
  bool alone() {
    const bool starts = std::any_of(p_.procedures.begin(), p_.procedures.end(), [](const model::Procedure& f) {
      return std::any_of(f.code.begin(), f.code.end(), [](const Instr& i) {
        return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::ThreadCreate;
      });
    });
    while (starts && next_thread_ == 1) {
      if (!threads_[0].acts.empty() && is_at(0, threads_[0].acts[0]) && threads_[0].acts[0].site.kind == Site::Head)
        break;
      if (!step(0, nullptr)) return false;
    }
    return settle(0);
  }

  bool is_at(unsigned t, const Act& act) const {
    const ThreadInfo& in = info(t);
    const Instr* instr = &p_.procedures[act.site.proc].code[act.site.pc];
    switch (act.site.kind) {
      case Site::Switch: return in.status == ThreadStatus::Ready && in.instr == instr;
      case Site::Head:
        return in.status == ThreadStatus::Ready && in.local && !in.stack.empty() &&
               in.stack[0] == std::pair(act.site.proc, act.site.pc);
      case Site::Asleep: return in.status == ThreadStatus::CondWaiting && act.choice == 1u;
      case Site::Relock: return in.status == ThreadStatus::CondWoken;
      default: return false;
    }
  }

  // An act at which the thread does not rest was seen by nobody, and is done already.
  bool follow(unsigned t, const Act& act) {
    if (slots_[t] < 0) return false;
    return !is_at(t, act) || (step(t, &act) && settle(t));
  }

  // What the sequential program does not pause for belongs to the act before it. Where the next act is the head of a
  // quiet loop the thread rests there.
  bool settle(unsigned t) {
    for (unsigned n = 0; n < kMostSteps; ++n) {
      const ThreadInfo& in = info(t);
      if (in.status != ThreadStatus::Ready) return true;
      if (in.local ? is_head(t) : pauses_.count(in.instr) != 0) return true;
      if (!step(t, nullptr)) return true;
    }
    return false;
  }
  const Act* upcoming(unsigned t) const {
    return taken_[t] < threads_[t].acts.size() ? &threads_[t].acts[taken_[t]] : nullptr;
  }
  bool is_head(unsigned t) const {
    const Act* next = upcoming(t);
    return next && next->site.kind == Site::Head && is_at(t, *next);
  }

  bool step(unsigned t, const Act* act) {
    if (moves_.size() > kMostSteps || budget_.check_now()) return false;
    const unsigned slot = static_cast<unsigned>(slots_[t]);
    const Act* next = upcoming(t);
    if (next && next->site.kind == Site::Head)
      for (uint32_t n = 1; n < kLongestWay && !budget_.check_now(); ++n)
        if (try_step(t, slot, act, next, Choices({{1, 0, false, n, slot}}))) return true;
    return try_step(t, slot, act, nullptr, Choices());
  }

  bool try_step(unsigned t, unsigned slot, const Act* act, const Act* head, Choices choices) {
    const std::vector<size_t> read_before = read_;
    do {
      tried_.clear();
      read_ = read_before;
      State to;
      const unsigned before = machine_.threads(state_);
      std::vector<bool> existed;
      for (unsigned u = 0; u < before; ++u) existed.push_back(machine_.info(state_, u).status != ThreadStatus::Free);
      StepResult r = machine_.step(state_, slot, choices, to);
      if (!r.taken || r.unmodelled || !r.faults.empty()) break;
      if (act && !as_chosen(*act, to)) continue;
      if (head) {
        std::swap(state_, to);
        const bool there = is_at(t, *head);
        std::swap(state_, to);
        if (!there) break;
      }
      moves_.push_back({slot, choices.items(), false});
      inputs_.insert(inputs_.end(), tried_.begin(), tried_.end());
      state_.swap(to);
      for (unsigned u = 0; u < machine_.threads(state_); ++u)
        if (machine_.info(state_, u).status != ThreadStatus::Free && (u >= existed.size() || !existed[u])) {
          if (next_thread_ >= threads_.size()) return false;
          slots_[next_thread_] = static_cast<int>(u);
          thread_of_[u] = next_thread_++;
          if (!settle(thread_of_[u])) return false;
        }
      return true;
    } while (choices.advance());
    read_ = read_before;
    return false;
  }

  bool as_chosen(const Act& act, const State& to) const {
    if (!act.choice || act.site.kind != Site::Switch || *act.choice >= slots_.size() || slots_[*act.choice] < 0)
      return true;
    const unsigned woken = static_cast<unsigned>(slots_[*act.choice]);
    return woken < machine_.threads(to) && machine_.info(to, woken).status == ThreadStatus::CondWoken;
  }

  const model::Program& p_;
  const Sequential& s_;
  const std::vector<Thread> threads_;
  base::Budget& budget_;
  Machine machine_;
  State state_;
  std::set<const Instr*> pauses_;
  std::vector<int> slots_;                  // of threads, or -1
  std::map<unsigned, unsigned> thread_of_;  // slot -> thread
  unsigned next_thread_ = 1;
  std::vector<size_t> taken_, read_;
  std::vector<uint64_t> inputs_, tried_;
  std::vector<Move> moves_;
};

}  // namespace

std::optional<trace::Violation> take_back(const analysis::Analyses& threads, const Sequential& sequential,
                                          const std::vector<trace::Input>& inputs, base::Budget& budget) {
  return Follower(threads, sequential, read(sequential, inputs), budget).run();
}

unsigned threads_seen(const analysis::Analyses& analyses, base::Budget& all) {
  base::Budget budget = all.part(0.1, std::chrono::seconds(1));
  constexpr unsigned kTurns = 3000;
  Machine machine(analyses.program());
  machine.set_input_source([](unsigned) { return 0; });
  State state = machine.initial(), to;
  unsigned most = 1;
  for (unsigned turn = 0, idle = 0; turn < kTurns && idle < machine.threads(state) && !budget.check_now(); ++turn) {
    const unsigned t = turn % machine.threads(state);
    Choices choices;
    ++idle;
    if (!machine.can_proceed(state, t)) continue;
    StepResult r = machine.step(state, t, choices, to);
    if (!r.taken || r.spurious) continue;
    idle = 0;
    state.swap(to);
    most = std::max(most, machine.threads(state));
  }
  return most;
}

}  // namespace heddle::lasso
