// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts for locks that are global variables: `m_locked` is set by every call that may lock m, and cleared by those
// that unlock it.
//
// While a thread sleeps on a condition the mutex is not its own, and the ghost may still be set: it says too much
// rather than too little. The wait sets it again. So what holds while the lock is free, "m_locked || x == 0", is true;
// only where the ghost is exact, "m_locked == 0" may be used the other way round, too.
#pragma once
#include <map>
#include <optional>

#include "analysis/analyses.h"
#include "trace/claims.h"

namespace heddle::claims {

struct LockGhost {
  trace::Ghost ghost;
  bool exact = true;
};

class LockGhosts {
 public:
  explicit LockGhosts(const analysis::Analyses& analyses) : analyses_(analyses), p_(analyses.program()) {}
  // Nothing if there are operations of which it is not known whether they lock this one, or how often.
  const std::optional<LockGhost>& of(model::ObjectId lock, uint64_t offset);

 private:
  std::optional<LockGhost> make(model::ObjectId lock, uint64_t offset) const;
  bool is_normal_after(model::ProcId init, model::ObjectId lock) const;
  bool may_be(model::ProcId f, model::ExprId address, model::ObjectId lock) const;
  std::string name(model::ObjectId lock, uint64_t offset) const;

  const analysis::Analyses& analyses_;
  const model::Program& p_;
  std::map<std::pair<model::ObjectId, uint64_t>, std::optional<LockGhost>> known_;
};

// Calls of the library of which a witness can say where they are: `pthread_mutex_lock` for MutexLock; else null.
const char* name_of_call(model::Builtin b);

}  // namespace heddle::claims
