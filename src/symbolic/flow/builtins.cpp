// SPDX-License-Identifier: GPL-3.0-or-later
// Library operations. A lock is a word: -1 not initialised, 0 free, 1 held; and every thread knows which ones it holds.
// A wait on a condition variable lets go and locks again, whoever signals: it may always wake without reason.
// Attempts may always fail, unless an engine asks for more (Options::attempts). All of this is more than happens, never
// less.
//
// A barrier counts who has arrived; the last one opens it for the others, who sleep. They go on one by one, and
// meanwhile nobody arrives: in the program they all go on at once, which nobody sees, so that all that can happen
// happens after they are gone, too. Any one of them is the serial thread, if anybody looks.
//
// A join takes an ended thread away. Its handle must have been read from the word where the start wrote it, and nobody
// may have joined it since: the word's Handle says which role was started (plus one), 0 after a join.
#include <algorithm>

#include "base/check.h"
#include "model/sizes.h"
#include "symbolic/flow/builder.h"

namespace heddle::flow {

using model::Builtin;
using model::Instr;
using model::Synchronises;

namespace {
bool is_spin(Builtin b) { return model::synchronises(b) == model::Synchronises::SpinLock; }

bool takes_for_writing(Builtin b) {
  return b == Builtin::RwWriteLock || b == Builtin::RwTryWriteLock || b == Builtin::RwTimedWriteLock;
}

constexpr int kMostHolds = 1 << 30;

// The words of a lock have a width that nothing else has: who uses one as a number blurs its object.
constexpr uint8_t kMutexWord = 33, kConditionWord = 34, kSemaphoreWord = 35, kBarrierWord = 36, kRwlockWord = 37,
                  kSpinWord = 38;
}  // namespace

void Builder::outcome(const Path& path, const Instr& i, const z3::Term& when, int result,
                      const std::function<void(Path&)>& effect) {
  Path next = path;
  next.where = (path.where && when).simplify();
  if (next.where.is_false()) return;
  if (effect) effect(next);
  assign_int(next, i.dst, result);
  ++next.at.pc;
  paths_.push_back(std::move(next));
}

uint32_t Builder::lock_kind(uint32_t object, uint32_t at) const {
  uint32_t where = at + model::mutex_kind_offset(p_.pointer_width);
  if (!is_static(object)) return 0;
  const model::Object& o = p_.objects[object];
  return where < o.init.size() ? o.init[where] & 3u : 0;
}

// As its initialisers say, those in the program text and those that are executed.
uint32_t Builder::kind_of(const Slot& lock) {
  if (lock.width == kSpinLock) return model::kNormalMutex;
  auto it = plan_.kinds.find(lock);
  if (it == plan_.kinds.end()) return lock_kind(lock.owner, lock.at);
  if (!it->second) throw Refused{"a mutex of different kinds"};
  return *it->second;
}

void Builder::builtin(Path& path, const Instr& i) {
  if (model::may_block(i.builtin) && i.builtin != Builtin::AtomicBegin && !model::waits_on_condition(i.builtin))
    flow_.rests[at_].may_wait = true;
  switch (i.builtin) {
    case Builtin::Nondet: {
      if (i.dst == model::kNoLocal) break;
      Number n = numbers_.any(i.width, true, path.where);
      unsigned width = p_.procedures[frames_[path.at.frame].proc].locals[i.dst].width;
      z3::Term u = numbers_.as(n, false).n;
      path.seen.inputs.push_back(u);
      path.where = path.where && u >= c_.integer(p_.exprs[i.args[0]].bits) && u <= c_.integer(p_.exprs[i.args[1]].bits);
      assign(path, i.dst,
             number_value(width < i.width ? numbers_.cut(n, width, path.where) : numbers_.extend(n, width, false)));
      break;
    }
    case Builtin::Assume: {
      z3::Term holds = truth(path, i.args[0]);
      Path other = path;
      other.where = other.where && !holds;
      if (path.section == 0)
        get_stuck(std::move(other));
      else
        flow_.rests[at_].may_wait = true;  // in a section, it is a guard of the whole
      path.where = path.where && holds;
      break;
    }
    case Builtin::Error:
    case Builtin::AssertFail:
      if (path.moved) get_stuck(path);
      return refuse_if(path, c_.truth(true), i.text, true);
    case Builtin::Abort:
    case Builtin::Exit: consume(path, i); return get_stuck(path);
    case Builtin::Unmodelled: throw Refused{"a call of `" + i.text + "`, which is not modelled"};
    case Builtin::Output:
      consume(path, i);
      if (i.dst != model::kNoLocal) assign(path, i.dst, number_value(numbers_.any(32, true, path.where)));
      break;
    case Builtin::Yield:
      consume(path, i);
      assign_int(path, i.dst, 0);
      break;
    case Builtin::AtomicBegin: ++path.section; break;
    case Builtin::AtomicEnd:
      if (path.section) --path.section;
      break;
    case Builtin::Apart: {
      Value a = eval(path, i.args[0]), b = eval(path, i.args[2]);
      Number a_size = number(path, i.args[1]), b_size = number(path, i.args[3]);
      if (a.kind != Value::Address || b.kind != Value::Address)
        throw Refused{"memory is copied between objects that are not known"};
      if (a.object == b.object)
        refuse_if(path, a.number.n < b.number.n + b_size.n && b.number.n < a.number.n + a_size.n,
                  "memory may be copied to where it comes from");
      break;
    }
    case Builtin::ThreadCreate: return create(path, i);
    case Builtin::ThreadJoin:
    case Builtin::ThreadDetach: return join(path, i);
    case Builtin::ThreadExit: consume(path, i); return end_thread(path);
    case Builtin::ThreadSelf:
      assign(path, i.dst, number_value(numbers_.any(p_.pointer_width, true, path.where)));
      break;
    case Builtin::Malloc:
    case Builtin::Calloc: return allocate(path, i);
    case Builtin::Free: return release(path, i);
    case Builtin::Realloc:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin:
    case Builtin::None: throw Refused{std::string("the operation ") + model::name(i.builtin)};
#define HEDDLE_BUILTIN(name, args, event, object, traits)
#define HEDDLE_SYNCHRONISES(name, args, event, object, traits) case Builtin::name:
#include "model/builtins.def"
      return synchronise(path, i);
  }
  ++path.at.pc;
}

// One object for each place that takes memory. As long as only its thread knows it, the thread may take it again after
// it was freed; what others may know is taken once: its Alive goes from 0 to 1, and to 2 when it is freed.
void Builder::allocate(Path& path, const Instr& i) {
  z3::Term bytes = c_.integer(1);
  for (model::ExprId e : i.args) {
    z3::Term n = numbers_.as(number(path, e), false).n.simplify();
    if (!n.is_numeral() && !bytes.is_numeral()) throw Refused{"as much memory as two variables say"};
    bytes = (bytes * n).simplify();
  }
  uint32_t object = make(path, {true, i.builtin == Builtin::Calloc, 0, i.site}, bytes);
  Slot alive{Slot::Alive, object, 0, 0};
  z3::Term state = read_number(path, alive).n;
  bool known = plan_.known.count(object);
  refuse_if(path, known ? state != 0 : state == 1, "memory from one place that is taken again");
  write_number(path, alive, c_.integer(1));
  assign(path, i.dst, {Value::Address, numbers_.constant(0, p_.pointer_width, true), object, std::nullopt});
  ++path.at.pc;
}

void Builder::release(Path& path, const Instr& i) {
  Value v = eval(path, i.args[0]);
  if (!is_null(v)) {
    if (v.kind != Value::Address || !is_heap(v.object))
      throw Refused{"a pointer is freed that malloc may not have returned"};
    must_live(path, v.object);
    refuse_if(path, v.number.n != 0, "a pointer is freed that malloc may not have returned");
    note_access(path, v, static_cast<unsigned>(std::min<uint64_t>(size_of(v.object), ~0u)), true, false);
    write_number(path, {Slot::Alive, v.object, 0, 0}, c_.integer(2));
  }
  ++path.at.pc;
}

void Builder::create(Path& path, const Instr& i) {
  Value handle = eval(path, i.args[0]), function = eval(path, i.args[2]), argument = eval(path, i.args[3]);
  Number detached = number(path, i.args[1]);
  if (function.kind != Value::Function) throw Refused{"a thread whose procedure is not known"};
  if (!detached.n.is_numeral()) throw Refused{"a thread that may be detached"};
  model::ProcId proc = static_cast<model::ProcId>(function.object);
  const model::Procedure& f = p_.procedures[proc];
  if (f.code.empty() || f.params > 1) throw Refused{"a thread that runs `" + f.name + "`"};
  expose(argument);
  argument.source.reset();
  Calls site;
  if (options_.sites) {
    site = calls_to(path.at.frame);
    site.push_back({frames_[path.at.frame].proc, path.at.pc});
  }
  RoleId role = role_of(proc, argument, site);
  note_access(path, handle, p_.pointer_width / 8, true, false);
  if (handle.kind == Value::Address && !handle.number.n.simplify().is_numeral()) place(handle.object, handle.number.n);
  reachable(path, handle, p_.pointer_width / 8, true);
  store(path, handle, p_.pointer_width, number_value(numbers_.any(p_.pointer_width, true, path.where)));
  uint64_t at = 0;
  if (!plan_.blurred.count(handle.object) && handle.number.n.simplify().is_numeral(at)) {
    Slot word{Slot::Handle, handle.object, static_cast<uint32_t>(at), 0};
    if (plan_.handles.insert(word).second) throw Again{};
    bool joinable = z3::identical(detached.n, c_.integer(0));
    note_handle(path, joinable ? HandleAct::Starts : HandleAct::Goes, word);
    write_number(path, word, c_.integer(joinable ? role + 1 : 0));
  }
  std::map<Slot, Value> with;
  if (f.params) with.emplace(Slot{Slot::Local, flow_.roles[role].root, 0, 0}, argument);
  keep_split(with);
  RestId entry = rest_at({flow_.roles[role].root, 0, Spot::Before}, role, with);
  path.alone = false;
  path.starts.push_back({role, entry, std::move(with)});
  if (!path.seen.acts.empty()) path.seen.acts.back().starts = true;
  assign_int(path, i.dst, 0);
  ++path.at.pc;
}

void Builder::join(Path& path, const Instr& i) {
  Value handle = eval(path, i.args[0]);
  if (handle.kind != Value::Number || !handle.source)
    throw Refused{"a thread whose handle was not read from where its start wrote it"};
  Slot word = *handle.source, content{Slot::Memory, word.owner, word.at, static_cast<uint8_t>(p_.pointer_width)};
  Number now = read_number(path, content), who = read_number(path, word);
  refuse_if(path, now.n != numbers_.as(handle.number, now.is_signed).n,
            "a thread whose handle may be another one by now");
  z3::Term known = c_.truth(false);
  RoleId self = flow_.rests[at_].role;
  joining_.insert(at_);
  for (RoleId r = 0; r < flow_.roles.size(); ++r) known = known || who.n == c_.integer(r + 1);
  refuse_if(path, !known, "a thread that may be joined or detached already, or was never started");
  Path before = path;
  for (RoleId r = 0; r < flow_.roles.size(); ++r) {
    z3::Term when = who.n == c_.integer(r + 1);
    if (i.builtin == Builtin::ThreadDetach) {
      outcome(before, i, when, 0, [&](Path& next) {
        note_handle(next, HandleAct::Goes, word);
        write_number(next, word, c_.integer(0));
      });
      continue;
    }
    outcome(before, i, when, 0, [&](Path& next) {
      note_handle(next, HandleAct::Joins, word);
      write_number(next, word, c_.integer(0));
      next.joins.push_back(flow_.roles[r].end);
      if (i.args.size() < 2) return;
      Value out = eval(next, i.args[1]);
      if (out.kind == Value::Number && z3::identical(out.number.n, c_.integer(0))) return;  // null
      note_access(next, out, p_.pointer_width / 8, true, false);
      store(next, out, p_.pointer_width, mixed(p_.pointer_width));
    });
    if (r == self)
      outcome(before, i, when, model::kWouldDeadlock, [&](Path& next) { note_handle(next, HandleAct::IsSelf, word); });
  }
  path.where = c_.truth(false);
}

// All its bytes are the library's.
void Builder::claim(uint32_t object, uint32_t at, uint32_t bytes, uint8_t kind) {
  for (uint32_t k = 0; k < bytes && at + k + 4 <= size_of(object); k += 4)
    overlap({Slot::Memory, object, at + k, kind});
}

void Builder::synchronise(Path& path, const Instr& i) {
  if (model::waits_cancellably(i.builtin) || i.builtin == Builtin::SemGetValue)
    throw Refused{std::string("the operation ") + model::name(i.builtin)};
  const uint32_t size = model::size_of(model::synchronises(i.builtin), p_.pointer_width);
  Value address = reachable(path, eval(path, i.args[0]), size, true);
  uint64_t at = 0;
  if (!address.number.n.simplify().is_numeral(at)) place(address.object, address.number.n);
  if (plan_.blurred.count(address.object) || !address.number.n.simplify().is_numeral(at))
    throw Refused{"one of several locks"};
  uint32_t object = address.object, offset = static_cast<uint32_t>(at);
  // Who makes or destroys it must not be disturbed; other operations never are.
  note_access(path, address, 4, true, !model::is_plain_write(i.builtin));
  switch (model::synchronises(i.builtin)) {
    case Synchronises::Mutex:
    case Synchronises::SpinLock:
      claim(object, offset, size, is_spin(i.builtin) ? kSpinWord : kMutexWord);
      mutex(path, i, object, offset);
      break;
    case Synchronises::Condition:
      claim(object, offset, size, kConditionWord);
      if (model::waits_on_condition(i.builtin)) {
        must_be_initialised(path, object, offset);
        return wait(path, i);
      }
      condition(path, i, object, offset);
      break;
    case Synchronises::Semaphore:
      claim(object, offset, size, kSemaphoreWord);
      semaphore(path, i, object, offset);
      break;
    case Synchronises::Barrier: claim(object, offset, size, kBarrierWord); return barrier(path, i, object, offset);
    case Synchronises::RwLock:
      claim(object, offset, size, kRwlockWord);
      rwlock(path, i, object, offset);
      break;
    case Synchronises::None:
      HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " synchronises nothing";
      break;
  }
  path.where = c_.truth(false);  // its outcomes go on
}

void Builder::mutex(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  Slot lock{Slot::Lock, object, at, is_spin(i.builtin) ? kSpinLock : uint8_t{0}}, held{Slot::Held, object, at, 0};
  if (i.builtin == Builtin::MutexInit) {
    uint64_t wanted = 0;
    if (!number(path, i.args[1]).n.simplify().is_numeral(wanted)) throw Refused{"a mutex of any kind"};
    uint32_t kind = static_cast<uint32_t>(wanted);
    if (plan_.kinds.count(lock) || kind != lock_kind(object, at)) {
      auto [it, first] = plan_.kinds.try_emplace(lock, kind);
      if (first) throw Again{};
      if (it->second && *it->second != kind) {
        it->second.reset();
        throw Again{};
      }
    }
  }
  const uint32_t kind = kind_of(lock);
  z3::Term state = read_number(path, lock).n, yes = c_.truth(true);
  if (model::initialises(i.builtin)) {
    refuse_if(path, state == 1, "a lock that is held may be initialised again");
    return outcome(path, i, yes, 0, [&](Path& next) { write_number(next, lock, c_.integer(0)); });
  }
  refuse_if(path, state == -1, "a lock may be used that is not initialised");
  if (model::destroys(i.builtin)) {  // that it is busy would be news that orders nothing
    refuse_if(path, state == 1, "a lock that is held may be destroyed");
    return outcome(path, i, yes, 0, [&](Path& next) { write_number(next, lock, c_.integer(-1)); });
  }
  if (kind == model::kRecursiveMutex || kind == model::kErrorCheckMutex) return special_mutex(path, i, lock);
  if (model::event_kind(i.builtin) == model::EventKind::Unlock) {
    refuse_if(path, read_number(path, held).n != 1, "a lock may be let go that the thread does not hold");
    return outcome(path, i, yes, 0, [&](Path& next) {
      write_number(next, lock, c_.integer(0));
      write_number(next, held, c_.integer(0));
    });
  }
  if (model::may_give_up(i.builtin)) outcome(path, i, fails_if(state != 0), model::failure_code(i.builtin));
  outcome(path, i, state == 0, 0, [&](Path& next) {
    write_number(next, lock, c_.integer(1));
    write_number(next, held, c_.integer(1));
  });
}

// Each thread knows how often it holds it: that is Held.
void Builder::special_mutex(Path& path, const Instr& i, const Slot& lock) {
  const bool recursive = kind_of(lock) == model::kRecursiveMutex;
  Slot held = lock;
  held.kind = Slot::Held;
  const z3::Term state = read_number(path, lock).n, count = read_number(path, held).n, mine = count > 0;
  auto become = [&](int locked, const z3::Term& often) {
    return [this, lock, held, locked, often](Path& next) {
      if (locked >= 0) write_number(next, lock, c_.integer(locked));
      write_number(next, held, often);
    };
  };
  if (model::event_kind(i.builtin) == model::EventKind::Unlock) {
    outcome(path, i, count <= 0, model::kNotPermitted);
    outcome(path, i, count > 1, 0, become(-1, count - 1));
    return outcome(path, i, count == 1, 0, become(0, c_.integer(0)));
  }
  const int failure = model::failure_code(i.builtin);
  if (failure)
    outcome(path, i, fails_if(recursive || failure != model::kBusy ? state != 0 && !mine : state != 0), failure);
  if (recursive) {
    refuse_if(path, count >= kMostHolds, "a recursive mutex that is locked very often");
    outcome(path, i, mine, 0, become(-1, count + 1));
  } else if (failure != model::kBusy) {
    outcome(path, i, mine, model::kWouldDeadlock);
  }
  outcome(path, i, state == 0 && !mine, 0, become(1, c_.integer(1)));
}

void Builder::must_be_initialised(Path& path, uint32_t object, uint32_t at) {
  z3::Term state = read_number(path, {Slot::Lock, object, at, 0}).n;
  refuse_if(path, state == -1, "a condition variable may be used that is not initialised");
}

void Builder::condition(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  if (!model::initialises(i.builtin)) must_be_initialised(path, object, at);
  outcome(path, i, c_.truth(true), 0, [&](Path& next) {
    if (model::is_plain_write(i.builtin))
      write_number(next, {Slot::Lock, object, at, 0}, c_.integer(model::initialises(i.builtin) ? 0 : -1));
  });
}

void Builder::wait(Path& path, const Instr& i) {
  const uint32_t size = model::size_of(Synchronises::Mutex, p_.pointer_width);
  Value address = reachable(path, eval(path, i.args[1]), size, true);
  uint64_t at = 0;
  if (!address.number.n.simplify().is_numeral(at)) place(address.object, address.number.n);
  if (plan_.blurred.count(address.object) || !address.number.n.simplify().is_numeral(at))
    throw Refused{"one of several locks"};
  if (path.section) throw Refused{"a wait inside an atomic section"};
  claim(address.object, static_cast<uint32_t>(at), size, kMutexWord);
  Slot lock{Slot::Lock, address.object, static_cast<uint32_t>(at), 0}, held = lock;
  held.kind = Slot::Held;
  z3::Term state = read_number(path, lock).n;
  refuse_if(path, state == -1, "a lock may be used that is not initialised");
  if (path.at.phase != Spot::Asleep) {
    refuse_if(path, read_number(path, held).n != 1, "a wait on a condition variable without its mutex");
    write_number(path, lock, c_.integer(0));
    write_number(path, held, c_.integer(0));
    path.at.phase = Spot::Asleep;
    return;
  }
  flow_.rests[at_].may_wake = true;
  path.at.phase = Spot::Before;
  path.moved = true;
  auto take = [&](Path& next) {
    write_number(next, lock, c_.integer(1));
    write_number(next, held, c_.integer(1));
  };
  outcome(path, i, state == 0, 0, take);
  if (model::may_give_up(i.builtin)) outcome(path, i, state == 0, model::failure_code(i.builtin), take);
  path.where = c_.truth(false);
}

void Builder::rwlock(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  Slot lock{Slot::Lock, object, at, 0}, readers{Slot::Readers, object, at, 0}, held{Slot::Held, object, at, 0},
      reads{Slot::HeldReads, object, at, 0};
  z3::Term state = read_number(path, lock).n, count = read_number(path, readers).n, yes = c_.truth(true);
  z3::Term mine = read_number(path, held).n, my_reads = read_number(path, reads).n;
  if (model::initialises(i.builtin)) {
    refuse_if(path, state == 1 || count > 0, "a lock that is held may be initialised again");
    return outcome(path, i, yes, 0, [&](Path& next) {
      write_number(next, lock, c_.integer(0)), write_number(next, readers, c_.integer(0));
    });
  }
  refuse_if(path, state == -1, "a lock may be used that is not initialised");
  auto write_taken = [&](Path& next) {
    write_number(next, lock, c_.integer(1)), write_number(next, held, c_.integer(1));
  };
  auto read_taken = [&](Path& next) {
    write_number(next, readers, count + 1), write_number(next, reads, my_reads + 1);
  };
  z3::Term free = state == 0 && count == 0;
  if (model::destroys(i.builtin)) {
    refuse_if(path, !free, "a lock that is held may be destroyed");
    return outcome(path, i, yes, 0, [&](Path& next) { write_number(next, lock, c_.integer(-1)); });
  }
  if (i.builtin != Builtin::RwUnlock) {
    const int failure = model::failure_code(i.builtin);
    const z3::Term taken = takes_for_writing(i.builtin) ? !free : state != 0;
    if (failure) outcome(path, i, fails_if(taken && (failure == model::kBusy ? yes : mine != 1)), failure);
    if (failure != model::kBusy) outcome(path, i, mine == 1, model::kWouldDeadlock);
    return takes_for_writing(i.builtin) ? outcome(path, i, free, 0, write_taken)
                                        : outcome(path, i, state == 0, 0, read_taken);
  }
  refuse_if(path, mine != 1 && my_reads < 1, "a lock may be let go that the thread does not hold");
  outcome(path, i, mine == 1, 0,
          [&](Path& next) { write_number(next, lock, c_.integer(0)), write_number(next, held, c_.integer(0)); });
  outcome(path, i, mine != 1, 0,
          [&](Path& next) { write_number(next, readers, count - 1), write_number(next, reads, my_reads - 1); });
}

void Builder::semaphore(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  Slot slot{Slot::Semaphore, object, at, 0};
  z3::Term value = read_number(path, slot).n, yes = c_.truth(true);
  auto becomes = [&](const z3::Term& n) { return [this, slot, n](Path& next) { write_number(next, slot, n); }; };
  if (model::initialises(i.builtin)) {
    z3::Term n = numbers_.as(number(path, i.args[1]), true).n;
    refuse_if(path, n < 0, "a semaphore that begins with too large a value");
    return outcome(path, i, yes, 0, becomes(n));
  }
  refuse_if(path, value == -1, "a semaphore may be used that is not initialised");
  if (model::destroys(i.builtin)) return outcome(path, i, yes, 0, becomes(c_.integer(-1)));
  if (i.builtin == Builtin::SemPost) {
    outcome(path, i, value == model::kMostPosts, model::kSemaphoreFails);
    return outcome(path, i, value != model::kMostPosts, 0, becomes(value + 1));
  }
  if (model::may_give_up(i.builtin)) outcome(path, i, fails_if(value == 0), model::failure_code(i.builtin));
  outcome(path, i, value > 0, 0, becomes(value - 1));
}

void Builder::barrier(Path& path, const Instr& i, uint32_t object, uint32_t at) {
  // Before the path ends: a refusal holds where the path does.
  if (path.section && model::may_block(i.builtin)) throw Refused{"a wait inside an atomic section"};
  Slot slot{Slot::Barrier, object, at, 0}, arrived{Slot::Arrived, object, at, 0}, leaving{Slot::Leaving, object, at, 0},
      serial{Slot::Serial, object, at, 0};
  const z3::Term needed = read_number(path, slot).n, here = read_number(path, arrived).n;
  path.where = path.where && read_number(path, leaving).n == 0;
  if (model::is_plain_write(i.builtin)) flow_.rests[at_].may_give_up = true;  // no step while somebody leaves
  auto becomes = [&](const z3::Term& n) { return [this, slot, n](Path& next) { write_number(next, slot, n); }; };
  Path before = path;
  path.where = c_.truth(false);  // its outcomes go on
  if (model::is_plain_write(i.builtin))
    refuse_if(before, here != 0, "a barrier at which somebody may wait is initialised again or destroyed");
  if (model::initialises(i.builtin)) {
    z3::Term n = numbers_.as(number(before, i.args[1]), false).n;
    refuse_if(before, n >= 65536, "a barrier for very many threads");
    outcome(before, i, n == 0, model::kInvalid);
    return outcome(before, i, n > 0, 0, becomes(n));
  }
  refuse_if(before, needed <= 0, "a barrier may be used that is not initialised");
  if (model::destroys(i.builtin)) return outcome(before, i, c_.truth(true), 0, becomes(c_.integer(0)));
  const std::vector<model::LocalId>& used = live_locals(frames_[before.at.frame].proc, before.at.pc + 1);
  const bool looks = std::find(used.begin(), used.end(), i.dst) != used.end();
  if (looks && plan_.serials.insert(slot).second) throw Again{};
  auto opens = [&](int told) {
    return [this, arrived, leaving, serial, needed, told](Path& next) {
      write_number(next, arrived, c_.integer(0));
      write_number(next, leaving, needed - 1);
      next.seen.acts.push_back({frames_[next.at.frame].proc, next.at.pc, false, true, told != 0});
      if (told >= 0) write_number(next, serial, c_.integer(told));
    };
  };
  const z3::Term last = here + 1 >= needed;
  if (plan_.serials.count(slot)) {
    outcome(before, i, last, model::kSerialThread, opens(1));
    outcome(before, i, last && needed > 1, 0, opens(0));
  } else {
    outcome(before, i, last, 0, opens(-1));
  }
  z3::Term waits = (before.where && !last).simplify();
  if (waits.is_false()) return;
  path = std::move(before);
  path.where = waits;
  write_number(path, arrived, here + 1);
  path.at.phase = Spot::Asleep;
}

// Whoever sleeps when it opens goes on, even if the barrier itself is gone.
void Builder::leave_barrier(Path& path, const Instr& i) {
  Value address = eval(path, i.args[0]);
  uint64_t at = 0;
  if (address.kind != Value::Address || !address.number.n.simplify().is_numeral(at))
    throw Refused{"one of several barriers"};
  Slot leaving{Slot::Leaving, address.object, static_cast<uint32_t>(at), 0}, slot = leaving, serial = leaving;
  slot.kind = Slot::Barrier, serial.kind = Slot::Serial;
  const z3::Term left = read_number(path, leaving).n;
  path.at.phase = Spot::Before;
  path.moved = true;
  auto goes_on = [&](const z3::Term& when, int result) {
    outcome(path, i, left > 0 && when, result, [&](Path& next) {
      write_number(next, leaving, left - 1);
      if (!next.seen.acts.empty()) next.seen.acts.back().serial = result != 0;
      if (result) write_number(next, serial, c_.integer(1));
    });
  };
  if (plan_.serials.count(slot)) {
    const z3::Term told = read_number(path, serial).n == 1;
    goes_on(!told, model::kSerialThread);
    goes_on(told || left > 1, 0);
  } else {
    goes_on(c_.truth(true), 0);
  }
  path.where = c_.truth(false);
}

}  // namespace heddle::flow
