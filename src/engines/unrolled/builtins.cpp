// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs, failures, atomic sections and threads. A thread is known to the others by an object of ours in shared memory:
// whether it was started and whether it has finished. So starting and joining are accesses like any other. Its argument
// and its result happen once.
#include <algorithm>

#include "base/check.h"
#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kStarted = 0, kFinished = 1, kThreadBytes = 2;  // in the object of a thread
}

Value Stepper::input(State& s, unsigned width, uint64_t lo, uint64_t hi) {
  Value v{c_.fresh(width), kFalse};
  v.wide = layout().number_as_wide(v);
  uint64_t all = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  if (lo != 0) c_.solver().add({c_.ule(Circuit::constant(lo, width), v.bits)});
  if (hi != all) c_.solver().add({c_.ule(v.bits, Circuit::constant(hi, width))});
  threads[thread_].inputs.push_back({s.guard, v.bits});
  return v;
}

Stepper::Flow Stepper::builtin(State& s, const Instr& i) {
  switch (i.builtin) {
    case Builtin::Nondet:
      assign(s, i.dst, input(s, i.width, p_.exprs[i.args[0]].bits, p_.exprs[i.args[1]].bits));
      return Flow::Next;
    case Builtin::Assume: go_on_if(s, truth(s, i.args[0])); return Flow::Next;
    case Builtin::Error:
    case Builtin::AssertFail: {
      Lit guard = c_.and_(s.guard, token_);  // S4
      if (guard != kFalse) failures.push_back({guard, thread_, depth_, &i});
      return Flow::Stop;
    }
    case Builtin::Abort:
    case Builtin::Exit: consume(s, i); return Flow::Stop;
    case Builtin::Unmodelled: throw Unsupported("a call of `" + i.text + "`, which is not modelled");
    case Builtin::Output:
      consume(s, i);
      if (i.dst != model::kNoLocal) assign(s, i.dst, input(s, 32, 0, 0x7fffffff));
      return Flow::Next;
    case Builtin::Yield:
      consume(s, i);
      assign(s, i.dst, symbolic::constant(0, 32));
      return Flow::Next;
    case Builtin::AtomicBegin:
      if (s.section++ == 0) s.section_began = depth_;
      return Flow::Next;
    case Builtin::AtomicEnd:
      if (s.section > 0 && --s.section == 0) s.section_began = 0;
      return Flow::Next;
    case Builtin::Malloc:
    case Builtin::Calloc: allocate(s, i); return Flow::Next;
    case Builtin::Free: free_block(s, i); return Flow::Next;
    case Builtin::Realloc: reallocate(s, i); return Flow::Next;
    case Builtin::Apart: {
      Value a = eval(s, i.args[0]), b = eval(s, i.args[2]);
      use(s, a);
      use(s, b);
      Bits a_size = number(s, i.args[1]), b_size = number(s, i.args[3]);
      Lit overlap = c_.or_(c_.ult(c_.sub(b.bits, a.bits), a_size), c_.ult(c_.sub(a.bits, b.bits), b_size));
      flag(s, c_.and_(layout().same_object(a.bits, b.bits), overlap));
      return Flow::Next;
    }
    case Builtin::ThreadCreate: return create_thread(s, i) ? Flow::Next : Flow::Stop;
    case Builtin::ThreadJoin: return join_thread(s, i) ? Flow::Next : Flow::Stop;
    case Builtin::ThreadExit: {
      if (s.section > 0) throw Unsupported("a thread that ends inside an atomic section");
      consume(s, i);
      Value v = eval(s, i.args[0]);
      note_act(s, i, false);
      end_thread(std::move(s), v);
      return Flow::Stop;
    }
    case Builtin::ThreadSelf: assign(s, i.dst, layout().handle(thread_)); return Flow::Next;
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadDetach:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin: refuse(i);
    case Builtin::None: break;
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      return synchronise(s, i) ? Flow::Next : Flow::Stop;
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " has no meaning";
  return Flow::Stop;
}

unsigned Stepper::thread_for(unsigned creator, unsigned number, model::ProcId entry) {
  for (unsigned t = 1; t < threads.size(); ++t)
    if (threads[t].creator == static_cast<int>(creator) && threads[t].number == number && threads[t].entry == entry)
      return t;
  if (threads.size() >= 60) throw Unsupported("more than 60 threads");
  Object o;
  o.size = kThreadBytes;
  o.shared = true;
  o.name = "thread " + std::to_string(threads.size());
  Thread made;
  made.entry = entry;
  made.creator = static_cast<int>(creator);
  made.number = number;
  made.block = memory.add(std::move(o));
  threads.push_back(std::move(made));
  Plan::Started started{creator, number, entry};
  if (std::find(learnt_.started.begin(), learnt_.started.end(), started) == learnt_.started.end()) {
    learnt_.started.push_back(started);
    enough_ &= !unknown_join_ && threads.size() != 3;  // two threads are treated in a simpler way than more of them
  }
  return static_cast<unsigned>(threads.size() - 1);
}

bool Stepper::create_thread(State& s, const Instr& i) {
  if (s.section > 0) throw Unsupported("a thread that is started inside an atomic section");
  Value function = eval(s, i.args[2]), argument = eval(s, i.args[3]);
  if (constant(s, i.args[1], "whether a thread is detached") != 0) throw Unsupported("a detached thread");
  if (s.guard == kFalse) return false;
  if (!Circuit::is_constant(function.bits)) throw Unsupported("a thread that starts with an unknown function");
  std::optional<model::ProcId> started = layout().function_at(Circuit::constant_value(function.bits));
  if (!started) {
    flag(s, kTrue);
    return false;
  }
  model::ProcId entry = *started;
  if (p_.procedures[entry].code.empty())
    throw Unsupported("a thread that runs `" + p_.procedures[entry].name + "`, which has no definition here");
  unsigned t = thread_for(thread_, s.creations++, entry);
  s.alone = false;
  s.created |= uint64_t{1} << t;
  const unsigned low = layout().offset_bits();
  uint32_t block = threads[t].block;
  std::vector<Target> handle = aligned_places(s, i.args[0], p_.pointer_width / 8);
  const size_t touches = threads[thread_].touches.size();
  touch(s, i, handle, p_.pointer_width / 8, kTrue, false);
  if (threads[thread_].touches.size() > touches) threads[thread_].touches.back().starts = static_cast<int>(t);
  for (const Target& at : handle) put(s, at, layout().handle(t), kTrue);
  set_argument(s, t, argument);
  put(s, {block, kTrue, Circuit::constant(kStarted, low)}, symbolic::constant(1, 8), kTrue);
  assign(s, i.dst, symbolic::constant(0, 32));
  Act a;
  a.starts = static_cast<int>(t);
  a.ordered = true;
  if (i.act) add_act(s, a);
  return s.guard != kFalse;
}

void Stepper::equal_when(Lit when, const Value& a, const Value& b) {
  Bits x = a.bits, y = b.bits;
  x.resize(p_.pointer_width, kFalse);
  y.resize(p_.pointer_width, kFalse);
  x.push_back(a.undef);
  y.push_back(b.undef);
  c_.implies_equal(when, x, y);
}

// Usually there is one, and it is known.
void Stepper::set_argument(State& s, unsigned thread, const Value& v) {
  Thread& t = threads[thread];
  bool several = plan_.arguments.count(thread) > 0, wide = plan_.wide_arguments.count(thread) > 0;
  if (!t.argument)
    t.argument = std::make_shared<Value>(
        several ? Value{c_.fresh(p_.pointer_width), c_.solver().new_literal(), true, wide ? kTrue : kFalse} : v);
  if (v.wide != kFalse && !wide) {
    learnt_.wide_arguments.insert(thread);
    enough_ = false;
  }
  if (several) return equal_when(s.guard, *t.argument, v);
  if (t.argument->bits == v.bits && t.argument->undef == v.undef) return;
  learnt_.arguments.insert(thread);
  enough_ = false;
}

ValuePtr Stepper::result_of(unsigned thread) {
  Thread& t = threads[thread];
  if (!t.result) {
    t.result = std::make_shared<Value>(Value{c_.fresh(p_.pointer_width), c_.solver().new_literal(), true,
                                             plan_.wide_results.count(thread) ? kTrue : kFalse});
    for (const auto& [guard, v] : t.ends) equal_when(guard, *t.result, v);
  }
  return t.result;
}

// What a new thread does first: it waits until it was started.
void Stepper::start(State&& s) {
  written_.clear();
  uint32_t block = threads[thread_].block;
  note_effect(s, block, Circuit::constant(kStarted, layout().offset_bits()), 1, false);
  s.guard = c_.and_(s.guard, memory.byte(memory.content(*now_, block), kStarted).bits[0]);
  if (s.guard == kFalse) return;
  Frame& f = top(s);
  if (p_.procedures[f.proc].params > 0 && threads[thread_].argument) f.locals[0] = threads[thread_].argument;
  s.holds_token = true;  // or nobody has started it
  depart(std::move(s), 0);
}

void Stepper::end_thread(State&& s, const Value& result) {
  if (s.section > 0) throw Unsupported("a thread that ends inside an atomic section");
  if (s.guard == kFalse) return;
  for (auto& f : s.frames)
    if (f)
      for (uint32_t o : f->variables)
        if (memory[o].shared) s.leaves.insert(o);
  if (thread_ == 0 && s.leaves.empty()) return;  // nobody joins main
  Value whole = result;
  whole.bits.resize(p_.pointer_width, kFalse);
  s.result = std::make_shared<Value>(std::move(whole));
  s.ended = true;
  s.frames.clear();
  s.memory.clear();
  s.phase = Phase::ReadSync;
  s.delay = 0;
  arrived.push_back(std::move(s));
}

void Stepper::finish(State&& s) {
  written_.clear();
  s.guard = c_.and_(s.guard, token_);
  if (s.guard == kFalse) return;
  for (uint32_t o : s.leaves) set_gone(s, o, kTrue);
  if (thread_ != 0) {
    Thread& me = threads[thread_];
    me.ends.emplace_back(s.guard, *s.result);
    if (s.result->wide != kFalse && !plan_.wide_results.count(thread_)) {
      learnt_.wide_results.insert(thread_);
      enough_ = false;
    }
    if (me.result) equal_when(s.guard, *me.result, *s.result);
    put(s, {me.block, kTrue, Circuit::constant(kFinished, layout().offset_bits())}, symbolic::constant(1, 8), kTrue);
  }
  s.phase = Phase::WriteSync;
  s.only_reads = false;
  arrived.push_back(std::move(s));
}

// The thread that is joined has finished. Joining it twice is undefined.
bool Stepper::join_thread(State& s, const Instr& i) {
  Bits handle = number(s, i.args[0]);
  if (!Circuit::is_constant(handle)) unknown_join_ = true;
  Lit known = kFalse, goes = kFalse;
  std::vector<Join> targets;
  for (unsigned t = 0; t < threads.size(); ++t) {
    Lit match = c_.eq(handle, Circuit::constant(symbolic::handle_of(t), static_cast<unsigned>(handle.size())));
    if (match == kFalse) continue;
    if (t == thread_ || t == 0) {  // not followed: it must not happen
      flag(s, match);
      continue;
    }
    known = c_.or_(known, match);
    note_effect(s, threads[t].block, Circuit::constant(kFinished, layout().offset_bits()), 1, false);
    goes = c_.or_(goes, c_.and_(match, memory.byte(content(s, threads[t].block), kFinished).bits[0]));
    targets.push_back({t, match});
  }
  flag(s, ~known);
  go_on_if(s, goes);
  if (s.guard == kFalse) return false;
  Value out = eval(s, i.args[1]), result{Circuit::constant(0, p_.pointer_width), kFalse};
  Lit wanted = ~c_.eq(out.bits, Circuit::constant(0, p_.pointer_width));
  if (wanted != kFalse && wanted != kTrue) throw Unsupported("a join whose result goes to an unknown place");
  for (const Join& j : targets) {
    Lit joins = c_.and_(s.guard, j.guard);
    for (const Join& other : joins_)
      if (other.thread == j.thread) undefined.push_back(c_.and_(joins, other.guard));
    joins_.push_back({j.thread, joins});
    if (j.guard == kTrue) s.joined |= uint64_t{1} << j.thread;
    if (wanted == kFalse) continue;
    ValuePtr r = result_of(j.thread);
    result = choose(c_, j.guard, *r, result);
  }
  if (wanted == kTrue) {
    std::vector<Target> at = aligned_places(s, i.args[1], p_.pointer_width / 8);
    touch(s, i, at, p_.pointer_width / 8, kTrue, false);
    note_wide(at, result);
    for (const Target& place : at) put(s, place, result, kTrue);
  }
  assign(s, i.dst, symbolic::constant(0, 32));
  return s.guard != kFalse;
}

}  // namespace heddle::unrolled
