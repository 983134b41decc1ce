// SPDX-License-Identifier: GPL-3.0-or-later
// Visits all reachable states depth first and looks at each of them for failures, races and deadlocks; the graph that
// remains is searched for fair cycles. States are told apart by 128 bits of hash of their full text.
#include "judge/enumerator/enumerate.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "judge/enumerator/dead_locals.h"
#include "judge/enumerator/fair_cycles.h"
#include "judge/enumerator/lone_steps.h"
#include "judge/enumerator/machine.h"

namespace heddle::oracle {

const char* text(Answer a) {
  static const char* const names[] = {"true", "false", "unknown"};
  return names[static_cast<int>(a)];
}

namespace {

struct Key {
  uint64_t a, b;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  size_t operator()(const Key& k) const { return k.a; }
};

Key hash(const std::string& s) {
  uint64_t b = 0xcbf29ce484222325ull;
  for (unsigned char c : s) b = (b ^ c) * 0x100000001b3ull + (b >> 29);
  return {std::hash<std::string>{}(s), b};
}

// They decide which endless executions count; nobody here knows how.
bool makes_fair_choices(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      if (model::is_fair_choice(i)) return true;
  return false;
}

bool conflict(const std::vector<Access>& xs, const std::vector<Access>& ys) {
  for (const Access& x : xs)
    for (const Access& y : ys) {
      bool overlap = x.object == y.object && x.offset < y.offset + y.length && y.offset < x.offset + x.length;
      if (overlap && (x.write || y.write) && !(x.atomic && y.atomic)) return true;
    }
  return false;
}

// Steps in a row that a thread may take alone.
constexpr unsigned kLongestWay = 200;

class Enumerator {
 public:
  Enumerator(const model::Program& p, const Limits& limits, bool reuse) : image_(p, limits.inputs), limits_(limits) {
    image_.reuse = reuse;
    image_.fill = limits.fill;
    if (limits.reduce) dead_.emplace(p);
    image_.lone = limits.reduce && !limits.termination && !reuse;
    if (image_.lone) lone_.emplace(image_);
  }
  bool needs_reuse() const { return needs_reuse_; }

  Report run() {
    State first = image_.initial();
    Choices choices;
    Machine m(image_, first, choices);
    m.settle();
    take_notes(m.notes);
    go_to(std::move(first));
    while (!pending_.empty() && !needs_reuse_ && graph_.edges.size() <= limits_.states && !out_of_budget()) {
      auto [id, state] = std::move(pending_.back());
      pending_.pop_back();
      visit(id, state);
    }
    return conclude();
  }

 private:
  struct Moves {  // of one thread in one state
    bool enabled = false;
    std::vector<Access> accesses;
  };

  // To the state, or to those where threads that may go on alone have gone as far as they can.
  void go_to(State&& s) {
    std::vector<std::pair<State, unsigned>> way;
    way.emplace_back(std::move(s), 0);
    while (!way.empty()) {
      auto [at, steps] = std::move(way.back());
      way.pop_back();
      if (dead_) dead_->forget(at);
      std::vector<Note> notes;
      std::optional<std::vector<State>> after;
      if (lone_ && steps < kLongestWay && !out_of_budget()) after = lone_->take(at, notes);
      take_notes(notes);
      if (!after) {
        add(std::move(at));
        continue;
      }
      report_.edges += after->size();
      for (State& next : *after)
        if (after->size() == 1 || is_new(next, steps + 1)) way.emplace_back(std::move(next), steps + 1);
    }
  }

  // Ways that part often meet again. The same state after another number of steps is not the same: a thread that goes
  // round in a circle would otherwise keep all others out.
  bool is_new(State& s, unsigned steps) {
    if (dead_) dead_->forget(s);
    Key k = hash(serialise(s, image_.statics.size()));
    k.b += steps;
    return passed_.insert(k).second;
  }

  uint32_t add(State&& s) {
    Key k = hash(serialise(s, image_.statics.size()));
    auto [it, fresh] = ids_.try_emplace(k, static_cast<uint32_t>(graph_.edges.size()));
    if (!fresh) return it->second;
    bool parked = false;
    for (const Thread& t : s.threads) parked |= t.status == Thread::Parked;
    graph_.edges.emplace_back();
    graph_.enabled.push_back(0);
    graph_.ended.push_back(parked);
    pending_.emplace_back(it->second, std::move(s));
    return it->second;
  }

  bool out_of_budget() {
    if (limits_.budget && !report_.stopped) report_.stopped = limits_.budget->check();
    return report_.stopped.has_value();
  }

  // There is a further outcome: may it still be looked at?
  bool cut_off() {
    cut_ |= out_of_budget() || graph_.edges.size() > limits_.states;
    return cut_;
  }

  std::string place(model::Position pos) const {
    const auto& files = image_.program.files;
    return (pos.file < files.size() ? files[pos.file] : "") + ":" + std::to_string(pos.line);
  }

  static void note(std::set<std::string>& among, const std::string& what) {
    constexpr size_t kMost = 50;
    if (among.size() < kMost) among.insert(what);
  }

  void take_notes(const std::vector<Note>& notes) {
    for (const Note& n : notes) {
      const std::string what = place(n.pos) + ": " + n.text;
      switch (n.what) {
        case Thread::Failed: note(report_.failures, what); break;
        case Thread::Undefined: note(report_.undefined, what); break;
        case Thread::Unsupported:
          note(report_.unsupported, what);
          needs_reuse_ |= n.text == kNeedsReuse;
          break;
        default: break;
      }
    }
  }

  bool before_section(const State& s, unsigned slot) const {
    if (s.threads[slot].frames.empty()) return false;
    const Frame& f = s.threads[slot].frames.back();
    const model::Instr& i = image_.program.procedures[f.proc].code[f.pc];
    return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin;
  }

  // All outcomes of one kind of move.
  void moves(uint32_t id, const State& s, unsigned slot, Machine::Move move, Moves& out) {
    Choices choices;
    do {
      State next = s;
      choices.rewind();
      Machine m(image_, next, choices);
      Machine::Outcome outcome = m.step(slot, move);
      // a section that waits has looked at its guard all the same, but written nothing
      if (outcome == Machine::NotEnabled) {
        if (before_section(s, slot))
          for (const Access& a : m.accesses)
            if (!a.write) out.accesses.push_back(a);
        continue;
      }
      take_notes(m.notes);
      out.accesses.insert(out.accesses.end(), m.accesses.begin(), m.accesses.end());
      if (move != Machine::SpuriousWake) out.enabled = true;
      if (outcome == Machine::Terminal) continue;
      ++report_.edges;
      if (lone_) {
        go_to(std::move(next));
        continue;
      }
      if (dead_) dead_->forget(next);
      uint32_t to = add(std::move(next));
      if (move != Machine::SpuriousWake) graph_.edges[id].push_back({to, static_cast<uint8_t>(slot)});
    } while (choices.next() && !cut_off());
  }

  void visit(uint32_t id, const State& s) {
    std::vector<Moves> all(s.threads.size());
    bool any_step = false, any_parked = false;
    std::vector<unsigned> blocked;
    for (unsigned i = 0; i < s.threads.size(); ++i) {
      const Thread& t = s.threads[i];
      any_parked |= t.status == Thread::Parked;
      if (t.status != Thread::Active) continue;
      for (auto move : {Machine::Normal, Machine::SpuriousWake, Machine::TimeOut, Machine::CancelledWake})
        if (Machine::possible(t, move)) moves(id, s, i, move, all[i]);
      if (all[i].enabled)
        graph_.enabled[id] |= 1u << i;
      else
        blocked.push_back(i);
      any_step |= all[i].enabled;
    }
    if (cut_) return;  // not everything was seen of this state
    if (!any_step && !any_parked && !blocked.empty()) note(report_.deadlocks, waiting(s, blocked) + "nobody can step");
    if (!blocked.empty()) look_for_ring(s, blocked);
    for (Moves& m : all) forget_repeats(m.accesses);
    look_for_race(s, all);
  }

  // An atomic section may touch the same bytes a million times.
  static void forget_repeats(std::vector<Access>& accesses) {
    auto what = [](const Access& a) { return std::tuple(a.object, a.offset, a.length, a.write, a.atomic); };
    std::sort(accesses.begin(), accesses.end(), [&](const Access& a, const Access& b) { return what(a) < what(b); });
    accesses.erase(std::unique(accesses.begin(), accesses.end(),
                               [&](const Access& a, const Access& b) { return what(a) == what(b); }),
                   accesses.end());
  }

  void look_for_ring(State s, const std::vector<unsigned>& blocked) {
    std::vector<std::set<unsigned>> reached(s.threads.size());  // by waiting, in one or more steps
    Choices none;
    for (unsigned i : blocked)
      for (unsigned w : Machine(image_, s, none).waits_for(i)) reached[i].insert(w);
    for (size_t n = 0; n < s.threads.size(); ++n)
      for (unsigned i : blocked)
        for (unsigned w : std::set<unsigned>(reached[i]))
          if (w < reached.size()) reached[i].insert(reached[w].begin(), reached[w].end());
    std::vector<unsigned> ring;
    for (unsigned i : blocked)
      if (reached[i].count(i)) ring.push_back(i);
    if (!ring.empty()) note(report_.deadlocks, waiting(s, ring) + "they wait for each other in a ring");
  }

  std::string waiting(const State& s, const std::vector<unsigned>& who) const {
    std::string all;
    for (unsigned i : who) all += "thread " + std::to_string(i) + " waits at " + place(position(s.threads[i])) + ", ";
    return all;
  }
  model::Position position(const Thread& t) const {
    if (t.frames.empty()) return {};
    return image_.program.procedures[t.frames.back().proc].code[t.frames.back().pc].pos;
  }

  void look_for_race(const State& s, const std::vector<Moves>& all) {
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = i + 1; j < all.size(); ++j) {
        if (!conflict(all[i].accesses, all[j].accesses)) continue;
        note(report_.races, place(position(s.threads[i])) + " and " + place(position(s.threads[j])));
      }
  }

  Report conclude() {
    report_.complete = pending_.empty() && !cut_ && !report_.stopped;
    report_.states = graph_.edges.size();
    bool proof = report_.complete && report_.undefined.empty() && report_.unsupported.empty();
    auto answer = [&](bool violated) { return violated ? Answer::False : proof ? Answer::True : Answer::Unknown; };
    report_.unreach_call = answer(!report_.failures.empty());
    report_.no_data_race = answer(!report_.races.empty());
    report_.no_deadlock = answer(!report_.deadlocks.empty());
    report_.valid_memsafety = answer(!report_.undefined.empty());
    report_.termination_strong = report_.termination_weak = Answer::Unknown;
    if (!report_.complete || !limits_.termination || makes_fair_choices(image_.program)) return report_;
    try {
      report_.termination_strong = answer(has_fair_cycle(graph_, true, limits_.budget));
      report_.termination_weak = answer(has_fair_cycle(graph_, false, limits_.budget));
    } catch (const OutOfBudget& e) {
      report_.stopped = e.limit;
    }
    return report_;
  }

  Image image_;
  const Limits limits_;
  std::optional<DeadLocals> dead_;
  std::optional<LoneSteps> lone_;
  bool needs_reuse_ = false;
  bool cut_ = false;  // not all steps of a state were taken
  Graph graph_;
  std::unordered_map<Key, uint32_t, KeyHash> ids_;
  std::unordered_set<Key, KeyHash> passed_;  // states and numbers of steps, on ways that had parted
  std::vector<std::pair<uint32_t, State>> pending_;
  Report report_;
};

}  // namespace

// Whether new blocks get the addresses of freed ones matters only where somebody compares such pointers.
Report enumerate(const model::Program& p, const Limits& limits) {
  Enumerator plain(p, limits, false);
  Report report = plain.run();
  return plain.needs_reuse() ? Enumerator(p, limits, true).run() : report;
}

}  // namespace heddle::oracle
