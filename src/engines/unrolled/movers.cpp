// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that bmc-eager takes together with the next one of their thread, at one depth: those that move right (R.
// J. Lipton, "Reduction: A Method of Proving Properties of Parallel Programs", CACM 1975; C. Flanagan and S. Qadeer,
// "Transactions for Software Model Checking", SoftMC 2003). An operation moves right if whatever another thread does
// directly behind it could as well be done directly before it, with the same outcome. So every failure also happens in
// an execution in which each such operation is directly followed by the next operation of its thread: let it move to
// the right until it is there. If its thread does nothing more, it moves behind the end and is left out.
//
// What moves right:
// - Taking a mutex or a spin lock. Directly behind it nobody else can take the lock or give it back. Others could try
//   to take it, initialise or destroy it: taking such a lock does not count as moving right.
// - An access to a static object that is guarded: each access to it, by whomever, holds the same lock. So nobody else
//   can be at an access to the object while the thread stands directly behind its own.
// - An access of main while there is no other thread, because all of them were joined or not yet started.
// - Joining a thread without asking for its result. The beginning of a thread.
// A chain of these may end with the release of a lock, which does not move itself. The end of a thread moves left, can
// always be done, and nobody but who joins the thread notices it: it happens together with the operation before it.
//
// Races. A guarded object has none, so its accesses are not looked at. All other accesses begin at a depth of their own
// while races are asked for. Then two threads that stand at conflicting accesses do so in a reduced execution, too: let
// the two accesses be its end. What moves right moves past both, if it is of a third thread; if it is the operation
// before one of the two accesses, nothing asks it to move. If races are not asked for, an access may end a chain.
//
// Which objects are guarded is learnt as in S. Savage et al., "Eraser" (SOSP 1997), as a claim that the search relies
// on; engine explore does the same (explore/lock_discipline.h). By object we keep the locks that all accesses so far
// held. When none is left of an object that a chain has relied upon, the model is given up, and the next one begins
// with what was learnt (Plan). At the end no access that was unrolled breaks a claim. Then no execution does: let v be
// the last step of a shortest one that breaks a claim. Before v all claims hold, so that all but v can be reordered as
// above; what is left out by that is of other threads than v's. So v's thread comes to v in a reduced execution, too,
// with the same locks and the same address, and v was unrolled. The same goes for attempts to take a lock.
//
// Unlike Lipton we have nothing in a chain behind the release but the end of the thread: it need not be shown that
// chains come to their end. A chain that has to wait in its middle is the beginning of an execution like any other.
// Deadlocks are not asked for here. Plain accesses to the bytes of locks are not followed, but nothing is proven where
// there may be some (plain_memory.h).
#include <algorithm>

#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {
bool is_single_access(const Instr& i) {
  return i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Rmw ||
         i.kind == InstrKind::CmpXchg;
}
bool takes_lock(const Instr& i) {
  return i.kind == InstrKind::Builtin && (i.builtin == Builtin::MutexLock || i.builtin == Builtin::SpinLock);
}
bool releases_lock(const Instr& i) {
  return i.kind == InstrKind::Builtin && (i.builtin == Builtin::MutexUnlock || i.builtin == Builtin::SpinUnlock);
}
}  // namespace

// Every other thread was certainly joined, or certainly not started: it, or one of its creators, by this thread.
bool Stepper::is_alone(const State& s) const {
  auto has = [](uint64_t set, unsigned t) { return (set >> t & 1) != 0; };
  auto is_absent = [&](unsigned t) {
    if (has(s.joined, t)) return true;
    while (threads[t].creator >= 0 && threads[t].creator != static_cast<int>(thread_))
      t = static_cast<unsigned>(threads[t].creator);
    return threads[t].creator >= 0 && !has(s.created, t);
  };
  for (unsigned t = 0; t < threads.size(); ++t)
    if (t != thread_ && !is_absent(t)) return false;
  return true;
}

bool Stepper::is_static(size_t abstract) const {
  return abstract < p_.objects.size() && !p_.objects[abstract].thread_local_;
}

// Certainly held by this thread, and by no other. Locks that are made at run time may have the name of an earlier one.
std::set<LockWord> Stepper::exclusive_locks(const State& s) const {
  std::set<LockWord> locks = s.locks;
  std::erase_if(locks, [&](const LockWord& l) {
    return may_be_reset(l) || !is_static(memory[memory[l.object].shadow_of].abstract);
  });
  return locks;
}

// All the objects that may be meant are guarded, as far as is known; the answer is relied upon.
bool Stepper::is_guarded(const State& s, model::ExprId address) {
  const base::BitSet& objects = evaluator_.pointees(top(s).proc, address);
  const std::set<LockWord> held = exclusive_locks(s);
  bool any = false, all = true;
  objects.each([&](size_t o) {
    any = true;
    const uint32_t abstract = static_cast<uint32_t>(o);
    auto known = guards_.find(abstract);
    auto guards = [&](const LockWord& l) { return known == guards_.end() || known->second.count(l) > 0; };
    all &= is_static(o) && !plan_.unguarded.count(abstract) && std::any_of(held.begin(), held.end(), guards);
  });
  if (any && all) objects.each([&](size_t o) { guarded_.insert(static_cast<uint32_t>(o)); });
  return any && all;
}

// Normal mutexes and spin locks that are only locked and unlocked; the answer is relied upon.
bool Stepper::is_plain_lock(const State& s, model::ExprId address) {
  const base::BitSet& objects = evaluator_.pointees(top(s).proc, address);
  bool any = false, all = true;
  objects.each([&](size_t o) {
    any = true;
    const uint32_t abstract = static_cast<uint32_t>(o);
    all &= is_static(o) && !plan_.kinds.count(abstract) && !plan_.reset.count(abstract) &&
           !plan_.tried.count(abstract) && !tried_.count(abstract);
  });
  if (any && all) objects.each([&](size_t o) { plain_locks_.insert(static_cast<uint32_t>(o)); });
  return any && all;
}

void Stepper::note_guards(const State& s, uint32_t object) {
  const Object& o = memory[object];
  if (!settings_.movers || s.alone || o.shadow_of || !is_static(o.abstract) || is_alone(s)) return;
  const std::set<LockWord> held = exclusive_locks(s);
  auto [it, fresh] = guards_.try_emplace(o.abstract, held);
  if (!fresh) std::erase_if(it->second, [&](const LockWord& l) { return !held.count(l); });
  if (!it->second.empty() || !guarded_.count(o.abstract)) return;
  learnt_.unguarded.insert(o.abstract);
  enough_ = false;
}

// Something else is done with a lock than to take it and to give it back.
void Stepper::note_other_use(const State& s, const Instr& i, const std::vector<Target>& at) {
  const model::Synchronises what = model::synchronises(i.builtin);
  if (what != model::Synchronises::Mutex && what != model::Synchronises::SpinLock) return;
  if (!settings_.movers || s.alone || takes_lock(i) || releases_lock(i) || is_alone(s)) return;
  for (const Target& t : at) {
    tried_.insert(memory[t.object].abstract);
    if (!plain_locks_.count(memory[t.object].abstract)) continue;
    learnt_.tried.insert(memory[t.object].abstract);
    enough_ = false;
  }
}

bool Stepper::moves_right(const State& s) {
  if (!settings_.movers || s.ended || s.alone || s.section > 0) return false;
  if (s.micro == model::kNone) return true;
  if (s.micro != 0) return false;
  if (!is_visible(s)) return true;
  const Instr& i = *next(s);
  if (is_single_access(i)) return is_alone(s) || is_guarded(s, i.a);
  if (takes_lock(i)) return is_plain_lock(s, i.args[0]);
  return i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadJoin && is_zero(i.args[1]);
}

bool Stepper::is_zero(model::ExprId e) const { return p_.exprs[e].op == model::ExprOp::Const && p_.exprs[e].bits == 0; }

bool Stepper::ends_chain(const State& s, bool races) {
  if (s.ended || s.alone || s.micro != 0 || s.section > 0 || !is_visible(s)) return false;
  const Instr& i = *next(s);
  return releases_lock(i) ? is_plain_lock(s, i.args[0]) : !races && is_single_access(i);
}

bool Stepper::only_ends(const State& s) const { return settings_.movers && s.ended && s.leaves.empty(); }

}  // namespace heddle::unrolled
