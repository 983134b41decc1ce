// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, locks and the other operations of the library. What becomes of the state of a lock is what `meaning` says;
// here it lives in the first four bytes of the lock: the owner (thread + 1) in the lower half and how often it holds it
// beyond once in the upper one; the writer and the number of readers; the value of a semaphore; how many a barrier
// needs and how many have arrived.
#include "base/check.h"
#include "meaning/synchronisation.h"
#include "meaning/updates.h"
#include "sequential/body.h"

namespace heddle::sequential {

using meaning::Ending;
using model::Builtin;
using model::ExprId;
using model::Instr;
using model::InstrKind;
using model::kNoLocal;
using model::LocalId;
using model::Pc;
using model::Synchronises;

namespace {

using Lock = meaning::LockState<Terms>;
using Rw = meaning::RwState<Terms>;
using BarrierState = meaning::BarrierState<Terms>;

ExprId joined(Terms& t, ExprId low, ExprId high) {
  return t.or_(t.wide(low, 32), t.mul(t.wide(high, 32), t.number(0x10000, 32)));
}
ExprId lower(Terms& t, ExprId word) { return t.low(word, 16); }
ExprId upper(Terms& t, ExprId word) { return t.low(t.lshr(word, t.number(16, 32)), 16); }

ExprId word_of(Terms& t, const Lock& l) { return joined(t, l.owner, l.again); }
ExprId word_of(Terms& t, const Rw& l) { return joined(t, l.writer, l.readers); }
ExprId word_of(Terms& t, const BarrierState& b) { return joined(t, b.needed, b.arrived); }
ExprId word_of(Terms&, ExprId value) { return value; }

// The cases of an operation, the first one that holds being what happens.
class Cases {
 public:
  explicit Cases(Terms& t) : t_(t) {}
  template <class State>
  void operator()(ExprId when, const meaning::Outcome<State>& o) {
    all_.push_back({when, o, word_of(t_, o.after)});
  }
  // May it happen here, at all: it is defined, and need not wait.
  ExprId happens() {
    ExprId result = t_.bit(false);
    for (size_t k = all_.size(); k-- > 0;)
      result = t_.ite(all_[k].when, t_.bit(all_[k].ending.end == Ending::Done), result);
    return result;
  }
  ExprId waits() {
    ExprId result = t_.bit(false);
    for (size_t k = all_.size(); k-- > 0;)
      result = t_.ite(all_[k].when, t_.bit(all_[k].ending.end == Ending::Waits), result);
    return result;
  }
  ExprId after(ExprId before) {
    ExprId word = before;
    for (size_t k = all_.size(); k-- > 0;) {
      const Ending::End end = all_[k].ending.end;
      word = t_.ite(all_[k].when, end == Ending::Done || end == Ending::Waits ? all_[k].after : before, word);
    }
    return word;
  }
  ExprId result() {
    ExprId value = t_.number(0, 32);
    for (size_t k = all_.size(); k-- > 0;)
      value = t_.ite(all_[k].when, t_.number(static_cast<uint32_t>(all_[k].ending.result), 32), value);
    return value;
  }

 private:
  struct Case {
    ExprId when;
    Ending ending;
    ExprId after;
  };
  Terms& t_;
  std::vector<Case> all_;
};

bool writes(model::Builtin b) {
  return b == Builtin::RwWriteLock || b == Builtin::RwTryWriteLock || b == Builtin::RwTimedWriteLock;
}

}  // namespace

void Body::memory_access(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  if (pauses_at(f, pc)) pause(f, pc, Site::Switch);
  if (is_left_out(i)) return give(f, i.dst, t_.number(0, i.width));
  const Memory::Reach blocks = reach(f, i.a);
  const ExprId address = expr(f, i.a);
  if (i.kind == InstrKind::Store) return write(blocks, address, expr(f, i.b));
  const ExprId old = read(blocks, address, i.width);
  if (i.kind == InstrKind::Rmw) write(blocks, address, meaning::updated(t_, i.rmw, old, expr(f, i.b)));
  if (i.kind == InstrKind::CmpXchg) {
    const ExprId same = t_.eq(old, expr(f, i.b));
    write(blocks, address, t_.ite(same, expr(f, i.c), old));
    give(f, i.dst2, same);
  }
  give(f, i.dst, old);
}

void Body::move_block(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  if (pauses_at(f, pc)) pause(f, pc, Site::Switch);
  const ExprId size = expr(f, i.c), to = expr(f, i.a);
  if (!t_.is_constant(size) || t_.value(size) > 512) throw Unsupported("a block of memory of variable or large size");
  const Memory::Reach target{shop_.memory.blocks(f.proc, i.a)};
  const unsigned pointer = q_.pointer_width;
  std::vector<std::pair<ExprId, ExprId>> moved;  // all is read before anything is written
  for (uint64_t at = 0; at < t_.value(size);) {
    unsigned bytes = 8;
    while (at + bytes > t_.value(size)) bytes /= 2;
    const ExprId offset = t_.number(at, pointer);
    ExprId value;
    if (i.kind == InstrKind::Copy) {
      value = read({shop_.memory.blocks(f.proc, i.b)}, t_.add(expr(f, i.b), offset), bytes * 8);
    } else {
      const ExprId byte = t_.wide(expr(f, i.b), bytes * 8);
      value = t_.mul(byte, t_.number(0x0101010101010101ull, bytes * 8));
    }
    moved.emplace_back(t_.add(to, offset), value);
    at += bytes;
  }
  for (auto [address, value] : moved) write(target, address, value);
}

ExprId Body::thread_word(ExprId thread, Memory::Word which) {
  const unsigned pointer = q_.pointer_width;
  return t_.add(t_.number(shop_.memory.threads().base + which, pointer),
                t_.mul(t_.wide(thread, pointer), t_.number(Memory::kThreadWords, pointer)));
}

// In the loop, those who wait for the word must not be let go; or, if that is enough, must have to wait once.
void Body::set_word(const Memory::Reach& blocks, ExprId address, ExprId word) {
  write(blocks, address, word);
  const Label looping = a_.label(), on = a_.label();
  a_.branch(t_.ule(t_.number(shop_.settings.stem, 8), now()), looping, on);
  a_.place(looping);
  a_.call(shop_.released_of(blocks.blocks), {address, t_.low(word, 32)});
  a_.jump(on);
  a_.place(on);
}

void Body::builtin(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  switch (i.builtin) {
    case Builtin::Nondet: {
      const LocalId v = a_.local(i.width);
      a_.input(v, p_.exprs[i.args[0]].bits, p_.exprs[i.args[1]].bits, shop_.site(Site::Input, f.proc, pc), i.text);
      if (model::is_fair_choice(i)) note_choice(f, pc, a_.read(v));
      return give(f, i.dst, a_.read(v));
    }
    case Builtin::Assume: return a_.assume(expr(f, i.args[0]));
    case Builtin::Error:
    case Builtin::AssertFail:
    case Builtin::Abort:
    case Builtin::Exit:
    case Builtin::Unmodelled:
      a_.impossible();
      if (i.dst != kNoLocal) give(f, i.dst, t_.number(0, a_.width(local(f, i.dst))));
      if (i.builtin != Builtin::Unmodelled) a_.jump(exit_);
      return;
    case Builtin::Output:
      if (i.dst != kNoLocal) {
        const LocalId v = a_.local(32);
        a_.input(v, 0, 0x7fffffff, shop_.site(Site::Input, f.proc, pc), "output");
        give(f, i.dst, a_.read(v));
      }
      return;
    case Builtin::Yield: return give(f, i.dst, t_.number(0, 32));
    case Builtin::AtomicBegin:
      pause(f, pc, Site::Switch);
      return a_.assign(depth_, t_.add(a_.read(depth_), t_.number(1, 8)));
    case Builtin::AtomicEnd: return a_.assign(depth_, t_.sub(a_.read(depth_), t_.number(1, 8)));
    case Builtin::Malloc:
    case Builtin::Calloc: return allocate(f, pc);
    case Builtin::Free: return release_block(f, pc);
    case Builtin::Realloc: throw Unsupported("realloc");
    case Builtin::Apart: return;
    case Builtin::ThreadCreate: return start(f, pc);
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadCancelJoin: return join(f, pc);
    case Builtin::ThreadDetach: return give(f, i.dst, t_.number(0, 32));
    case Builtin::ThreadCancel: throw Unsupported("cancellation of threads");
    case Builtin::ThreadCancelled: return give(f, i.dst, t_.number(0, 32));
    case Builtin::ThreadExit: end_thread(t_.wide(expr(f, i.args[0]), 64)); return a_.jump(exit_);
    case Builtin::ThreadSelf:
      return give(f, i.dst, t_.add(t_.number(shop_.memory.of_handle(0), q_.pointer_width), self(q_.pointer_width)));
    case Builtin::None: break;
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      return synchronise(f, pc);
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " has no meaning";
}

void Body::note_choice(const Frame& f, Pc pc, ExprId value) {
  const unsigned bit =
      shop_.choices.try_emplace({f.proc, pc}, static_cast<unsigned>(shop_.choices.size())).first->second;
  if (bit >= 64) throw Unsupported("more than 64 fair choices");
  const Label looping = a_.label(), on = a_.label();
  a_.branch(t_.ule(t_.number(shop_.settings.stem, 8), now()), looping, on);
  a_.place(looping);
  const ExprId mask = t_.number(uint64_t{1} << bit, 64), taken = t_.no(t_.eq(value, t_.constant(0, value)));
  for (auto [object, bits] :
       {std::pair(shop_.choices_made, mask), std::pair(shop_.choices_taken, t_.ite(taken, mask, t_.number(0, 64)))}) {
    const LocalId before = a_.local(64);
    a_.load(before, shop_.object(object));
    a_.store(shop_.object(object), t_.or_(a_.read(before), bits));
  }
  a_.jump(on);
  a_.place(on);
}

void Body::synchronise(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach blocks = reach(f, i.args[0]);
  const ExprId address = expr(f, i.args[0]);
  if (model::destroys(i.builtin)) return give(f, i.dst, t_.number(0, 32));
  if (model::initialises(i.builtin)) {
    pause(f, pc, Site::Switch);
    ExprId word = t_.number(0, 32);
    if (i.builtin == Builtin::SemInit) word = t_.low(expr(f, i.args[1]), 32);
    if (i.builtin == Builtin::BarrierInit) word = t_.wide(t_.low(expr(f, i.args[1]), 16), 32);
    write(blocks, address, word);
    const ExprId zero = t_.number(0, 32);
    const uint64_t kind_at = model::mutex_kind_offset(q_.pointer_width);
    if (i.builtin == Builtin::MutexInit && (expr(f, i.args[1]) != zero || may_be_special(blocks)))
      write({blocks.blocks, blocks.offset ? std::optional(*blocks.offset + kind_at) : std::nullopt},
            t_.add(address, t_.number(kind_at, q_.pointer_width)), t_.low(expr(f, i.args[1]), 32));
    return give(f, i.dst, zero);
  }
  switch (model::synchronises(i.builtin)) {
    case Synchronises::Mutex:
    case Synchronises::SpinLock: return mutex(f, pc);
    case Synchronises::RwLock: return rw_lock(f, pc);
    case Synchronises::Semaphore: return semaphore(f, pc);
    case Synchronises::Condition: return model::waits_on_condition(i.builtin) ? condition_wait(f, pc) : wake(f, pc);
    case Synchronises::Barrier: return barrier(f, pc);
    case Synchronises::None: break;
  }
  HEDDLE_CHECK(false) << "builtin " << model::name(i.builtin) << " does not synchronise";
}

// Initialisers of normal mutexes are zeros.
bool Body::may_be_special(const Memory::Reach& to) {
  for (const model::Procedure& g : p_.procedures)
    for (const Instr& i : g.code)
      if (i.kind == InstrKind::Builtin && i.builtin == Builtin::MutexInit &&
          (p_.exprs[i.args[1]].op != ExprOp::Const || p_.exprs[i.args[1]].bits != model::kNormalMutex))
        return true;
  for (uint32_t b : to.blocks)
    if (b < p_.objects.size())
      for (uint8_t byte : p_.objects[b].init)
        if (byte != 0) return true;
  return false;
}

ExprId Body::mutex_kind(const Frame& f, model::ExprId which) {
  Memory::Reach to = reach(f, which);
  if (!may_be_special(to)) return t_.number(model::kNormalMutex, 16);
  const uint64_t inside = model::mutex_kind_offset(q_.pointer_width);
  if (to.offset) *to.offset += inside;
  const ExprId at = t_.add(expr(f, which), t_.number(inside, q_.pointer_width));
  return t_.and_(t_.low(read(to, at, 32), 16), t_.number(3, 16));
}

ExprId Body::lock_mutex(const Frame& f, model::ExprId which, int failure) {
  const Memory::Reach blocks = reach(f, which);
  const ExprId address = expr(f, which), word = read(blocks, address, 32), me = t_.add(self(16), t_.number(1, 16));
  Cases cases(t_);
  meaning::lock(t_, Lock{lower(t_, word), upper(t_, word)}, mutex_kind(f, which), me, failure, cases);
  a_.assume(cases.happens());
  set_word(blocks, address, cases.after(word));
  return cases.result();
}

void Body::release_mutex(const Frame& f, model::ExprId which) {
  const Memory::Reach blocks = reach(f, which);
  const ExprId address = expr(f, which), word = read(blocks, address, 32), me = t_.add(self(16), t_.number(1, 16));
  Cases cases(t_);
  meaning::release_to_sleep(t_, Lock{lower(t_, word), upper(t_, word)}, me, cases);
  a_.assume(cases.happens());
  set_word(blocks, address, cases.after(word));
}

void Body::mutex(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach blocks = reach(f, i.args[0]);
  const ExprId address = expr(f, i.args[0]);
  if (i.builtin == Builtin::MutexUnlock || i.builtin == Builtin::SpinUnlock) {
    pause(f, pc, Site::Switch);
    const ExprId word = read(blocks, address, 32), me = t_.add(self(16), t_.number(1, 16));
    const Lock state{lower(t_, word), upper(t_, word)};
    Cases cases(t_);
    if (i.builtin == Builtin::SpinUnlock)
      meaning::unlock_spin(t_, state, me, cases);
    else
      meaning::unlock_mutex(t_, state, mutex_kind(f, i.args[0]), me, cases);
    a_.assume(cases.happens());
    set_word(blocks, address, cases.after(word));
    return give(f, i.dst, cases.result());
  }
  const int failure = model::failure_code(i.builtin);
  if (failure)
    pause(f, pc, Site::Switch);
  else
    pause(f, pc, Site::Switch, Wait{blocks, address, Goes::WhenUnowned});
  give(f, i.dst, lock_mutex(f, i.args[0], failure));
}

void Body::rw_lock(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach blocks = reach(f, i.args[0]);
  const ExprId address = expr(f, i.args[0]);
  const int failure = model::failure_code(i.builtin);
  if (i.builtin == Builtin::RwUnlock || failure)
    pause(f, pc, Site::Switch);
  else
    pause(f, pc, Site::Switch, Wait{blocks, address, writes(i.builtin) ? Goes::WhenZero : Goes::WhenUnowned});
  const ExprId word = read(blocks, address, 32), me = t_.add(self(16), t_.number(1, 16));
  const Rw state{lower(t_, word), upper(t_, word)};
  Cases cases(t_);
  if (i.builtin == Builtin::RwUnlock)
    meaning::rw_unlock(t_, state, me, t_.no(t_.eq(state.readers, t_.number(0, 16))), cases);
  else
    meaning::rw_lock(t_, state, me, writes(i.builtin), failure, cases);
  a_.assume(cases.happens());
  set_word(blocks, address, cases.after(word));
  give(f, i.dst, cases.result());
}

void Body::semaphore(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach blocks = reach(f, i.args[0]);
  const ExprId address = expr(f, i.args[0]);
  const bool waits = model::may_block(i.builtin);
  if (waits)
    pause(f, pc, Site::Switch, Wait{blocks, address, Goes::WhenNot});
  else
    pause(f, pc, Site::Switch);
  const ExprId word = read(blocks, address, 32);
  if (i.builtin == Builtin::SemGetValue) {
    write(reach(f, i.args[1]), expr(f, i.args[1]), word);
    return give(f, i.dst, t_.number(0, 32));
  }
  Cases cases(t_);
  if (i.builtin == Builtin::SemPost)
    meaning::post(t_, word, cases);
  else
    meaning::take(t_, word, model::failure_code(i.builtin), cases);
  a_.assume(cases.happens());
  set_word(blocks, address, cases.after(word));
  give(f, i.dst, cases.result());
}

// Three steps: release the mutex and fall asleep; wake; lock the mutex again.
void Body::condition_wait(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach words = shop_.memory.thread_words();
  const ExprId asleep = thread_word(a_.read(self_), Memory::Asleep), condition = expr(f, i.args[0]);
  pause(f, pc, Site::Switch);
  release_mutex(f, i.args[1]);
  write(words, asleep, t_.low(condition, 32));
  ExprId result = t_.number(0, 32);
  if (model::has_trait(i.builtin, model::BuiltinInfo::kTimed)) {
    pause(f, pc, Site::Asleep);
    const LocalId late = a_.local(1, "late");
    a_.input(late, 0, 1, shop_.site(Site::TimeOut, f.proc, pc), "time_out");
    a_.assume(t_.either(a_.read(late), t_.eq(read(words, asleep, 32), t_.number(0, 32))));
    write(words, asleep, t_.number(0, 32));
    result = t_.ite(a_.read(late), t_.number(model::kTimedOut, 32), result);
  } else {
    pause(f, pc, Site::Asleep, Wait{words, asleep, Goes::WhenZero});
    a_.assume(t_.eq(read(words, asleep, 32), t_.number(0, 32)));
  }
  const LocalId kept = a_.local(32);
  a_.assign(kept, result);
  pause(f, pc, Site::Relock, Wait{reach(f, i.args[1]), expr(f, i.args[1]), Goes::WhenUnowned});
  lock_mutex(f, i.args[1], 0);
  give(f, i.dst, a_.read(kept));
}

void Body::wake(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach words = shop_.memory.thread_words();
  const ExprId condition = t_.low(expr(f, i.args[0]), 32), awake = t_.number(0, 32);
  const unsigned threads = shop_.settings.threads;
  pause(f, pc, Site::Switch);
  if (i.builtin == Builtin::CondSignal) {
    const LocalId who = a_.local(8, "woken");
    a_.input(who, 0, threads, shop_.site(Site::Wake, f.proc, pc), "woken");
    ExprId nobody = t_.bit(true);
    for (unsigned t = 0; t < threads; ++t) {
      const ExprId at = thread_word(t_.number(t, 16), Memory::Asleep);
      nobody = t_.both(nobody, t_.no(t_.eq(read(words, at, 32), condition)));
    }
    const Label some = a_.label(), none = a_.label(), done = a_.label();
    a_.branch(t_.eq(a_.read(who), t_.number(threads, 8)), none, some);
    a_.place(none);
    a_.assume(nobody);
    a_.jump(done);
    a_.place(some);
    const ExprId at = thread_word(t_.wide(a_.read(who), 16), Memory::Asleep);
    a_.assume(t_.eq(read(words, at, 32), condition));
    set_word(words, at, awake);
    a_.jump(done);
    a_.place(done);
  } else {
    for (unsigned t = 0; t < threads; ++t) {
      const ExprId at = thread_word(t_.number(t, 16), Memory::Asleep);
      const Label wakes = a_.label(), next = a_.label();
      a_.branch(t_.eq(read(words, at, 32), condition), wakes, next);
      a_.place(wakes);
      set_word(words, at, awake);
      a_.jump(next);
      a_.place(next);
    }
  }
  give(f, i.dst, t_.number(0, 32));
}

// Whoever comes last opens it, and has the special result.
void Body::barrier(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Memory::Reach blocks = reach(f, i.args[0]), words = shop_.memory.thread_words();
  const ExprId address = expr(f, i.args[0]), name = t_.low(address, 32);
  pause(f, pc, Site::Switch);
  const ExprId word = read(blocks, address, 32);
  Cases cases(t_);
  meaning::arrive(t_, BarrierState{lower(t_, word), upper(t_, word)}, cases);
  a_.assume(t_.either(cases.happens(), cases.waits()));
  write(blocks, address, cases.after(word));
  const LocalId result = a_.local(32), opens = a_.local(1);
  a_.assign(opens, cases.happens());
  const Label open = a_.label(), sleep = a_.label(), done = a_.label();
  a_.branch(a_.read(opens), open, sleep);
  a_.place(open);
  for (unsigned t = 0; t < shop_.settings.threads; ++t) {
    const ExprId at = thread_word(t_.number(t, 16), Memory::Asleep);
    const Label wakes = a_.label(), next = a_.label();
    a_.branch(t_.eq(read(words, at, 32), name), wakes, next);
    a_.place(wakes);
    set_word(words, at, t_.number(0, 32));
    a_.jump(next);
    a_.place(next);
  }
  a_.assign(result, t_.number(static_cast<uint32_t>(model::kSerialThread), 32));
  a_.jump(done);
  a_.place(sleep);
  const ExprId asleep = thread_word(a_.read(self_), Memory::Asleep);
  write(words, asleep, name);
  pause(f, pc, Site::Asleep, Wait{words, asleep, Goes::WhenZero});
  a_.assume(t_.eq(read(words, asleep, 32), t_.number(0, 32)));
  a_.assign(result, t_.number(0, 32));
  a_.jump(done);
  a_.place(done);
  give(f, i.dst, a_.read(result));
}

// The first block of the pool that is free. Blocks that are not in use hold zeros.
void Body::allocate(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const Block& b = shop_.memory.of_site(i.site);
  const Memory::Reach uses = shop_.memory.use_words();
  const unsigned pointer = q_.pointer_width;
  const LocalId address = a_.local(pointer, "block");
  const Label done = a_.label();
  for (unsigned slot = 0; slot < b.slots; ++slot) {
    const ExprId use = t_.number(shop_.memory.in_use(i.site, slot), pointer);
    const Label free = a_.label(), next = a_.label();
    a_.branch(t_.eq(read(uses, use, 8), t_.number(0, 8)), free, next);
    a_.place(free);
    write(uses, use, t_.number(1, 8));
    a_.assign(address, t_.number(b.base + slot * b.size, pointer));
    a_.jump(done);
    a_.place(next);
  }
  a_.impossible();
  a_.assign(address, t_.number(0, pointer));
  a_.jump(done);
  a_.place(done);
  give(f, i.dst, a_.read(address));
}

void Body::release_block(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  if (pauses_at(f, pc)) pause(f, pc, Site::Switch);
  const unsigned pointer = q_.pointer_width;
  const ExprId address = expr(f, i.args[0]);
  const Memory::Reach uses = shop_.memory.use_words();
  const Label done = a_.label(), some = a_.label();
  a_.branch(t_.eq(address, t_.number(0, pointer)), done, some);
  a_.place(some);
  for (uint32_t k : shop_.memory.blocks(f.proc, i.args[0])) {
    if (k < p_.objects.size() || p_.sites[k - p_.objects.size()].kind != model::Site::Heap) continue;
    const Block& b = shop_.memory.block(k);
    for (unsigned slot = 0; slot < b.slots; ++slot) {
      const ExprId start = t_.number(b.base + slot * b.size, pointer);
      const Label here = a_.label(), next = a_.label();
      a_.branch(t_.eq(address, start), here, next);
      a_.place(here);
      const auto site = static_cast<model::SiteId>(k - p_.objects.size());
      const ExprId use = t_.number(shop_.memory.in_use(site, slot), pointer);
      a_.assume(t_.eq(read(uses, use, 8), t_.number(1, 8)));
      write(uses, use, t_.number(0, 8));
      for (uint64_t at = 0; at < b.size; at += 8) write({{k}}, t_.add(start, t_.number(at, pointer)), t_.number(0, 64));
      a_.jump(done);
      a_.place(next);
    }
  }
  a_.impossible();
  a_.jump(done);
  a_.place(done);
}

// Only before the loop: each round of it would start another one.
void Body::start(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  pause(f, pc, Site::Switch);
  a_.assume(t_.ult(now(), t_.number(shop_.settings.stem, 8)));
  const unsigned pointer = q_.pointer_width;
  const LocalId count = a_.local(8, "count");
  a_.load(count, shop_.object(shop_.started));
  a_.assume(t_.ult(a_.read(count), t_.number(shop_.settings.threads - 1, 8)));
  const LocalId number = a_.local(8, "number");
  a_.assign(number, t_.add(a_.read(count), t_.number(1, 8)));
  a_.store(shop_.object(shop_.started), a_.read(number));
  auto field = [&](unsigned k) {
    return shop_.word(shop_.begins,
                      t_.add(t_.mul(t_.wide(a_.read(number), pointer), t_.number(3, pointer)), t_.number(k, pointer)));
  };
  a_.store(field(0), t_.wide(expr(f, i.args[2]), 64));
  a_.store(field(1), t_.wide(expr(f, i.args[3]), 64));
  a_.store(field(2), t_.wide(now(), 64));
  write(reach(f, i.args[0]), expr(f, i.args[0]),
        t_.add(t_.number(shop_.memory.of_handle(0), pointer), t_.wide(a_.read(number), pointer)));
  give(f, i.dst, t_.number(0, 32));
}

void Body::join(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const unsigned pointer = q_.pointer_width;
  const Memory::Reach words = shop_.memory.thread_words();
  const ExprId thread = t_.sub(expr(f, i.args[0]), t_.number(shop_.memory.of_handle(0), pointer));
  const ExprId ended = thread_word(thread, Memory::Ended);
  if (i.builtin == Builtin::ThreadTryJoin)
    pause(f, pc, Site::Switch);
  else
    pause(f, pc, Site::Switch, Wait{words, ended, Goes::WhenNot});
  a_.assume(t_.ult(thread, t_.number(shop_.settings.threads, pointer)));
  const ExprId over = t_.no(t_.eq(read(words, ended, 32), t_.number(0, 32)));
  const Label yes = a_.label(), done = a_.label(), no = a_.label();
  const LocalId result = a_.local(32);
  a_.branch(over, yes, no);
  a_.place(yes);
  if (ExprId to = expr(f, i.args[1]); !t_.is_constant(to) || t_.value(to) != 0) {
    const Label store = a_.label(), on = a_.label();
    a_.branch(t_.eq(to, t_.number(0, pointer)), on, store);
    a_.place(store);
    write(reach(f, i.args[1]), to, read(words, thread_word(thread, Memory::Result), pointer));
    a_.jump(on);
    a_.place(on);
  }
  a_.assign(result, t_.number(0, 32));
  a_.jump(done);
  a_.place(no);
  if (i.builtin != Builtin::ThreadTryJoin) a_.impossible();
  a_.assign(result, t_.number(model::kBusy, 32));
  a_.jump(done);
  a_.place(done);
  give(f, i.dst, a_.read(result));
}

}  // namespace heddle::sequential
