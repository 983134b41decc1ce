// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation/comparison.h"

#include <algorithm>

namespace heddle::judge {

using model::Builtin;
using model::InstrKind;
using oracle::Doing;

namespace {

constexpr unsigned kMostTries = 2000;  // of values for what is open in the end

struct Ends {
  Comparison::Outcome outcome;
};

bool is(const model::Instr& in, Builtin b) { return in.kind == InstrKind::Builtin && in.builtin == b; }

// Instructions that are events in every execution of theirs; of others it depends on what the engine knew.
bool always_an_event(const model::Instr& in) {
  return in.kind == InstrKind::Builtin && (in.builtin == Builtin::ThreadCreate || in.builtin == Builtin::ThreadJoin ||
                                           model::synchronises(in.builtin) != model::Synchronises::None);
}

}  // namespace

Comparison::Comparison(const model::Program& program, const RefutationCertificate& c, Log& log)
    : program_(program), c_(c), clauses_(log.clauses()) {
  uint32_t next = 0;
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code) numbers_[&i] = i.kind == InstrKind::ScopeEnd ? 0 : ++next;
  visits_.resize(c.threads.size());
  accesses_.resize(c.events.size());
  before_.resize(c.nodes);
  orders_.resize(c.nodes);
  std::vector<uint32_t> last(c.threads.size(), UINT32_MAX);
  for (uint32_t e = 0; e < c.events.size(); ++e) {
    const RefutationCertificate::Event& event = c.events[e];
    if (event.instruction == 0) continue;
    ++named_;
    if (visits_[event.thread].empty() || last[event.thread] != event.visit)
      visits_[event.thread].push_back({event.instruction, event.reached, {}});
    last[event.thread] = event.visit;
    visits_[event.thread].back().events.push_back(e);
  }
  for (uint32_t a = 0; a < c.accesses.size(); ++a) accesses_[c.accesses[a].event].push_back(a);
  for (auto [a, b] : log.fixed()) before_[b].push_back(a);
  for (const auto& [literal, edge] : log.orders()) {
    orders_[edge.first].push_back({edge.second, literal});
    orders_[edge.second].push_back({edge.first, literal ^ 1});
  }
}

void Comparison::begin() {
  next_visit_.assign(c_.threads.size(), 0);
  next_input_.assign(c_.threads.size(), 0);
  halfway_.assign(c_.threads.size(), nullptr);
  thread_of_.assign(oracle::kMaxThreads, -1);
  placed_.assign(c_.nodes, false);
  happened_.assign(c_.events.size(), false);
  ended_.assign(c_.threads.size(), false);
  at_ = nullptr;
  if (c_.threads.empty()) contradicts("there are no threads");
  thread_of_[0] = 0;
  assume(c_.executions, "it is an execution");
}

Comparison::Outcome Comparison::compare(const oracle::Walk& walk) {
  Outcome outcome;
  try {
    begin();
    for (const Doing& d : walk.doings) follow(d);
    finish();
    for (uint32_t e = 0; e < c_.events.size(); ++e)
      if (happened_[e]) met_.insert(e);
  } catch (const Ends& ends) {
    outcome = ends.outcome;
    if (waits()) outcome = {Outcome::NotCompared, "it waits in a loop for more rounds than the formula has"};
  }
  clauses_.undo();
  return outcome;
}

bool Comparison::waits() const {
  return std::any_of(c_.waits.begin(), c_.waits.end(), [&](Literal l) { return clauses_.is_true(l); });
}

std::string Comparison::where(const model::Instr* in) const {
  return in ? model::position_text(program_, in->pos) : "the beginning or the end";
}

void Comparison::contradicts(const std::string& what) {
  throw Ends{{Outcome::Contradicts, where(at_) + ", where " + what}};
}

void Comparison::assume(Literal l, const std::string& what) {
  if (!clauses_.assume(l)) contradicts(what);
}

void Comparison::assume_number(const std::vector<Literal>& bits, uint64_t number, const std::string& what) {
  for (size_t k = 0; k < bits.size() && k < 64; ++k) assume(bits[k] ^ (number >> k & 1 ? 0 : 1), what);
}

void Comparison::follow(const Doing& d) {
  at_ = d.instr;
  const int thread = thread_of_.at(d.slot);
  if (thread < 0) contradicts("a thread acts that the formula does not have");
  const uint32_t t = static_cast<uint32_t>(thread);
  if (d.phase == Doing::Ended) return end(t);
  if (d.phase == Doing::Part) throw Ends{{Outcome::NotCompared, "a block is copied in pieces"}};
  if (is(*d.instr, Builtin::Nondet)) return draw(t, d);
  if (number(*d.instr) == 0) return;
  if (d.phase == Doing::Awake || d.phase == Doing::Passed) {
    if (!halfway_[t]) contradicts("a wait ends that has not begun");
    const uint32_t event = halfway_[t]->events.back();
    halfway_[t] = nullptr;
    happens(event, d);
    const bool chosen = d.value && d.value->bits != 0;
    return assume(c_.events[event].choice ^ (chosen ? 0 : 1), "the wait has another result");
  }
  Visit* visit = match(t, *d.instr);
  if (!visit) {
    if (always_an_event(*d.instr)) contradicts("it is executed, though the formula has no event for it");
    return;
  }
  const bool half = d.phase == Doing::Asleep || d.phase == Doing::Arrived;
  if (half && visit->events.size() < 2) contradicts("a wait has no end");
  if (half) halfway_[t] = visit;
  for (size_t k = 0; k + (half ? 1 : 0) < visit->events.size(); ++k) happens(visit->events[k], d);
  if (is(*d.instr, Builtin::ThreadCreate)) start(*visit, d.other);
}

void Comparison::draw(uint32_t thread, const Doing& d) {
  const std::vector<RefutationCertificate::Input>& inputs = c_.threads[thread].inputs;
  for (size_t& k = next_input_[thread]; k < inputs.size(); ++k) {
    if (inputs[k].instruction != number(*d.instr) || clauses_.is_false(inputs[k].guard)) continue;
    if (!clauses_.is_true(inputs[k].guard))
      throw Ends{{Outcome::NotCompared, "it is not known which input " + where(d.instr) + " is"}};
    if (d.value) assume_number(inputs[k].bits, d.value->bits, "the input may not be drawn");
    ++k;
    return;
  }
  contradicts("there is an input that the formula does not have");
}

// The next visit of this instruction that the thread comes to.
Comparison::Visit* Comparison::match(uint32_t thread, const model::Instr& in) {
  std::vector<Visit>& all = visits_[thread];
  for (size_t k = next_visit_[thread]; k < all.size(); ++k) {
    if (all[k].instruction != number(in) || clauses_.is_false(all[k].reached)) continue;
    if (!clauses_.is_true(all[k].reached))
      throw Ends{{Outcome::NotCompared, "it is not known which event " + where(&in) + " is"}};
    next_visit_[thread] = k + 1;
    return &all[k];
  }
  return nullptr;
}

void Comparison::happens(uint32_t event, const Doing& d) {
  const RefutationCertificate::Event& e = c_.events[event];
  happened_[event] = true;
  // Which of the events of a realloc happen depends on the block.
  if (!is(*d.instr, Builtin::Realloc)) assume(e.guard, "it is executed, and the formula says that it is not");
  if (placed_[e.node] && (event == 0 || c_.events[event - 1].node != e.node))
    contradicts("the formula wants it to be earlier");
  place(e.node);
  look_at_values(event, d);
}

void Comparison::look_at_values(uint32_t event, const Doing& d) {
  if (!d.value || d.value->tag != oracle::Tag::Int || d.value->undef) return;
  const bool stores = d.instr->kind == InstrKind::Store;
  if (d.instr->kind == InstrKind::Builtin) return;
  for (uint32_t k : accesses_[event]) {
    const RefutationCertificate::Access& a = c_.accesses[k];
    if (a.write != stores || !clauses_.is_true(a.guard) || a.bits.size() != d.instr->width) continue;
    assume(a.uninitialised ^ 1, "the value is initialised");
    assume_number(a.bits, d.value->bits, stores ? "another value is written" : "another value is read");
  }
}

void Comparison::start(const Visit& visit, unsigned slot) {
  for (uint32_t t = 1; t < c_.threads.size(); ++t) {
    const Thread& thread = c_.threads[t];
    const bool here = thread.created_by >= 0 &&
                      std::count(visit.events.begin(), visit.events.end(), static_cast<uint32_t>(thread.created_by));
    if (!here || clauses_.is_false(thread.started)) continue;
    assume(thread.started, "the thread is started");
    thread_of_.at(slot) = static_cast<int>(t);
    return;
  }
  contradicts("a thread is started that the formula does not have");
}

void Comparison::end(uint32_t thread) {
  ended_[thread] = true;
  place(c_.threads[thread].end);
  assume(c_.threads[thread].finished, "thread " + std::to_string(thread) + " ends, and in the formula it does not");
}

// Everything that is before it by the formula itself was passed over, or has no instruction.
void Comparison::place(uint32_t node) {
  std::vector<uint32_t> todo{node};
  while (!todo.empty()) {
    const uint32_t n = todo.back();
    auto open = std::find_if(before_[n].begin(), before_[n].end(), [&](uint32_t b) { return !placed_[b]; });
    if (open != before_[n].end()) {
      if (todo.size() > c_.nodes) contradicts("the formula's order is a cycle");
      todo.push_back(*open);
      continue;
    }
    todo.pop_back();
    if (!placed_[n]) place_one(n);
  }
}

void Comparison::place_one(uint32_t node) {
  placed_[node] = true;
  for (const OrderOf& o : orders_[node])
    if (!placed_[o.other]) assume(o.first, "the order is another one");
}

// Nobody can do anything any more.
void Comparison::finish() {
  at_ = nullptr;
  for (uint32_t e = 0; e < c_.events.size(); ++e)
    if (c_.events[e].instruction != 0 && !happened_[e])
      assume(c_.events[e].guard ^ 1, "event " + std::to_string(e) + " of the formula did not happen");
  for (uint32_t t = 0; t < c_.threads.size(); ++t)
    if (!ended_[t]) assume(c_.threads[t].finished ^ 1, "thread " + std::to_string(t) + " did not end");
  for (uint32_t n = 0; n < c_.nodes; ++n) place(n);
  if (waits()) throw Ends{{Outcome::NotCompared, ""}};
  if (!complete()) contradicts("no values are left for the rest of the formula");
}

// Values for everything that is still open: first false, then true.
bool Comparison::complete() {
  struct Try {
    size_t mark;
    Literal literal;
  };
  std::vector<Try> tries;
  unsigned wrong = 0;
  for (Literal l = 1; l < 2 * clauses_.variables(); l += 2) {
    if (clauses_.is_true(l) || clauses_.is_false(l)) continue;
    tries.push_back({clauses_.trail().size(), l});
    while (!clauses_.assume(l)) {
      while (!tries.empty() && tries.back().literal % 2 == 0) tries.pop_back();  // both were tried
      if (tries.empty()) return false;
      if (++wrong > kMostTries) throw Ends{{Outcome::NotCompared, "too much is open in the end"}};
      clauses_.undo(tries.back().mark);
      l = tries.back().literal ^= 1;
    }
    l |= 1;
  }
  return true;
}

}  // namespace heddle::judge
