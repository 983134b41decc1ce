// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/bmc/repeat.h"

#include <algorithm>

#include "semantics/explain.h"

namespace heddle::bmc {

using semantics::Choices;
using semantics::Machine;
using semantics::Move;
using semantics::State;

namespace {

constexpr size_t kMostSteps = 2000000;

class Repeater {
 public:
  Repeater(const model::Program& p, const Unwinding& u, const smt::Circuit& c, smt::OrderSolver& s) : p_(p), u_(u), c_(c), solver_(s), machine_(p) {}

  std::optional<trace::Violation> run() {
    const Failure* failure = nullptr;
    for (const Failure& f : u_.failures)
      if (solver_.value(f.guard)) failure = &f;
    if (!failure) return std::nullopt;
    read_model();
    machine_.set_input_source([this](unsigned slot) { return next_input(slot); });
    machine_.record_acts(&acts_);
    state_ = machine_.initial();
    std::vector<Item> items = in_order(failure->thread);
    for (const Item& item : items) {
      while (!failed_ && done_[item.thread] <= item.act)
        if (!step(item.thread) && !finish_others(item.thread)) return std::nullopt;
    }
    while (!failed_)
      if (!step(failure->thread) && !finish_others(failure->thread)) return std::nullopt;
    machine_.record_acts(nullptr);
    semantics::MakeMachine make = [this] { return std::make_unique<Machine>(p_); };
    return semantics::explain_fault(make, moves_, "assertion", &inputs_);
  }

 private:
  struct Item {
    size_t rank;
    unsigned thread;
    size_t act;
  };

  void read_model() {
    for (unsigned t = 0; t < u_.threads.size(); ++t) {
      auto& acts = performed_.emplace_back();
      for (const ThreadInstance::Done& d : u_.threads[t].acts)
        if (solver_.value(d.guard)) acts.push_back(d);
      auto& inputs = values_.emplace_back();
      for (const auto& [guard, value] : u_.threads[t].inputs)
        if (solver_.value(guard)) inputs.push_back(c_.value(value.bits));
      if (u_.threads[t].created_by >= 0) child_of_[u_.threads[t].created_by] = t;
    }
    next_.assign(u_.threads.size(), 0);
    done_.assign(u_.threads.size(), 0);
    slots_.assign(u_.threads.size(), -1);
    slots_[0] = 0;
    thread_of_[0] = 0;
  }

  std::vector<Item> in_order(unsigned failing) {
    std::vector<Node> order = solver_.order();
    std::vector<size_t> rank(order.size());
    for (size_t k = 0; k < order.size(); ++k) rank[order[k]] = k;
    std::vector<Item> items;
    size_t last = rank[u_.threads[failing].begin];
    for (unsigned t = 0; t < performed_.size(); ++t)
      for (size_t k = 0; k < performed_[t].size(); ++k) {
        if (performed_[t][k].event < 0) continue;
        size_t at = rank[u_.events[static_cast<size_t>(performed_[t][k].event)].node];
        items.push_back({at, t, k});
        if (t == failing) last = std::max(last, at);
      }
    std::erase_if(items, [&](const Item& i) { return i.rank > last; });
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.rank < b.rank; });
    return items;
  }

  uint64_t next_input(unsigned slot) {
    auto it = thread_of_.find(slot);
    unsigned t = it != thread_of_.end() ? it->second : child_;
    uint64_t v = next_[t] < values_[t].size() ? values_[t][next_[t]] : 0;
    ++next_[t];
    inputs_.push_back(v);
    return v;
  }

  bool step(unsigned thread) {
    if (slots_[thread] < 0 || moves_.size() > kMostSteps) return false;
    unsigned slot = static_cast<unsigned>(slots_[thread]);
    if (slot >= machine_.threads(state_)) return false;  // joined and gone
    const auto& mine = performed_[thread];
    std::vector<Choices::Item> items;
    const semantics::ThreadInfo& info = machine_.info(state_, slot);
    if (info.status == semantics::ThreadStatus::CondWaiting && info.timed && done_[thread] < mine.size())
      items.push_back({2, solver_.value(mine[done_[thread]].choice) ? 0u : 1u, false, 0, 0});
    if (done_[thread] < mine.size() && mine[done_[thread]].event >= 0)
      if (auto c = child_of_.find(mine[done_[thread]].event); c != child_of_.end()) {
        child_ = c->second;
        thread_of_.erase(next_free_slot());
      }
    Choices choices(items);
    acts_.clear();
    State to;
    semantics::StepResult r = machine_.step(state_, slot, choices, to);
    if (!r.taken || r.unmodelled) return false;
    moves_.push_back({slot, choices.items(), false});
    for (const semantics::RawAct& a : acts_) {
      if (a.creates) {
        slots_[child_] = static_cast<int>(a.value);
        thread_of_[static_cast<unsigned>(a.value)] = child_;
      }
      auto it = thread_of_.find(a.slot);
      if (it != thread_of_.end()) ++done_[it->second];
    }
    for (const semantics::Fault& f : r.faults) failed_ |= f.kind == "assertion";
    state_.swap(to);
    return true;
  }
  // A join waits for a thread that has nothing left to do but to end.
  bool finish_others(unsigned waiting) {
    for (unsigned t = 0; t < performed_.size(); ++t) {
      if (t == waiting || slots_[t] < 0 || static_cast<unsigned>(slots_[t]) >= machine_.threads(state_)) continue;
      size_t next = done_[t];
      bool free_to_go = next >= performed_[t].size() || performed_[t][next].event < 0;
      if (free_to_go && machine_.can_proceed(state_, static_cast<unsigned>(slots_[t])) && step(t)) return true;
    }
    return false;
  }
  unsigned next_free_slot() const {
    for (unsigned t = 0; t < machine_.threads(state_); ++t)
      if (machine_.info(state_, t).status == semantics::ThreadStatus::Free) return t;
    return machine_.threads(state_);
  }

  const model::Program& p_;
  const Unwinding& u_;
  const smt::Circuit& c_;
  smt::OrderSolver& solver_;
  Machine machine_;
  State state_;
  std::vector<semantics::RawAct> acts_;
  std::vector<std::vector<ThreadInstance::Done>> performed_;
  std::vector<std::vector<uint64_t>> values_;
  std::map<int, unsigned> child_of_;       // event -> thread it starts
  std::vector<size_t> next_, done_;        // inputs, acts
  std::vector<int> slots_;
  std::map<unsigned, unsigned> thread_of_;  // slot -> thread
  unsigned child_ = 0;
  std::vector<Move> moves_;
  std::vector<uint64_t> inputs_;
  bool failed_ = false;
};

}  // namespace

std::optional<trace::Violation> repeat(const model::Program& program, const Unwinding& unwinding, const smt::Circuit& circuit, smt::OrderSolver& solver) {
  return Repeater(program, unwinding, circuit, solver).run();
}

}  // namespace heddle::bmc
