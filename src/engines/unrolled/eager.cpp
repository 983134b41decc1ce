// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/eager.h"

#include <algorithm>

namespace heddle::unrolled {

using smt::kFalse;
using smt::kTrue;

namespace {
constexpr unsigned kSyncs = 2;        // read_sync and write_sync of an operation
constexpr unsigned kLocalSteps = 64;  // of one depth: a loop may never end
}  // namespace

// At most one thread is scheduled, one that is somewhere; none only if no thread is, or a section waits. A thread in a
// section is not interrupted.
std::vector<Lit> Eager::schedule() {
  std::vector<Lit> turn, active;
  for (const Stepper::States& states : states_) {
    smt::Clause here;
    for (const auto& [key, s] : states) here.push_back(s.guard);
    active.push_back(c_.any(here));
  }
  stuck_ = c_.or_(stuck_, c_.any(std::exchange(stepper.waits_in_section, {})));
  size_t alive =
      static_cast<size_t>(std::count_if(states_.begin(), states_.end(), [](const auto& s) { return !s.empty(); }));
  smt::Clause someone;
  for (size_t t = 0; t < states_.size(); ++t) {
    const bool only = alive == 1 && stuck_ == kFalse &&
                      (!monotonic_ || depth_ == 0 || std::count(begun_.begin(), begun_.end(), true) == 1);
    turn.push_back(states_[t].empty() ? kFalse : only ? active[t] : c_.solver().new_literal());
    c_.solver().add({~turn[t], active[t]});
    c_.solver().add({~turn[t], ~stuck_});
    for (size_t u = 0; u < t; ++u) c_.solver().add({~turn[t], ~turn[u]});
    for (const auto& [key, s] : states_[t])
      if (s.section > 0) c_.solver().add({~s.guard, turn[t]});
    someone.push_back(turn[t]);
  }
  if (monotonic_) {
    let_stop(turn);
    return turn;
  }
  for (Lit a : active) {
    smt::Clause one = someone;
    one.push_back(~a);
    one.push_back(stuck_);
    c_.solver().add(one);
  }
  return turn;
}

// Once nobody is scheduled, nobody is any more.
void Eager::let_stop(const std::vector<Lit>& turn) {
  for (Lit t : turn) c_.solver().add({~t, going_});
  going_ = c_.any(turn);
}

// One step of a chain; the first one begins it.
void Eager::step(State s, bool first) {
  const bool local = !first && stepper.is_local(s);
  if (signature_ && !local && !first)
    signature_->place.reset();  // several operations: nothing but their effects counts
  stepper.effects = signature_ && !local ? &signature_->effects : nullptr;
  s.moves = (first || s.moves) && stepper.moves_right(s);
  stepper.step(std::move(s));
  stepper.effects = nullptr;
}

// Steps that nobody notices have no effects, and those in sections depend on everything.
void Eager::take(unsigned t, State s, Stepper::States& after) {
  stepper.begin(t, depth_, kTrue, *contents_, *next_);
  Signature signature;
  const Lit takes = s.guard;
  const model::Instr* i = stepper.next(s);
  const bool begins = i && i->kind == model::InstrKind::Builtin && i->builtin == model::Builtin::AtomicBegin;
  signature.everything = s.section > 0 || begins;
  if (i && transactions::is_access(*i) && !signature.everything) {
    const auto [proc, pc] = stepper.place(s);
    signature.place = {proc, pc};
    signature.atomic = i->atomic();
  }
  const std::deque<Thread>& threads = stepper.threads;
  const size_t touches = threads[t].touches.size();
  signature_ = &signature;
  step(std::move(s), true);
  go_on(t, after);
  signature_ = nullptr;
  // An operation that fails changes nothing and may race all the same.
  for (size_t k = touches; switches_.races && k < threads[t].touches.size(); ++k) {
    const Touch& touch = threads[t].touches[k];
    for (const Target& at : touch.places) {
      Effect e{at.object, 0, uint64_t{stepper.memory[at.object].size} + 1, touch.write != kFalse};
      if (touch.bytes > 0 && smt::Circuit::is_constant(at.offset))
        e.first = smt::Circuit::constant_value(at.offset), e.last = e.first + touch.bytes;
      signature.effects.push_back(e);
    }
  }
  monotonic_->may_take(t, takes, std::move(signature));
}

// Whatever else happens at this depth: what nobody notices, and chains of operations that move right.
void Eager::go_on(unsigned t, Stepper::States& after) {
  for (unsigned k = 0; !stepper.arrived.empty(); ++k) {
    Stepper::States now;
    for (State& s : stepper.arrived) {
      if (s.phase == Phase::WriteSync) {
        for (uint32_t touch : s.touches) done_[depth_][t].emplace_back(s.guard, touch);
        s.touches.clear();
        if (s.ended) continue;
        if (switches_.same_states) s.delay += kSyncs;
      }
      s.phase = Phase::Run;
      if (switches_.local) s.delay = 0;
      const bool goes_on = switches_.local && k < kLocalSteps &&
                           (stepper.is_local(s) || stepper.only_ends(s) ||
                            (s.moves && (stepper.moves_right(s) || stepper.ends_chain(s, switches_.races))));
      if (!goes_on) s.moves = false;
      stepper.park(goes_on ? now : after, std::move(s));
    }
    stepper.begin(t, depth_, kTrue, *next_, *next_);  // it sees what this thread has written at this depth
    for (auto& [key, s] : now) step(std::move(s), false);
  }
}

void Eager::advance() {
  if (!contents_) contents_ = std::make_shared<Contents>();
  states_.resize(stepper.threads.size());
  begun_.resize(states_.size(), false);
  for (unsigned t = 0; t < states_.size(); ++t) {
    if (begun_[t] || !stepper.may_exist(t)) continue;
    begun_[t] = true;
    State s = stepper.initial(t);
    s.phase = Phase::Run;
    stepper.park(states_[t], std::move(s));
  }
  std::vector<Lit> turn = schedule();
  next_ = std::make_shared<Contents>(*contents_);
  done_.emplace_back(states_.size());
  for (unsigned t = 0; t < states_.size(); ++t) {
    if (poll) poll();
    Stepper::States after;
    stepper.begin(t, depth_, kTrue, *contents_, *next_);
    for (auto& [key, s] : states_[t]) {
      State stays = s;  // the wait-cycle
      stays.guard = c_.and_(s.guard, ~turn[t]);
      s.guard = c_.and_(s.guard, turn[t]);
      stepper.park(after, std::move(stays));
      if (s.guard == kFalse) continue;
      if (s.delay > 0) {
        if (monotonic_) monotonic_->may_take(t, s.guard, {});
        stepper.pass_sync(std::move(s));
        if (monotonic_) go_on(t, after);
      } else if (monotonic_) {
        take(t, std::move(s), after);
      } else {
        step(std::move(s), true);
      }
    }
    go_on(t, after);
    states_[t] = std::move(after);
  }
  contents_ = next_;
  if (monotonic_) monotonic_->constrain(turn);
  if (monotonic_ && switches_.races) note_while_waiting(turn);
  turns_.push_back(std::move(turn));
  ++depth_;
  find_failures();
  if (switches_.races && monotonic_) find_races_while_waiting();
  if (switches_.races && !monotonic_) find_races();
  statistics_.blocks = 0;
  for (const Stepper::States& s : states_) statistics_.blocks += s.size();
}

Lit Eager::goes_on() {
  smt::Clause any;
  for (const Stepper::States& states : states_)
    for (const auto& [key, s] : states) any.push_back(s.guard);
  for (unsigned t = 0; t < stepper.threads.size(); ++t)  // started at the last depth
    if ((t >= begun_.size() || !begun_[t]) && stepper.may_exist(t)) any.push_back(kTrue);
  return c_.all({c_.any(any), going_, ~c_.or_(stuck_, c_.any(stepper.waits_in_section))});
}

// Two conflicting accesses, one right after the other: before the first of them both were about to happen.
void Eager::find_races() {
  searched_.resize(depth_);
  for (unsigned d = 0; d + 1 < depth_; ++d)
    for (unsigned i = 0; i < stepper.threads.size(); ++i) {
      const Thread& second = stepper.threads[i];
      if (d + 1 >= second.begun.size()) continue;
      searched_[d].resize(stepper.threads.size(), 0);
      size_t& from = searched_[d][i];
      for (; from < second.begun[d + 1].size(); ++from)
        for (unsigned j = 0; j < done_[d].size(); ++j) {
          if (i == j) continue;
          const Touch& a = second.touches[second.begun[d + 1][from]];
          for (auto [behind, b] : done_[d][j]) {
            Suspect threads;
            threads.first = j;
            threads.first_depth = stepper.threads[j].touches[b].began;
            threads.second = i;
            threads.second_depth = d + 1;
            suspect_race({behind}, a, stepper.threads[j].touches[b], threads);
          }
        }
    }
}

// What has happened since each thread began to wait. An access in a section ends with the section, during which nobody
// else is scheduled.
void Eager::note_while_waiting(const std::vector<Lit>& turn) {
  seen_.resize(stepper.threads.size());
  seen_at_.push_back(seen_);  // before this depth
  auto bits = [](const smt::Lit& l) { return static_cast<uint64_t>(l.code); };
  for (unsigned t = 0; t < turn.size(); ++t)
    for (auto& [alike, lit] : seen_[t]) lit = c_.and_(lit, ~turn[t]);
  for (unsigned j = 0; j < done_[depth_].size(); ++j)
    for (auto [behind, number] : done_[depth_][j]) {
      const Touch& b = stepper.threads[j].touches[number];
      std::vector<uint64_t> key{j, b.bytes, bits(b.write), b.atomic, reinterpret_cast<uintptr_t>(b.instr)};
      key.insert(key.end(), {b.pos.file, b.pos.line, b.pos.column});
      for (const Target& at : b.places) {
        key.insert(key.end(), {at.object, bits(at.match)});
        for (Lit l : at.offset) key.push_back(bits(l));
      }
      auto [it, fresh] = alike_ids_.try_emplace(std::move(key), static_cast<uint32_t>(alike_.size()));
      if (fresh) alike_.push_back({j, {}});
      alike_[it->second].done.emplace_back(depth_, number);
      const Lit happens = c_.and_(behind, b.guard);
      for (unsigned i = 0; i < seen_.size(); ++i) {
        if (i == j || happens == kFalse) continue;
        Lit& seen = seen_[i].try_emplace(it->second, kFalse).first->second;
        seen = c_.or_(seen, happens);
      }
    }
}

// Thread i begins an access at depth d, and while it waited there another thread executed one that conflicts.
void Eager::find_races_while_waiting() {
  searched_.resize(depth_);
  for (unsigned d = 0; d < depth_; ++d)
    for (unsigned i = 0; i < seen_at_[d].size(); ++i) {
      const Thread& waits = stepper.threads[i];
      if (d >= waits.begun.size()) continue;
      searched_[d].resize(stepper.threads.size(), 0);
      for (size_t& from = searched_[d][i]; from < waits.begun[d].size(); ++from)
        for (const auto& [alike, lit] : seen_at_[d][i]) {
          if (lit == kFalse) continue;
          Suspect threads;
          threads.first = alike_[alike].thread;
          threads.second = i;
          threads.second_depth = d;
          threads.alike = alike;
          Touch b = stepper.threads[threads.first].touches[alike_[alike].done[0].second];
          b.guard = lit;
          suspect_race({}, waits.touches[waits.begun[d][from]], b, threads);
        }
    }
}

// The depth at which the first operation of a race begins: one that happened since the second thread waits.
unsigned Eager::begin_of_first(const Suspect& s) const {
  unsigned since = s.second_depth;
  while (since > 0 && !(s.second < turns_[since - 1].size() && c_.solver().value(turns_[since - 1][s.second]))) --since;
  for (auto [ended, number] : alike_[s.alike].done) {
    if (ended < since || ended >= s.second_depth) continue;
    for (auto [behind, touch] : done_[ended][s.first])
      if (touch == number && c_.solver().value(behind) &&
          c_.solver().value(stepper.threads[s.first].touches[number].guard))
        return stepper.threads[s.first].touches[number].began;
  }
  return s.second_depth;
}

semantics::Execution Eager::execution(const Suspect& s) const {
  using semantics::Execution;
  Execution e;
  e.property = s.property;
  e.first = s.first;
  e.second = s.second;
  const bool race = s.property == base::Property::NoDataRace;
  const unsigned cut = race && monotonic_ ? begin_of_first(s) : ~0u;  // where both are about to happen
  size_t acts = 1;
  for (const Thread& t : stepper.threads) acts += t.acts.size();
  e.threads.resize(stepper.threads.size());
  for (unsigned t = 0; t < stepper.threads.size(); ++t) {
    Execution::Thread& thread = e.threads[t];
    for (const Act& a : stepper.threads[t].acts) {
      if (!c_.solver().value(a.guard) || a.depth >= cut) continue;
      if (race && !monotonic_ &&
          ((t == s.first && a.depth >= s.first_depth) || (t == s.second && a.depth >= s.second_depth)))
        continue;
      Execution::Act act;
      act.kind = a.kind;
      act.chosen = c_.solver().value(a.choice);
      act.starts = a.starts;
      act.bytes = a.bytes;
      if (a.ordered) act.rank = a.depth * acts + thread.acts.size();
      if (a.starts >= 0) e.threads[static_cast<size_t>(a.starts)].start = act.rank;
      thread.acts.push_back(act);
    }
    for (const Input& i : stepper.threads[t].inputs)
      if (c_.solver().value(i.guard)) thread.inputs.push_back(c_.value(i.bits));
  }
  return e;
}

smt::Clause Eager::events() const {
  smt::Clause all;
  for (const std::vector<Lit>& turn : turns_)
    for (Lit l : turn)
      if (!l.is_constant() && c_.solver().value(l)) all.push_back(l);
  return all;
}

std::string Eager::switches_text(const Suspect&) const {
  std::string text;
  int last = -1;
  for (size_t d = 0; d < turns_.size(); ++d)
    for (size_t t = 0; t < turns_[d].size(); ++t)
      if (c_.solver().value(turns_[d][t]) && last != static_cast<int>(t)) {
        text += (text.empty() ? "" : ", ") + std::to_string(t) + ":" + std::to_string(d);
        last = static_cast<int>(t);
      }
  return text;
}

}  // namespace heddle::unrolled
