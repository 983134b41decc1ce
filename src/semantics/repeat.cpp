// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/repeat.h"

#include <algorithm>
#include <map>

#include "semantics/explain.h"

namespace heddle::semantics {

using base::Property;

namespace {

constexpr size_t kMostSteps = 200000;
constexpr unsigned kMostLocalSteps = 20;

class Repeater {
 public:
  Repeater(const model::Program& p, const Execution& e)
      : p_(p), e_(e), machine_(p), next_(e.threads.size(), 0), done_(e.threads.size()), slots_(e.threads.size(), -1) {
    slots_[0] = 0;
    thread_of_[0] = 0;
  }

  std::optional<trace::Violation> run() {
    machine_.set_input_source([this](unsigned slot) { return next_input(slot); });
    machine_.record_acts(&acts_);
    state_ = machine_.initial();
    for (const Item& item : in_order())
      while (!failed_ && done_[item.thread].acts <= item.act)
        if (!step(item.thread) && !finish_others(item.thread)) return std::nullopt;
    MakeMachine make = [this] { return std::make_unique<Machine>(p_); };
    switch (e_.property) {
      case Property::UnreachCall:
        while (!failed_)
          if (!step(e_.first) && !finish_others(e_.first)) return std::nullopt;
        machine_.record_acts(nullptr);
        return explain_fault(make, moves_, "assertion", {&inputs_, nullptr});
      case Property::NoDataRace: return race(make);
      default: return deadlock(make);
    }
  }

 private:
  struct Item {
    size_t rank;
    unsigned thread;
    size_t act;
  };

  struct Done {
    size_t acts = 0;
    uint64_t bytes = 0;  // of the next act
  };

  // Blocks are copied in pieces that need not be those of the formula.
  Done after(unsigned thread, Done done, const RawAct& a) const {
    const auto& acts = e_.threads[thread].acts;
    if (a.kind != trace::ActKind::Chunk || done.acts >= acts.size() || acts[done.acts].bytes == 0)
      return {done.acts + 1, 0};
    for (done.bytes += a.size;
         done.acts < acts.size() && acts[done.acts].bytes > 0 && done.bytes >= acts[done.acts].bytes; ++done.acts)
      done.bytes -= acts[done.acts].bytes;
    return done;
  }

  // What must happen, in order. After the last act of the threads concerned nothing needs to.
  std::vector<Item> in_order() {
    std::vector<Item> items;
    last_ = std::max(e_.threads[e_.first].start, e_.threads[e_.second].start);
    for (unsigned t = 0; t < e_.threads.size(); ++t)
      for (size_t k = 0; k < e_.threads[t].acts.size(); ++k) {
        size_t rank = e_.threads[t].acts[k].rank;
        if (rank == Execution::kUnordered) continue;
        items.push_back({rank, t, k});
        if (t == e_.first || t == e_.second || e_.property == Property::NoDeadlock) last_ = std::max(last_, rank);
      }
    std::erase_if(items, [&](const Item& i) { return i.rank > last_; });
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.rank < b.rank; });
    return items;
  }

  uint64_t next_input(unsigned slot) {
    auto it = thread_of_.find(slot);
    unsigned t = it != thread_of_.end() ? it->second : child_;
    const std::vector<uint64_t>& mine = e_.threads[t].inputs;
    uint64_t v = next_[t] < mine.size() ? mine[next_[t]] : 0;
    ++next_[t];
    tried_.push_back(v);
    return v;
  }

  const Execution::Act* next_act(unsigned thread) const {
    const auto& acts = e_.threads[thread].acts;
    return done_[thread].acts < acts.size() ? &acts[done_[thread].acts] : nullptr;
  }

  bool exists(unsigned thread) const {
    return slots_[thread] >= 0 && static_cast<unsigned>(slots_[thread]) < machine_.threads(state_);
  }

  bool step(unsigned thread) {
    if (!exists(thread) || moves_.size() > kMostSteps || idle_[thread] > patience_) return false;
    unsigned slot = static_cast<unsigned>(slots_[thread]);
    const Execution::Act* next = next_act(thread);
    if (next && next->starts >= 0) {
      child_ = static_cast<unsigned>(next->starts);
      thread_of_.erase(next_free_slot());
    }
    Choices choices;
    auto inputs_read = next_;
    State to;
    do {
      acts_.clear();
      tried_.clear();
      next_ = inputs_read;
      StepResult r = machine_.step(state_, slot, choices, to);
      if (!r.taken || r.unmodelled) return false;
      if (!as_chosen(to, next)) continue;
      moves_.push_back({slot, choices.items(), false});
      inputs_.insert(inputs_.end(), tried_.begin(), tried_.end());
      idle_[thread] = acts_.empty() ? idle_[thread] + 1 : 0;
      count_acts();
      for (const Fault& f : r.faults) failed_ |= f.kind == "assertion";
      state_.swap(to);
      skip_wakes();
      return time_out();
    } while (choices.advance());
    return false;
  }

  // Did the step choose what the solver chose? Who wakes up by a signal must not have run out of time.
  bool as_chosen(const State& to, const Execution::Act* next) const {
    std::map<unsigned, Done> done;
    for (const RawAct& a : acts_) {
      auto it = thread_of_.find(a.slot);
      if (it == thread_of_.end()) continue;
      unsigned thread = it->second;
      Done& now = done.try_emplace(thread, done_[thread]).first->second;
      bool wakes = a.kind == trace::ActKind::Released || a.kind == trace::ActKind::Wake;
      if (wakes && now.acts < e_.threads[thread].acts.size() &&
          (a.value != 0) != e_.threads[thread].acts[now.acts].chosen)
        return false;
      now = after(thread, now, a);
    }
    for (auto [slot, thread] : thread_of_) {
      if (slot >= machine_.threads(state_) || slot >= machine_.threads(to)) continue;
      if (machine_.info(state_, slot).status != ThreadStatus::CondWaiting ||
          machine_.info(to, slot).status != ThreadStatus::CondWoken)
        continue;
      if (done.count(thread)) continue;  // it woke itself
      const Execution::Act* wake = next_act(thread);
      if (next && next->wakes >= 0 && thread != static_cast<unsigned>(next->wakes)) return false;
      if (wake ? wake->chosen : e_.threads[thread].asleep) return false;
    }
    return true;
  }

  void count_acts() {
    for (const RawAct& a : acts_) {
      if (a.creates) {
        slots_[child_] = static_cast<int>(a.value);
        thread_of_[static_cast<unsigned>(a.value)] = child_;
      }
      auto it = thread_of_.find(a.slot);
      if (it != thread_of_.end()) done_[it->second] = after(it->second, done_[it->second], a);
    }
  }

  // Those whom a signal woke do not wake up by themselves any more.
  void skip_wakes() {
    for (auto [slot, thread] : thread_of_) {
      if (slot >= machine_.threads(state_) || machine_.info(state_, slot).status != ThreadStatus::CondWoken) continue;
      const Execution::Act* next = next_act(thread);
      if (next && next->kind == Execution::Act::Wake) ++done_[thread].acts;
    }
  }

  // A sleeper that runs out of time does so at once, so that no signal is spent on it.
  bool time_out() {
    for (auto [slot, thread] : thread_of_) {
      if (slot >= machine_.threads(state_) || machine_.info(state_, slot).status != ThreadStatus::CondWaiting) continue;
      const Execution::Act* next = next_act(thread);
      if (next && next->kind == Execution::Act::Wake && next->chosen) return step(thread);
    }
    return true;
  }

  // A join waits for a thread that has nothing left to do but to end, or nothing that is asked for. Who stands in front
  // of its access of a race stays there.
  bool finish_others(unsigned waiting) {
    for (unsigned t = 0; t < e_.threads.size(); ++t) {
      if (t == waiting || !exists(t)) continue;
      const Execution::Act* next = next_act(t);
      if (!next && e_.property == Property::NoDataRace && (t == e_.first || t == e_.second)) continue;
      bool free_to_go = !next || next->rank > last_;
      bool asleep = machine_.info(state_, static_cast<unsigned>(slots_[t])).status == ThreadStatus::CondWaiting;
      if (free_to_go && !asleep && machine_.can_proceed(state_, static_cast<unsigned>(slots_[t])) && step(t))
        return true;
    }
    return false;
  }

  unsigned next_free_slot() const {
    for (unsigned t = 0; t < machine_.threads(state_); ++t)
      if (machine_.info(state_, t).status == ThreadStatus::Free) return t;
    return machine_.threads(state_);
  }

  // The thread does what is left to do before its last act; where it rests on the way nobody sees it.
  bool come_to_rest(unsigned thread) {
    while (next_act(thread))
      if (!step(thread) && !finish_others(thread)) return false;
    for (unsigned k = 0;
         k < kMostLocalSteps && exists(thread) && machine_.info(state_, static_cast<unsigned>(slots_[thread])).local;
         ++k)
      if (!step(thread)) return false;
    return exists(thread);
  }

  std::optional<trace::Violation> race(const MakeMachine& make) {
    if (!come_to_rest(e_.first) || !come_to_rest(e_.second)) return std::nullopt;
    machine_.record_acts(nullptr);
    unsigned t = static_cast<unsigned>(slots_[e_.first]), u = static_cast<unsigned>(slots_[e_.second]);
    if (t == u) return std::nullopt;  // one of them has ended, and the other got its place
    if (machine_.info(state_, u).section) std::swap(t, u);
    std::vector<uint64_t> inputs = inputs_;
    for (unsigned w : {e_.first, e_.second})  // what their last moves read, in the order they are taken
      if (static_cast<unsigned>(slots_[w]) == t) append_inputs(w, inputs);
    for (unsigned w : {e_.first, e_.second})
      if (static_cast<unsigned>(slots_[w]) == u) append_inputs(w, inputs);
    return explain_race(make, moves_, t, u, {{t, {}, only_looks(t)}, {u, {}, false}}, {&inputs, nullptr});
  }
  // A section that has to wait has looked at its guard all the same.
  bool only_looks(unsigned slot) {
    if (!machine_.info(state_, slot).section) return false;
    const std::vector<size_t> inputs_read = next_;
    Choices choices;
    State to;
    const StepResult r = machine_.step(state_, slot, choices, to);
    next_ = inputs_read;
    return !r.taken || r.narrowed;
  }
  void append_inputs(unsigned thread, std::vector<uint64_t>& inputs) const {
    const auto& mine = e_.threads[thread].inputs;
    if (next_[thread] < mine.size())
      inputs.insert(inputs.end(), mine.begin() + static_cast<ptrdiff_t>(next_[thread]), mine.end());
  }

  std::optional<trace::Violation> deadlock(const MakeMachine& make) {
    for (unsigned t = 0; t < e_.threads.size(); ++t)  // threads that are to end do so
      for (unsigned k = 0; k < kMostLocalSteps && exists(t) &&
                           (next_act(t) || machine_.info(state_, static_cast<unsigned>(slots_[t])).local);
           ++k)
        if (!step(t)) break;
    if (waiting_ring().empty())  // a sleeper that wakes up by itself may close one
      for (unsigned t = 0; t < e_.threads.size(); ++t)
        if (exists(t) && !e_.threads[t].asleep &&
            machine_.info(state_, static_cast<unsigned>(slots_[t])).status == ThreadStatus::CondWaiting) {
          step(t);
          if (!waiting_ring().empty()) break;
        }
    machine_.record_acts(nullptr);
    std::vector<unsigned> ring = waiting_ring();
    if (ring.empty())
      for (unsigned t = 0; t < machine_.threads(state_); ++t) {
        ThreadStatus status = machine_.info(state_, t).status;
        if (status != ThreadStatus::Free && status != ThreadStatus::Finished) ring.push_back(t);
      }
    if (ring.empty()) return std::nullopt;
    return explain_deadlock(make, moves_, ring, {&inputs_, nullptr});
  }

  // Follows who waits for whom; where a thread waits for several, the first one that waits, too.
  std::vector<unsigned> waiting_ring() const {
    unsigned n = machine_.threads(state_);
    for (unsigned start = 0; start < n; ++start) {
      std::vector<int> from(n, -1);
      std::vector<unsigned> todo{start};
      for (size_t k = 0; k < todo.size(); ++k) {
        if (machine_.can_proceed(state_, todo[k])) continue;
        for (unsigned u : machine_.waits_for(state_, todo[k])) {
          if (u == start) {
            std::vector<unsigned> ring;
            for (unsigned v = todo[k]; v != start; v = static_cast<unsigned>(from[v])) ring.push_back(v);
            ring.push_back(start);
            std::reverse(ring.begin(), ring.end());
            return ring;
          }
          if (u < n && from[u] < 0) {
            from[u] = static_cast<int>(todo[k]);
            todo.push_back(u);
          }
        }
      }
    }
    return {};
  }

  const model::Program& p_;
  const Execution& e_;
  // Steps without an act. Of a thread that is alone everything is needed.
  const size_t patience_ = e_.threads.size() == 1 ? kMostSteps : kMostLocalSteps;
  Machine machine_;
  State state_;
  std::vector<RawAct> acts_;
  std::vector<size_t> next_;  // inputs
  std::vector<Done> done_;
  std::map<unsigned, unsigned> idle_;       // steps of a thread without an act
  std::vector<int> slots_;                  // of threads, or -1
  std::map<unsigned, unsigned> thread_of_;  // slot -> thread
  unsigned child_ = 0;
  std::vector<Move> moves_;
  std::vector<uint64_t> inputs_, tried_;
  size_t last_ = 0;  // rank of the last act that is asked for
  bool failed_ = false;
};

}  // namespace

std::optional<trace::Violation> repeat(const model::Program& program, const Execution& execution) {
  return Repeater(program, execution).run();
}

}  // namespace heddle::semantics
