// SPDX-License-Identifier: GPL-3.0-or-later
// Thread slots: create, join, detach, the end of a thread, and who waits for whom.
#include "judge/enumerator/machine.h"

namespace heddle::oracle {

using model::Builtin;
using model::Instr;

namespace {
constexpr uint64_t kAge = 1000, kAges = 4;  // a handle: slot + 1, and how often the slot got a new number, in thousands
constexpr uint64_t kCancelled = 125;
constexpr Ordering kNoOrder{false, false, false};
}  // namespace

void Machine::start_thread(unsigned slot, model::ProcId proc) {
  Thread& t = s_.threads[slot];
  t = {};
  t.handle = slot + 1;
  t.status = Thread::Active;
  Frame f;
  f.proc = proc;
  f.locals.resize(p_.procedures[proc].locals.size(), uninitialised());
  t.frames.push_back(std::move(f));
  for (model::ObjectId i = 0; i < p_.objects.size(); ++i) {
    if (!p_.objects[i].thread_local_) continue;
    ObjId id = s_.next++;
    auto instance = std::make_shared<Object>(*image_.statics[i]);
    instance->kind = Object::ThreadLocal;
    s_.objects[id] = std::move(instance);
    t.tls[i] = id;
  }
}

void Machine::create(const Instr& in) {
  unsigned width = p_.pointer_width;
  Address handle = resolve(eval(in.args[0]), width / 8);
  uint64_t detached = number(in.args[1]);
  Value function = eval(in.args[2]), argument = eval(in.args[3]);
  if (function.tag != Tag::Fn || function.bits != 0) undefined("a thread starts in something that is not a function");
  const model::Procedure& f = p_.procedures[function.id];
  if (f.code.empty() || f.params > 1) unsupported("a thread starts in " + f.name);
  unsigned slot = 0;
  while (slot < s_.threads.size() && s_.threads[slot].status != Thread::Free) ++slot;
  if (slot == s_.threads.size()) unsupported("too many threads");
  touch(handle, width / 8, true, false);
  // In a slot that was used before the thread may be known by the old number or by a new one.
  uint64_t number = slot + 1;
  if (uint64_t old = s_.threads[slot].handle) number = choices_.choose(2) ? (old + kAge) % (kAge * kAges) : old;
  store(handle, width, integer(number));
  start_thread(slot, function.id);
  deeds.push_back({Deed::Create, slot_, slot, {}});
  s_.threads[slot].handle = number;
  s_.threads[slot].detached = detached != 0;
  if (f.params == 1) s_.threads[slot].frames[0].locals[0] = argument;
  finish_int(in, 0);
}

Thread& Machine::joinable(model::ExprId handle, bool detached_too) {
  uint64_t h = number(handle);
  uint64_t slot = h % kAge;
  if (slot == 0 || slot > s_.threads.size()) undefined("a handle of no thread");
  Thread& t = s_.threads[slot - 1];
  if (t.handle != h) undefined("a handle of a thread that was there before");
  bool gone = t.status == Thread::Free || (t.status == Thread::Ended && t.detached);
  if (gone || (t.detached && !detached_too)) undefined("a handle of a thread that was joined or detached");
  return t;
}

// Nobody has a use for the ended thread any more. Its slot stays taken while locks name it, or they would pass to the
// next one.
void Machine::free_slot(Thread& t) {
  uint32_t held = t.held;
  uint64_t handle = t.handle;
  t = {};
  t.handle = handle;
  if (held == 0) return;
  t.status = Thread::Ended;
  t.detached = true;
  t.held = held;
}

void Machine::join(const Instr& in) {
  Thread& t = joinable(in.args[0]);
  if (&t == &thread()) return finish_int(in, 35);
  if (in.builtin == Builtin::ThreadCancelJoin && ends_wait(in, t.status == Thread::Ended))
    return finish_int(in, kCancelled);
  if (t.status != Thread::Ended) {
    if (in.builtin == Builtin::ThreadTryJoin) return finish_int(in, 16);
    throw Blocked{};
  }
  deeds.push_back({Deed::Join, slot_, static_cast<unsigned>(&t - s_.threads.data()), {}});
  Value out = eval(in.args[1]);
  if (out != integer(0)) {
    Address a = resolve(out, p_.pointer_width / 8);
    touch(a, p_.pointer_width / 8, true, false);
    store(a, p_.pointer_width, t.result);
  }
  free_slot(t);
  finish_int(in, 0);
}

void Machine::cancel(const Instr& in) {
  Thread& t = joinable(in.args[0], true);
  touch(resolve(eval(in.args[1]), 4), 4, true, true, kNoOrder);
  if (t.status == Thread::Active) t.cancelled = true;
  finish_int(in, 0);
}

bool Machine::asked_to_end(const Instr& in) {
  touch(resolve(eval(in.args.back()), 4), 4, false, true, kNoOrder);
  return thread().cancelled && !thread().exiting;
}

// When the wait is over anyway, it is open which of the two happens.
bool Machine::ends_wait(const Instr& in, bool ready) { return asked_to_end(in) && (!ready || choices_.choose(2) == 1); }

void Machine::detach(const Instr& in) {
  Thread& t = joinable(in.args[0]);
  if (t.status == Thread::Ended)
    free_slot(t);
  else
    t.detached = true;
  finish_int(in, 0);
}

void Machine::thread_builtin(const Instr& in) {
  const Builtin b = in.builtin;
  if (b == Builtin::ThreadCreate) return create(in);
  if (b == Builtin::ThreadDetach) return detach(in);
  if (b == Builtin::ThreadCancel) return cancel(in);
  if (b == Builtin::ThreadCancelled) return finish_int(in, asked_to_end(in));
  if (b == Builtin::ThreadSelf) return finish_int(in, thread().handle);
  if (b == Builtin::ThreadExit) {
    consume(in);
    return begin_exit(eval(in.args[0]));
  }
  if (model::event_kind(b) != model::EventKind::Join) unsupported(std::string("builtin ") + model::name(b));
  join(in);
}

// The thread has left its start function or called pthread_exit; what is left is Program::thread_exit.
void Machine::begin_exit(Value result) {
  while (!thread().frames.empty()) leave_frame();
  bool again = thread().exiting;
  thread().exiting = true;
  thread().result = result;
  if (p_.thread_exit == model::kNone || again) return end_thread();
  call(p_.thread_exit, {});
}

void Machine::end_thread() {
  follow(Doing::Ended, nullptr);
  Thread& t = thread();
  for (auto& [name, id] : t.tls) kill(id);
  t.tls.clear();
  t.status = Thread::Ended;
  t.cancelled = false;
  if (t.detached) free_slot(t);
}

std::vector<unsigned> Machine::waits_for(unsigned slot) {
  enter(slot);
  std::vector<unsigned> holders;
  auto owner = [&](const Address& a) {
    if (uint64_t o = read_field(a, 0, 2)) holders.push_back(static_cast<unsigned>(o - 1));
  };
  auto readers = [&](const Address& a) {
    for (unsigned i = 0; i < kMaxThreads; ++i)
      if (read_field(a, 8 + i, 1)) holders.push_back(i);
  };
  try {
    if (thread().wait.kind == Wait::Reacquire) owner(thread().wait.mutex);
    if (thread().wait.kind != Wait::None || instr().kind != model::InstrKind::Builtin) return holders;
    const Builtin b = instr().builtin;
    if (b == Builtin::RwWriteLock) readers(resolve(eval(instr().args[0]), 8 + kMaxThreads));
    if (b == Builtin::MutexLock || b == Builtin::SpinLock || b == Builtin::RwReadLock || b == Builtin::RwWriteLock)
      owner(resolve(eval(instr().args[0]), 4));
    if (b == Builtin::ThreadJoin) holders.push_back(static_cast<unsigned>(number(instr().args[0]) % kAge - 1));
  } catch (const Park&) {
    holders.clear();
  }
  return holders;
}

std::optional<std::pair<Address, unsigned>> Machine::lock_it_needs(unsigned slot) {
  enter(slot);
  std::optional<Address> lock;
  try {
    const Wait& w = thread().wait;
    if (w.kind == Wait::Reacquire || w.kind == Wait::Cond || w.kind == Wait::CondTimed) lock = w.mutex;
    if (w.kind == Wait::None && instr().kind == model::InstrKind::Builtin) {
      const Builtin b = instr().builtin;
      if (b == Builtin::MutexLock || b == Builtin::SpinLock || b == Builtin::RwReadLock || b == Builtin::RwWriteLock)
        lock = resolve(eval(instr().args[0]), 4);
    }
    if (!lock) return std::nullopt;
    const uint64_t owner = read_field(resolve(Value{Tag::Obj, lock->object, lock->offset, 0}, 4), 0, 2);
    if (owner == 0 || owner == self()) return std::nullopt;
    return std::pair{*lock, static_cast<unsigned>(owner - 1)};
  } catch (const Park&) {
    return std::nullopt;
  }
}

std::optional<unsigned> Machine::pass_join(unsigned slot) {
  enter(slot);
  if (thread().status != Thread::Active || thread().wait.kind != Wait::None) return std::nullopt;
  const Instr& in = instr();
  if (in.kind != model::InstrKind::Builtin || in.builtin != Builtin::ThreadJoin) return std::nullopt;
  try {
    const Thread& other = joinable(in.args[0]);
    if (&other == &thread() || eval(in.args[1]) != integer(0)) return std::nullopt;
    const unsigned joined = static_cast<unsigned>(&other - s_.threads.data());
    finish_int(in, 0);
    run_local(slot);
    return joined;
  } catch (const Park&) {
    return std::nullopt;
  }
}

}  // namespace heddle::oracle
