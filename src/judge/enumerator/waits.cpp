// SPDX-License-Identifier: GPL-3.0-or-later
// Condition variables (32 initialised bits at byte 0), barriers (count at byte 0, arrived at byte 2, 16 bits each) and
// semaphores (32 bits at byte 0).
#include "judge/enumerator/machine.h"
#include "model/sizes.h"

namespace heddle::oracle {

namespace {
constexpr uint32_t kCancelled = 125;
constexpr uint64_t kMostPosts = 0x7fffffff;
}  // namespace

using model::Builtin;
using model::Instr;

void Machine::cond_wait(const Instr& in) {
  Address c = sync_object(in.args[0], model::Synchronises::Condition);
  Address m = sync_object(in.args[1], model::Synchronises::Mutex);
  uint64_t count = read_field(m, 2, 2);
  read_field(c, 0, 4);
  mutex_kind(m);
  if (read_field(m, 0, 2) != self()) undefined("wait with a mutex that the thread does not hold");
  if (count != 1) unsupported("wait with a mutex that is held more than once");
  write_field(m, 0, 4, 0);
  released();
  Wait& w = thread().wait;
  w.kind =
      in.builtin == Builtin::CondTimedWait || in.builtin == Builtin::CondCancelTimedWait ? Wait::CondTimed : Wait::Cond;
  w.cancellable = in.builtin == Builtin::CondCancelWait || in.builtin == Builtin::CondCancelTimedWait;
  w.on = c;
  w.mutex = m;
}

// The mutex may have been destroyed while the thread slept, hence the new look at its address.
void Machine::reacquire() {
  Wait w = thread().wait;
  const uint32_t length = model::size_of(model::Synchronises::Mutex, p_.pointer_width);
  Address m = resolve(Value{Tag::Obj, w.mutex.object, w.mutex.offset, 0}, length);
  touch(m, length, true, true);
  if (read_field(m, 0, 2) != 0) throw Blocked{};
  write_field(m, 0, 2, self());
  write_field(m, 2, 2, 1);
  ++thread().held;
  thread().wait = {};
  if (w.unrivalled && ends_wait(instr(), true)) w.result = kCancelled;
  follow(Doing::Awake, &instr(), integer(w.result));
  finish_int(instr(), w.result);
}

void Machine::cond_builtin(const Instr& in) {
  if (model::event_kind(in.builtin) == model::EventKind::Wait) return cond_wait(in);
  bool plain = in.builtin == Builtin::CondInit || in.builtin == Builtin::CondDestroy;
  Address c = sync_object(in.args[0], model::Synchronises::Condition, plain);
  if (in.builtin == Builtin::CondInit) {
    write_field(c, 0, 4, 0);
    return finish_int(in, 0);
  }
  read_field(c, 0, 4);
  if (in.builtin == Builtin::CondDestroy) {
    forget(c);
    return finish_int(in, 0);
  }
  std::vector<Thread*> waiting;
  for (Thread& t : s_.threads)
    if ((t.wait.kind == Wait::Cond || t.wait.kind == Wait::CondTimed) && t.wait.on == c) waiting.push_back(&t);
  bool rivals = in.builtin == Builtin::CondSignal && waiting.size() > 1;
  if (in.builtin == Builtin::CondSignal && !waiting.empty())
    waiting = {waiting[choices_.choose(static_cast<unsigned>(waiting.size()))]};
  for (Thread* t : waiting) {
    t->wait.kind = Wait::Reacquire;
    t->wait.result = 0;
    t->wait.unrivalled = t->wait.cancellable && !rivals;
  }
  finish_int(in, 0);
}

void Machine::barrier_wait(const Instr& in) {
  Address b = sync_object(in.args[0], model::Synchronises::Barrier);
  uint64_t count = read_field(b, 0, 2), arrived = read_field(b, 2, 2) + 1;
  if (count == 0) undefined("wait at a barrier that is not initialised");
  follow(Doing::Arrived, &in);
  if (arrived < count) {
    write_field(b, 2, 2, arrived);
    thread().wait.kind = Wait::Barrier;
    thread().wait.on = b;
    return;
  }
  write_field(b, 2, 2, 0);
  std::vector<unsigned> party{slot_};
  for (unsigned i = 0; i < s_.threads.size(); ++i)
    if (s_.threads[i].wait.kind == Wait::Barrier && s_.threads[i].wait.on == b) party.push_back(i);
  unsigned serial = party[choices_.choose(static_cast<unsigned>(party.size()))], arriving = slot_;
  for (unsigned i : party) {
    slot_ = i;
    thread().wait = {};
    // The others learn from the last one, and no longer touch the barrier: it may be destroyed at once.
    if (i != arriving) deeds.push_back({Deed::Join, i, arriving, {}});
    follow(Doing::Passed, &instr(), integer(i == serial));
    finish_int(instr(), i == serial ? ~uint64_t{0} : 0);
  }
  slot_ = arriving;
}

void Machine::barrier_builtin(const Instr& in) {
  if (in.builtin == Builtin::BarrierWait) return barrier_wait(in);
  Address b = sync_object(in.args[0], model::Synchronises::Barrier, true);
  if (in.builtin == Builtin::BarrierDestroy) {
    read_field(b, 0, 4);
    forget(b);
    return finish_int(in, 0);
  }
  uint64_t count = number(in.args[1]);
  if (count > 0xffff) unsupported("a barrier for more than 65535 threads");
  if (count == 0) return finish_int(in, 22);
  write_field(b, 0, 2, count);
  write_field(b, 2, 2, 0);
  finish_int(in, 0);
}

void Machine::semaphore_builtin(const Instr& in) {
  bool plain = in.builtin == Builtin::SemInit || in.builtin == Builtin::SemDestroy;
  Address s = sync_object(in.args[0], model::Synchronises::Semaphore, plain);
  if (in.builtin == Builtin::SemInit) {
    uint64_t first = number(in.args[1]);
    if (first > kMostPosts) unsupported("a semaphore with more than its largest value");
    write_field(s, 0, 4, first);
    return finish_int(in, 0);
  }
  uint64_t value = read_field(s, 0, 4);
  if (in.builtin == Builtin::SemDestroy) {
    forget(s);
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::SemPost) {
    if (value >= kMostPosts) unsupported("a semaphore with more than its largest value");
    write_field(s, 0, 4, value + 1);
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::SemGetValue) {
    Address out = resolve(eval(in.args[1]), 4);
    touch(out, 4, true, false);
    store(out, 32, integer(value));
    return finish_unordered(in, s, 0);
  }
  if (in.builtin == Builtin::SemCancelWait && ends_wait(in, value > 0)) return finish_int(in, kCancelled);
  if (value > 0) {
    write_field(s, 0, 4, value - 1);
    return finish_int(in, 0);
  }
  if (in.builtin == Builtin::SemWait || in.builtin == Builtin::SemCancelWait) throw Blocked{};
  finish_unordered(in, s, ~uint64_t{0});
}

}  // namespace heddle::oracle
