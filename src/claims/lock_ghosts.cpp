// SPDX-License-Identifier: GPL-3.0-or-later
#include "claims/lock_ghosts.h"

#include <algorithm>

#include "claims/words.h"

namespace heddle::claims {

using model::Builtin;
using model::EventKind;
using model::ExprOp;

namespace {

struct Address {
  model::ObjectId object;
  uint64_t offset;
};

std::optional<Address> constant_address(const model::ExprPool& all, model::ExprId id) {
  const model::Expr& e = all[id];
  if (e.op == ExprOp::Global) return Address{static_cast<model::ObjectId>(e.bits), 0};
  if (e.op != ExprOp::PtrAdd || all[e.b].op != ExprOp::Const) return std::nullopt;
  std::optional<Address> base = constant_address(all, e.a);
  if (base) base->offset += all[e.b].bits;
  return base;
}

enum class Does : uint8_t { Nothing, Locks, LocksAgain, Unlocks, Initialises, Perhaps };

// What a call that takes or gives back a lock for oneself does. Readers do not matter: nobody writes beside them.
Does what(Builtin b) {
  const model::Synchronises object = model::synchronises(b);
  if (model::waits_on_condition(b)) return Does::LocksAgain;
  if (object != model::Synchronises::Mutex && object != model::Synchronises::RwLock &&
      object != model::Synchronises::SpinLock)
    return Does::Nothing;
  if (model::initialises(b)) return Does::Initialises;
  switch (model::event_kind(b)) {
    case EventKind::Lock: return model::may_give_up(b) ? Does::Perhaps : Does::Locks;
    case EventKind::TryLock: return b == Builtin::RwTryReadLock ? Does::Nothing : Does::Perhaps;
    case EventKind::Unlock: return Does::Unlocks;
    default: return Does::Nothing;
  }
}

}  // namespace

const char* name_of_call(Builtin b) {
  static constexpr std::pair<Builtin, const char*> kNames[] = {
      {Builtin::MutexLock, "pthread_mutex_lock"},      {Builtin::MutexUnlock, "pthread_mutex_unlock"},
      {Builtin::RwWriteLock, "pthread_rwlock_wrlock"}, {Builtin::RwUnlock, "pthread_rwlock_unlock"},
      {Builtin::SpinLock, "pthread_spin_lock"},        {Builtin::SpinUnlock, "pthread_spin_unlock"},
      {Builtin::CondWait, "pthread_cond_wait"},        {Builtin::CondTimedWait, "pthread_cond_timedwait"},
      {Builtin::ThreadJoin, "pthread_join"},
  };
  for (const auto& [builtin, name] : kNames)
    if (builtin == b) return name;
  return nullptr;
}

const std::optional<LockGhost>& LockGhosts::of(model::ObjectId lock, uint64_t offset) {
  auto [it, is_new] = known_.try_emplace({lock, offset});
  if (is_new) it->second = make(lock, offset);
  return it->second;
}

std::string LockGhosts::name(model::ObjectId lock, uint64_t offset) const {
  std::string name = p_.objects[lock].name + model::path_to_lock(p_, p_.objects[lock].type, offset) + "_locked";
  for (char& c : name)
    if (!is_identifier(std::string("_") + c)) c = '_';
  auto taken = [&](const std::string& n) {
    return std::any_of(p_.objects.begin(), p_.objects.end(), [&](const auto& o) { return o.name == n; }) ||
           std::any_of(p_.sites.begin(), p_.sites.end(), [&](const auto& s) { return s.name == n; }) ||
           std::any_of(p_.procedures.begin(), p_.procedures.end(),
                       [&](const model::Procedure& f) {
                         return f.name == n || std::any_of(f.locals.begin(), f.locals.end(),
                                                           [&](const auto& l) { return l.name == n; });
                       }) ||
           std::any_of(known_.begin(), known_.end(),
                       [&](const auto& k) { return k.second && k.second->ghost.name == n; });
  };
  while (taken(name)) name += "_";
  return name;
}

bool LockGhosts::may_be(model::ProcId f, model::ExprId address, model::ObjectId lock) const {
  return analyses_.points_to_if_modelled().objects(f, address).has(analysis::abstract_object(p_, lock));
}

// pthread_mutex_init(&m, 0), wherever it may be this mutex.
bool LockGhosts::is_normal_after(model::ProcId init, model::ObjectId lock) const {
  for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
    for (const model::Instr& i : p_.procedures[f].code) {
      if (i.kind == model::InstrKind::CallPointer) {
        const std::vector<model::ProcId> targets = analyses_.points_to_if_modelled().targets(f, i.a);
        if (std::find(targets.begin(), targets.end(), init) != targets.end()) return false;
      }
      if (i.kind != model::InstrKind::Call || i.callee != init || !may_be(f, i.args[0], lock)) continue;
      if (p_.exprs[i.args[1]].op != ExprOp::Const || p_.exprs[i.args[1]].bits != 0) return false;
    }
  return p_.procedures[init].library && p_.procedures[init].name == "pthread_mutex_init";
}

std::optional<LockGhost> LockGhosts::make(model::ObjectId lock, uint64_t offset) const {
  const model::Object& object = p_.objects[lock];
  // A static initialiser for another kind of mutex has a bit that is set.
  if (object.thread_local_ || object.internal || object.external ||
      std::any_of(object.init.begin(), object.init.end(), [](uint8_t b) { return b != 0; }))
    return std::nullopt;
  LockGhost made;
  for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
    for (const model::Instr& i : p_.procedures[f].code) {
      const Does does = i.kind == model::InstrKind::Builtin ? what(i.builtin) : Does::Nothing;
      if (does == Does::Nothing) continue;
      const model::ExprId argument = i.args[does == Does::LocksAgain ? 1 : 0];
      const std::optional<Address> at = constant_address(p_.exprs, argument);
      if (at && (at->object != lock || at->offset != offset)) continue;
      if (!at && !may_be(f, argument, lock)) continue;
      const bool known = at && !p_.procedures[f].library && name_of_call(i.builtin);
      switch (does) {
        case Does::Locks:
        case Does::LocksAgain:
          if (!known) return std::nullopt;
          made.exact &= does == Does::Locks;
          break;
        case Does::Unlocks:
          made.exact &= known;
          if (!known) continue;
          break;
        case Does::Initialises:
          made.exact = false;
          if (i.builtin == Builtin::MutexInit &&
              (p_.exprs[i.args[1]].op != ExprOp::Const || p_.exprs[i.args[1]].bits != 0) && !is_normal_after(f, lock))
            return std::nullopt;  // recursive, perhaps
          continue;
        case Does::Perhaps: return std::nullopt;
        case Does::Nothing: continue;
      }
      made.ghost.updates.push_back(
          {{p_.files[i.pos.file], p_.procedures[f].name, i.pos.line, i.pos.column, name_of_call(i.builtin), false},
           does == Does::Unlocks ? "0" : "1",
           does != Does::Unlocks});
    }
  made.ghost.name = name(lock, offset);
  return made;
}

}  // namespace heddle::claims
