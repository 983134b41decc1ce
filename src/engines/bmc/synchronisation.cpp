// SPDX-License-Identifier: GPL-3.0-or-later
// Builtins. What synchronises has a state of its own beside the object's bytes (its shadow): a lock is the number of its owner, a
// semaphore its value, a barrier how many have arrived so far. An operation reads and writes it in one event; one that would block
// does not happen, and its thread ends there. A wait on a condition variable may end at any time (spurious wake-ups are part of
// the model), so it is a release of the mutex and, later, a lock.
#include "engines/bmc/unwinding.h"

namespace heddle::bmc {

using model::Builtin;
using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kBusy = 16, kDeadlock = 35, kTimedOut = 110;
constexpr uint32_t kWriter = 0x10000;  // read-write locks: below it the number of readers, above it the writer

// These order nothing: an access at the same time is a race.
bool initialises_or_destroys(Builtin b) {
  model::EventKind kind = model::event_kind(b);
  return kind == model::EventKind::Init || kind == model::EventKind::Destroy;
}
}  // namespace

Value Unwinding::input(State& s, unsigned width, uint64_t lo, uint64_t hi) {
  Value v{c_.fresh(width), kFalse};
  uint64_t all = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  if (lo != 0) c_.solver().add({c_.ule(Circuit::constant(lo, width), v.bits)});
  if (hi != all) c_.solver().add({c_.ule(v.bits, Circuit::constant(hi, width))});
  threads[thread_].inputs.emplace_back(s.guard, v);
  return v;
}

bool Unwinding::proceed(State& s, Lit ok) {
  s.guard = c_.and_(s.guard, ok);
  return s.guard != kFalse;
}

bool Unwinding::builtin(State& s, const Instr& i) {
  switch (i.builtin) {
    case Builtin::Nondet: assign(s, i.dst, input(s, i.width, p_.exprs[i.args[0]].bits, p_.exprs[i.args[1]].bits)); return true;
    case Builtin::Assume: return proceed(s, truth(s, i.args[0]));
    case Builtin::Error:
    case Builtin::AssertFail:
      failures.push_back({s.guard, thread_, &i});
      end_section(s, s.guard);
      return false;
    case Builtin::Abort:
    case Builtin::Exit:
      end_section(s, s.guard);
      return false;
    case Builtin::Unmodelled: throw Unsupported("a call of `" + i.text + "`, which is not modelled");
    case Builtin::Output:
      if (i.dst != model::kNoLocal) assign(s, i.dst, input(s, 32, 0, 0x7fffffff));
      return true;
    case Builtin::Yield: assign(s, i.dst, constant_value(0, 32)); return true;
    case Builtin::AtomicBegin: {
      if (s.depth++ > 0) return true;
      Section section;
      section.entered = c_.solver().new_literal();
      s.guard = c_.and_(s.guard, section.entered);
      c_.solver().add({~section.entered, s.guard});
      s.section = static_cast<int>(sections.size());
      section.begin = add_event(s, &i);
      sections.push_back(section);
      return true;
    }
    case Builtin::AtomicEnd: {
      if (s.depth == 0) return true;
      if (--s.depth > 0) return true;
      add_event(s, &i);
      end_section(s, s.guard);
      s.section = -1;
      return true;
    }
    case Builtin::Malloc:
    case Builtin::Calloc: allocate(s, i); return true;
    case Builtin::Free: free_block(s, i); return true;
    case Builtin::ThreadCreate: create_thread(s, i); return true;
    case Builtin::ThreadJoin: return join_thread(s, i);
    case Builtin::ThreadExit: {
      Value v = i.args.empty() ? constant_value(0, p_.pointer_width) : eval(s, i.args[0]);
      for (const Frame& f : s.frames) end_variables(s, f, i);
      end_thread(s, v);
      return false;
    }
    case Builtin::ThreadSelf: assign(s, i.dst, constant_value(kHandle + thread_ + 1, p_.pointer_width)); return true;
    default: return synchronise(s, i);
  }
}

void Unwinding::create_thread(State& s, const Instr& i) {
  change(s);
  settle(s);
  if (s.section >= 0) throw Unsupported("a thread that is started inside an atomic section");
  Value function = eval(s, i.args[2]), argument = eval(s, i.args[3]);
  if (!Circuit::is_constant(function.bits)) throw Unsupported("a thread that starts with an unknown function");
  uint64_t address = Circuit::constant_value(function.bits) >> offset_bits();
  uint64_t first = uint64_t{1} << (p_.pointer_width - offset_bits() - 1);
  if (address < first || address - first >= p_.procedures.size()) {
    flag(s, s.guard);
    return;
  }
  ThreadInstance made;
  made.proc = static_cast<model::ProcId>(address - first);
  if (p_.procedures[made.proc].code.empty()) throw Unsupported("a thread that runs `" + p_.procedures[made.proc].name + "`, which has no definition here");
  if (threads.size() >= 64) throw Unsupported("more than 64 threads");
  made.argument = std::make_shared<Value>(argument);
  uint32_t event = add_event(s, &i);
  made.started = s.guard;
  made.created_by = static_cast<int>(event);
  made.begin = c_.solver().new_node();
  made.end = c_.solver().new_node();
  made.finished = c_.solver().new_literal();
  made.result = std::make_shared<Value>(Value{c_.fresh(p_.pointer_width), c_.solver().new_literal()});
  c_.solver().fix(events[event].node, made.begin);
  threads.push_back(made);
  part_of_ = static_cast<int>(event);
  store(s, i.args[0], p_.pointer_width, constant_value(kHandle + threads.size(), p_.pointer_width), nullptr, false);
  part_of_ = -1;
  assign(s, i.dst, constant_value(0, 32));
}

// The thread that is joined has come to its end, and that was before.
bool Unwinding::join_thread(State& s, const Instr& i) {
  change(s);
  Bits handle = number(s, i.args[0]);
  Lit goes = c_.solver().new_literal();
  s.guard = c_.and_(s.guard, goes);
  uint32_t event = add_event(s, &i);
  Node here = events[event].node;
  Lit known = kFalse;
  Value result{Circuit::constant(0, p_.pointer_width), kFalse};
  for (size_t t = 0; t < threads.size(); ++t) {
    Lit match = c_.eq(handle, Circuit::constant(kHandle + t + 1, static_cast<unsigned>(handle.size())));
    if (match == kFalse) continue;
    if (t == thread_ || t == 0) {  // not followed: it must not happen
      flag(s, c_.and_(s.guard, match));
      known = c_.or_(known, match);
      continue;
    }
    known = c_.or_(known, match);
    c_.solver().add({~s.guard, ~match, threads[t].finished});
    joins_.push_back({static_cast<unsigned>(t), c_.and_(s.guard, match), here, match == kTrue && parked_.empty()});
    result = {c_.ite(match, threads[t].result->bits, result.bits), c_.ite(match, threads[t].result->undef, result.undef)};
  }
  flag(s, c_.and_(s.guard, ~known));
  Value out = eval(s, i.args[1]);
  Lit wanted = ~c_.eq(out.bits, Circuit::constant(0, p_.pointer_width));
  if (wanted != kFalse) {
    if (wanted != kTrue) throw Unsupported("a join whose result goes to an unknown place");
    part_of_ = static_cast<int>(event);
    store(s, i.args[1], p_.pointer_width, result, nullptr, true);
    part_of_ = -1;
  }
  assign(s, i.dst, constant_value(0, 32));
  return s.guard != kFalse;
}

uint32_t Unwinding::shadow(uint32_t object) {
  auto [it, fresh] = shadows_.try_emplace(object, 0);
  if (!fresh) return it->second;
  Instance o;
  o.abstract = ~0u;
  o.size = objects[object].size;
  o.shared = o.synchronisation = true;
  bool defined = objects[object].abstract < p_.objects.size() || (objects[object].content && !objects[object].content->empty() && (*objects[object].content)[0].undef == kFalse);
  o.content = std::make_shared<std::vector<Byte>>(o.size, Byte{Circuit::constant(0, 8), defined ? kFalse : kTrue});
  o.name = objects[object].name;
  objects.push_back(std::move(o));
  return shadows_[object] = static_cast<uint32_t>(objects.size() - 1);
}

// Mutexes that know their owner are made so by their initialiser, too.
void Unwinding::refuse_other_kinds(const Instr& i, const Target& t) const {
  bool mutex = i.builtin == Builtin::MutexLock || i.builtin == Builtin::MutexTryLock || i.builtin == Builtin::MutexTimedLock || i.builtin == Builtin::MutexUnlock;
  if (!mutex || objects[t.object].abstract >= p_.objects.size()) return;
  const std::vector<uint8_t>& init = p_.objects[objects[t.object].abstract].init;
  size_t from = 0, to = init.size();
  if (Circuit::is_constant(t.offset)) {
    from = std::min<size_t>(init.size(), Circuit::constant_value(t.offset) + (p_.pointer_width == 64 ? 16 : 12));
    to = std::min(init.size(), from + 4);
  }
  for (size_t k = from; k < to; ++k)
    if (init[k] != 0) throw Unsupported("a recursive or error-checking mutex");
}

std::vector<Unwinding::Cell> Unwinding::cells(State& s, const Instr& i, size_t argument) {
  std::vector<Cell> out;
  for (const Target& t : targets(s, eval(s, i.args[argument]), i.args[argument], 4)) {
    flag(s, c_.and_(s.guard, c_.and_(t.match, Circuit::is_constant(t.offset) ? kFalse : c_.or_(t.offset[0], t.offset[1]))));
    refuse_other_kinds(i, t);
    if (Circuit::is_constant(t.offset)) {
      uint64_t at = Circuit::constant_value(t.offset);
      cells_[t.object].insert(at);
      if (plain_[t.object].count(at)) throw Unsupported("a lock or semaphore that is also accessed as memory");
    }
    out.push_back({shadow(t.object), t.offset, t.match});
  }
  return out;
}

// One event: reads the state of what synchronises, and writes `next` of it where it says so.
Value Unwinding::exchange(State& s, const Instr& i, size_t argument, const std::function<Bits(const Bits& old, Lit& writes)>& next, bool reads) {
  std::vector<Cell> all = cells(s, i, argument);
  change(s);
  uint32_t event = add_event(s, &i);
  Value old{c_.fresh(32), c_.solver().new_literal()};
  if (reads) use(s, old);  // never initialised
  Lit writes = kTrue;
  Bits after = next(old.bits, writes);
  for (const Cell& cell : all) {
    Access a;
    a.event = event;
    a.guard = c_.and_(s.guard, cell.match);
    a.object = cell.object;
    a.offset = cell.offset;
    a.bytes = 4;
    a.value = old;
    a.atomic = !initialises_or_destroys(i.builtin);
    if (reads) accesses.push_back(a);
    if (writes == kFalse) continue;
    a.guard = c_.and_(a.guard, writes);
    a.write = true;
    a.value = {after, kFalse};
    accesses.push_back(a);
  }
  return old;
}

// An operation on a condition variable, or an attempt at one that may never succeed: what it is made on must be there.
void Unwinding::touch(State& s, const Instr& i, size_t argument, bool attempt) {
  uint32_t event = add_event(s, attempt ? nullptr : &i);
  for (const Cell& cell : cells(s, i, argument)) {
    Access a;
    a.event = event;
    a.guard = c_.and_(s.guard, cell.match);
    a.object = cell.object;
    a.offset = cell.offset;
    a.bytes = 4;
    a.attempt = a.write = true;
    a.touches = !attempt;
    a.atomic = !initialises_or_destroys(i.builtin);
    accesses.push_back(a);
  }
}

// From here on only if the operation succeeds. Where such objects are destroyed, the attempt is an event of its own.
void Unwinding::try_to(State& s, const Instr& i, size_t argument) {
  if (ends_are_possible_) touch(s, i, argument, true);
  s.guard = c_.and_(s.guard, c_.solver().new_literal());
}

bool Unwinding::lock(State& s, const Instr& i, size_t argument, bool attempt, uint32_t busy) {
  Lit free = kFalse;
  if (!attempt) try_to(s, i, argument);
  Value before = exchange(s, i, argument, [&](const Bits& old, Lit& writes) {
    free = c_.eq(old, Circuit::constant(0, 32));
    if (attempt) writes = free;
    return Circuit::constant(thread_ + 1, 32);
  });
  if (attempt) {
    assign(s, i.dst, {c_.ite(free, Circuit::constant(0, 32), Circuit::constant(busy, 32)), kFalse});
    return true;
  }
  c_.solver().add({~s.guard, free, before.undef});
  return true;
}

void Unwinding::unlock(State& s, const Instr& i, size_t argument) {
  Lit mine = kFalse;
  exchange(s, i, argument, [&](const Bits& old, Lit&) {
    mine = c_.eq(old, Circuit::constant(thread_ + 1, 32));
    return Circuit::constant(0, 32);
  });
  flag(s, c_.and_(s.guard, ~mine));
}

bool Unwinding::rw_lock(State& s, const Instr& i, bool write, bool attempt, uint32_t busy) {
  Lit ok = kFalse, mine = kFalse;
  int* held = reads_of(s, cells(s, i, 0));
  if (!held) s.other_reads = true;
  bool may_be_mine = busy != kBusy && (!held || *held < 0 || s.other_reads);  // a try says busy all the same
  if (!attempt) try_to(s, i, 0);
  Value before = exchange(s, i, 0, [&](const Bits& old, Lit& writes) {
    ok = write ? c_.eq(old, Circuit::constant(0, 32)) : c_.ult(old, Circuit::constant(kWriter, 32));
    if (may_be_mine) mine = c_.eq(old, Circuit::constant(kWriter + thread_, 32));
    writes = ok;
    return write ? Circuit::constant(kWriter + thread_, 32) : c_.add(old, Circuit::constant(1, 32));
  });
  if (held) *held = attempt || may_be_mine ? kNotKnown : write ? kWriting : *held + 1;
  if (!attempt) c_.solver().add({~s.guard, ok, mine, before.undef});
  Bits failure = c_.ite(mine, Circuit::constant(kDeadlock, 32), Circuit::constant(busy, 32));
  assign(s, i.dst, {c_.ite(ok, Circuit::constant(0, 32), failure), kFalse});
  return true;
}

// Null when it is not known which lock it is.
int* Unwinding::reads_of(State& s, const std::vector<Cell>& cells) {
  if (cells.size() != 1 || !Circuit::is_constant(cells[0].offset)) return nullptr;
  return &s.reads.try_emplace({cells[0].object, Circuit::constant_value(cells[0].offset)}, 0).first->second;
}

void Unwinding::rw_unlock(State& s, const Instr& i) {
  int* reads = reads_of(s, cells(s, i, 0));
  bool reading = reads && *reads > 0;
  if (reading) --*reads;
  else if (reads && *reads == kWriting) *reads = 0;
  Lit held = kFalse;
  exchange(s, i, 0, [&](const Bits& old, Lit&) {
    Lit writer = ~c_.ult(old, Circuit::constant(kWriter, 32)), mine = c_.eq(old, Circuit::constant(kWriter + thread_, 32));
    held = c_.ite(writer, mine, reading ? kTrue : kFalse);
    return c_.ite(writer, Circuit::constant(0, 32), c_.sub(old, Circuit::constant(1, 32)));
  });
  flag(s, c_.and_(s.guard, ~held));
}

bool Unwinding::take(State& s, const Instr& i, bool attempt) {
  Lit some = kFalse;
  if (!attempt) try_to(s, i, 0);
  Value before = exchange(s, i, 0, [&](const Bits& old, Lit& writes) {
    some = ~c_.eq(old, Circuit::constant(0, 32));
    if (attempt) writes = some;
    return c_.sub(old, Circuit::constant(1, 32));
  });
  if (attempt) assign(s, i.dst, {c_.ite(some, Circuit::constant(0, 32), Circuit::constant(~0u, 32)), kFalse});
  else c_.solver().add({~s.guard, some, before.undef});
  return true;
}

// What is destroyed may not be used afterwards. A mutex that is held stays.
void Unwinding::destroy(State& s, const Instr& i) {
  Value old = exchange(s, i, 0, [](const Bits& before, Lit& writes) {
    writes = kFalse;
    return before;
  });
  Lit held = i.builtin == Builtin::MutexDestroy ? ~c_.eq(old.bits, Circuit::constant(0, 32)) : kFalse;
  assign(s, i.dst, {c_.ite(held, Circuit::constant(kBusy, 32), Circuit::constant(0, 32)), kFalse});
  uint32_t event = static_cast<uint32_t>(events.size() - 1);
  for (const Cell& cell : cells(s, i, 0)) {
    free_of.push_back({static_cast<uint32_t>(frees.size()), cell.object, cell.offset});
    frees.emplace_back(c_.all({s.guard, cell.match, ~held}), event);
  }
}

bool Unwinding::synchronise(State& s, const Instr& i) {
  auto done = [&](uint32_t result) {
    assign(s, i.dst, constant_value(result, 32));
    return s.guard != kFalse;
  };
  auto set = [&](const Bits& v) { exchange(s, i, 0, [&](const Bits&, Lit&) { return v; }, false); };
  switch (i.builtin) {
    case Builtin::MutexInit:
      if (constant(s, i.args[1], "the kind of a mutex") != 0) throw Unsupported("a recursive or error-checking mutex");
      set(Circuit::constant(0, 32));
      return done(0);
    case Builtin::RwInit:
    case Builtin::SpinInit: set(Circuit::constant(0, 32)); return done(0);
    case Builtin::SemInit: set(number(s, i.args[1])); return done(0);
    case Builtin::MutexDestroy:
    case Builtin::RwDestroy:
    case Builtin::SpinDestroy:
    case Builtin::SemDestroy: destroy(s, i); return true;
    case Builtin::CondInit:
    case Builtin::CondDestroy:
    case Builtin::CondSignal:
    case Builtin::CondBroadcast: touch(s, i, 0, false); return done(0);
    case Builtin::MutexLock:
    case Builtin::SpinLock: return lock(s, i, 0, false, 0) && done(0);
    case Builtin::MutexTryLock:
    case Builtin::SpinTryLock: return lock(s, i, 0, true, kBusy);
    case Builtin::MutexTimedLock: return lock(s, i, 0, true, kTimedOut);
    case Builtin::MutexUnlock:
    case Builtin::SpinUnlock: unlock(s, i, 0); return done(0);
    case Builtin::RwReadLock: return rw_lock(s, i, false, false, 0);
    case Builtin::RwWriteLock: return rw_lock(s, i, true, false, 0);
    case Builtin::RwTryReadLock: return rw_lock(s, i, false, true, kBusy);
    case Builtin::RwTryWriteLock: return rw_lock(s, i, true, true, kBusy);
    case Builtin::RwTimedReadLock: return rw_lock(s, i, false, true, kTimedOut);
    case Builtin::RwTimedWriteLock: return rw_lock(s, i, true, true, kTimedOut);
    case Builtin::RwUnlock: rw_unlock(s, i); return done(0);
    case Builtin::CondWait:
    case Builtin::CondTimedWait: {
      if (s.section >= 0) throw Unsupported("waiting on a condition variable inside an atomic section");
      uint64_t before = s.version;
      touch(s, i, 0, false);
      unlock(s, i, 1);
      using Act = semantics::Execution::Act;
      auto note = [&](int event, Lit choice = kFalse, Act::Kind kind = Act::Plain) {
        if (i.act) threads[thread_].acts.push_back({s.guard, event, choice, kind});
      };
      note(static_cast<int>(events.size() - 1));
      Lit timeout = i.builtin == Builtin::CondWait ? kFalse : c_.solver().new_literal();
      lock(s, i, 1, false, 0);
      note(-1, timeout, Act::Wake);
      note(static_cast<int>(events.size() - 1));
      s.version = before;
      s.waits = ++versions_;
      if (i.builtin == Builtin::CondWait) return done(0);
      assign(s, i.dst, {c_.ite(timeout, Circuit::constant(kTimedOut, 32), Circuit::constant(0, 32)), kFalse});
      return true;
    }
    case Builtin::SemWait: return take(s, i, false) && done(0);
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait: return take(s, i, true);
    case Builtin::SemPost:
      exchange(s, i, 0, [&](const Bits& old, Lit&) { return c_.add(old, Circuit::constant(1, 32)); });
      return done(0);
    default: throw Unsupported(std::string("the operation ") + model::name(i.builtin));
  }
}

}  // namespace heddle::bmc
