// SPDX-License-Identifier: GPL-3.0-or-later
// Threads start, end and are waited for. Every thread has a handle of its own; handles that the program could see given
// out again are made undefined where they are compared or used.
#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr size_t kMostThreads = 200;
}  // namespace

void Unwinding::create_thread(State& s, const Instr& i) {
  change(s);
  settle(s);
  if (s.section >= 0) throw Unsupported("a thread that is started inside an atomic section");
  Value function = eval(s, i.args[2]), argument = eval(s, i.args[3]);
  uint64_t detached = constant(s, i.args[1], "whether a thread is detached, a value");
  if (!Circuit::is_constant(function.bits)) throw Unsupported("a thread that starts with an unknown function");
  std::optional<model::ProcId> started = layout_.function_at(Circuit::constant_value(function.bits));
  if (!started) return flag(s, kTrue);
  ThreadInstance made;
  made.proc = *started;
  if (p_.procedures[made.proc].code.empty())
    throw Unsupported("a thread that runs `" + p_.procedures[made.proc].name + "`, which has no definition here");
  if (threads.size() >= kMostThreads) throw Unsupported("more than " + std::to_string(kMostThreads) + " threads");
  made.argument = std::make_shared<Value>(argument);
  made.initialised = s.initialised;
  uint32_t event = add_event(s, &i);
  made.started = s.guard;
  made.created_by = static_cast<int>(event);
  made.begin = c_.solver().new_node();
  made.end = c_.solver().new_node();
  made.finished = c_.solver().new_literal();
  made.result = std::make_shared<Value>(
      Value{c_.fresh(p_.pointer_width), c_.solver().new_literal(), true, plan_.wide_results ? kTrue : kFalse});
  c_.solver().fix(events[event].node, made.begin);
  threads.push_back(made);
  if (detached) detaches_.push_back({static_cast<unsigned>(threads.size() - 1), s.guard});
  part_of_ = static_cast<int>(event);
  Value handle = layout_.handle(static_cast<unsigned>(threads.size() - 1));
  store(s, i.args[0], p_.pointer_width, handle, nullptr, false);
  part_of_ = -1;
  assign(s, i.dst, symbolic::constant(0, 32));
}

std::vector<Lit> Unwinding::named_by(State& s, const Bits& handle) {
  std::vector<Lit> matches;
  Lit known = kFalse;
  for (size_t t = 0; t < threads.size(); ++t) {
    matches.push_back(
        c_.eq(handle, Circuit::constant(handle_of(static_cast<unsigned>(t)), static_cast<unsigned>(handle.size()))));
    known = c_.or_(known, matches.back());
  }
  flag(s, ~known);
  return matches;
}

// The thread that is joined has come to its end, and that was before. A mere try says whether it has.
bool Unwinding::join_thread(State& s, const Instr& i) {
  change(s);
  const bool attempt = model::may_give_up(i.builtin);
  Bits handle = number(s, i.args[0]);
  std::vector<Lit> matches = named_by(s, handle);
  Lit come = s.guard;
  if (!attempt) {
    if (s.section >= 0) sections[static_cast<size_t>(s.section)].waits = true;
    Stop stop;
    stop.kind = Stop::Join;
    stop.thread = thread_;
    stop.here = s.guard;
    stop.goes = c_.solver().new_literal();
    stop.handle = handle;
    s.guard = c_.and_(s.guard, stop.goes);
    add_stop(s, std::move(stop));
  }
  uint32_t event = add_event(s, &i);
  Node here = events[event].node;
  Value result{Circuit::constant(0, p_.pointer_width), kFalse};
  Lit joined = kFalse;
  for (size_t t = 0; t < matches.size(); ++t) {
    Lit match = matches[t];
    if (match == kFalse) continue;
    if (t == thread_) {  // it is told so; but a detached thread has no handle
      joins_.push_back({static_cast<unsigned>(t), c_.and_(come, match), kFalse, here, false});
      continue;
    }
    Lit done = kTrue;
    if (attempt) {
      done = c_.solver().new_literal();
      Lit over = c_.and_(threads[t].finished, c_.solver().before(threads[t].end, here));
      c_.solver().add({~s.guard, ~match, ~done, over});
      c_.solver().add({~s.guard, ~match, done, ~over});
    }
    c_.solver().add({~s.guard, ~match, ~done, threads[t].finished});
    joins_.push_back({static_cast<unsigned>(t), c_.and_(come, match), c_.all({s.guard, match, done}), here,
                      !attempt && match == kTrue && parked_.empty()});
    joined = c_.or_(joined, c_.and_(match, done));
    result = choose(c_, match, *threads[t].result, result);
  }
  Lit self = matches[thread_];
  Value out = eval(s, i.args[1]);
  Lit wanted = ~c_.eq(out.bits, Circuit::constant(0, p_.pointer_width));
  if (wanted != kFalse && joined != kFalse) {
    if (wanted != kTrue) throw Unsupported("a join whose result goes to an unknown place");
    Lit guard = s.guard;
    s.guard = c_.and_(guard, joined);
    part_of_ = static_cast<int>(event);
    store(s, i.args[1], p_.pointer_width, result, nullptr, true);
    part_of_ = -1;
    s.guard = guard;
  }
  const Bits failure = Circuit::constant(static_cast<uint32_t>(model::failure_code(i.builtin)), 32),
             refused = c_.ite(self, Circuit::constant(model::kWouldDeadlock, 32), failure);
  assign(s, i.dst, {c_.ite(joined, Circuit::constant(0, 32), refused), kFalse});
  return s.guard != kFalse;
}

void Unwinding::detach_thread(State& s, const Instr& i) {
  change(s);
  std::vector<Lit> matches = named_by(s, number(s, i.args[0]));
  add_event(s, &i);
  for (size_t t = 0; t < matches.size(); ++t)
    if (matches[t] != kFalse) detaches_.push_back({static_cast<unsigned>(t), c_.and_(s.guard, matches[t])});
  assign(s, i.dst, symbolic::constant(0, 32));
}

// Ends come before joins; a thread is joined or detached once, and not both.
void Unwinding::order_joins() {
  smt::OrderSolver& solver = c_.solver();
  for (const Join& j : joins_) {
    if (j.certain && !solver.fixed(j.node, threads[j.thread].end))
      solver.fix(threads[j.thread].end, j.node);
    else
      solver.add({~j.done, solver.before(threads[j.thread].end, j.node)});
    for (const Detach& d : detaches_)
      if (d.thread == j.thread) doubt(c_.and_(d.guard, j.tried), nullptr);
  }
  for (size_t a = 0; a < joins_.size(); ++a)
    for (size_t b = a + 1; b < joins_.size(); ++b)
      if (joins_[a].thread == joins_[b].thread && joins_[a].node != joins_[b].node)
        for (auto [first, second] : {std::pair{a, b}, std::pair{b, a}})
          doubt(c_.all(
                    {joins_[first].done, joins_[second].tried, solver.before(joins_[first].node, joins_[second].node)}),
                nullptr);
  for (size_t a = 0; a < detaches_.size(); ++a)
    for (size_t b = a + 1; b < detaches_.size(); ++b)
      if (detaches_[a].thread == detaches_[b].thread) doubt(c_.and_(detaches_[a].guard, detaches_[b].guard), nullptr);
}

// Of these two threads the first was joined, or ended detached, before the second was started.
Lit Unwinding::given_back_before(unsigned thread, unsigned other) {
  if (other == 0) return kFalse;
  smt::OrderSolver& solver = c_.solver();
  const Node start = events[static_cast<size_t>(threads[other].created_by)].node;
  smt::Clause ways;
  for (const Join& j : joins_)
    if (j.thread == thread) ways.push_back(c_.and_(j.done, solver.before(j.node, start)));
  for (const Detach& d : detaches_)
    if (d.thread == thread)
      ways.push_back(c_.all({d.guard, threads[thread].finished, solver.before(threads[thread].end, start)}));
  return c_.any(ways);
}

// Whether two handles are the same is known, unless one of them may have been given out again.
void Unwinding::look_for_old_handles() {
  auto names = [&](const Bits& handle, unsigned t) {
    return c_.eq(handle, Circuit::constant(handle_of(t), p_.pointer_width));
  };
  for (const ComparedHandles& c : compared_handles_)
    for (unsigned t = 0; t < threads.size(); ++t)
      for (unsigned u = 0; u < threads.size(); ++u) {
        Lit these = t == u ? kFalse : c_.all({c.guard, names(c.a, t), names(c.b, u)});
        if (these == kFalse) continue;
        doubt(c_.and_(these, c_.or_(given_back_before(t, u), given_back_before(u, t))), c.at);
      }
}

// The destructors of thread-specific values run when all else is done.
bool Unwinding::end_thread(State& s, const Value& result) {
  if (s.section >= 0) throw Unsupported("a thread that ends inside an atomic section");
  if (!s.result) {
    s.result = std::make_shared<Value>(result);
    s.frames.clear();
    if (p_.thread_exit != model::kNone) {
      Frame f;
      f.proc = p_.thread_exit;
      f.locals.resize(p_.procedures[f.proc].locals.size());
      s.frames.push_back(std::move(f));
      return go(s, 0);
    }
  }
  ends_.emplace_back(s.guard, *s.result);
  return false;
}

}  // namespace heddle::order
