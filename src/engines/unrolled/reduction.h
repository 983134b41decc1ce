// SPDX-License-Identifier: GPL-3.0-or-later
// Which interleavings bmc-eager leaves out (--reduction mpor and sir). Monotonic partial-order reduction: V. Kahlon, C.
// Wang and A. Gupta, "Monotonic Partial Order Reduction: An Optimal Symbolic Partial Order Reduction Technique", CAV
// 2009. Schedule insensitivity reduction: V. Kahlon, FASE 2012, section 6, from which the names DEP, SS, SDC and S are.
//
// Threads take turns in the order of their numbers, unless dependent transitions force another order: thread i may take
// a transition only if each thread j > i has not run yet, or there is a chain of dependent transitions from the last
// one of j to this one, or to one of a thread below i since. With mpor two transitions depend on each other if they
// conflict, with sir only if some condition, or a race, can also notice their order (transactions/facts.h).
//
// Where the paper is brief:
// - Steps in atomic sections depend on everything. The section is one transition, but it takes several depths.
// - The scheduler may stop for good. The one order of a class that is left need not be the beginning of a longer one,
//   so a violation that is found at some depth would be lost at the next.
// - With sir, accesses that conflict and are not both atomic stay dependent, if races are looked for: whether they may
//   race is what is asked, and nothing that is known of conditions answers it. If races are not looked for, an access
//   that is insensitive to all others belongs to the transition before it and takes no depth (control.h), as in
//   Algorithm 1.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "engines/unrolled/dependence.h"
#include "smt/bits.h"
#include "transactions/facts.h"

namespace heddle::unrolled {

// What a transition does, as far as others are concerned.
struct Signature {
  std::optional<transactions::Place> place;  // of an access outside of sections; nothing: no condition is asked
  bool everything = false;                   // it depends on all others
  bool atomic = false;
  std::vector<Effect> effects;
};

class Monotonic {
 public:
  using Lit = smt::Lit;
  // facts: null for mpor
  Monotonic(smt::Circuit& c, const transactions::Facts* facts, bool races) : c_(c), facts_(facts), races_(races) {}

  // Thread t may take a transition of this kind now; the literal says that it does.
  void may_take(unsigned t, Lit takes, Signature s);
  // All of one depth have been told: the scheduling constraint, and everything for the next depth.
  void constrain(const std::vector<Lit>& turn);

 private:
  using SignatureId = uint32_t;
  struct Kind {
    SignatureId id;
    Lit lit;
  };
  struct Thread {
    std::vector<Kind> now;            // may be taken at this depth
    std::map<SignatureId, Lit> last;  // the last transition was such a one
    Lit ran = smt::kFalse;
    std::vector<Lit> chain;  // SDC, by thread: from the last transition of this one to the last of that one
  };
  SignatureId number(const Signature& s);
  bool dependent(SignatureId a, SignatureId b);
  bool depend(const Signature& a, const Signature& b) const;
  Lit dependent_on_last(unsigned l, unsigned i);  // DEP and SS
  void grow(size_t threads);

  smt::Circuit& c_;
  const transactions::Facts* facts_;
  const bool races_;
  std::vector<Signature> signatures_;
  std::map<std::vector<uint64_t>, SignatureId> ids_;
  std::map<std::pair<SignatureId, SignatureId>, bool> dependent_;
  std::vector<Thread> threads_;
};

}  // namespace heddle::unrolled
