// SPDX-License-Identifier: GPL-3.0-or-later
// The synchronous model that lazy modelling is compared with (Ganai and Gupta, SPIN 2008, sections 2.1 and 3): one
// shared memory, one depth for all; at each depth a scheduler lets one thread take a step, the others wait where they
// are. Nobody needs a token, but every state has a wait-cycle.
//
// Unlike there, the steps behind an operation that no other thread notices belong to the same depth (--eager-local):
// they commute with everything, and without them a program needs a third of the depths. Races are still seen: of two
// operations in a row the second one begins at the next depth. Unless --reduction none asks for all interleavings,
// chains of operations that move right happen at one depth, too: a critical section is a single step (movers.cpp).
//
// With --reduction mpor and sir the scheduler is constrained (reduction.h) and may stop for good. Then an operation of
// a third thread may come between the two that race, so the question is whether a thread waits at its access while the
// other one executes its own.
#pragma once
#include <optional>

#include "engines/unrolled/model.h"
#include "engines/unrolled/reduction.h"

namespace heddle::unrolled {

class Eager : public Model {
 public:
  Eager(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, smt::Circuit& circuit,
        const Switches& switches, const Plan& plan)
      : Model(p, points_to, control, circuit, switches, plan) {
    if (switches.monotonic) monotonic_.emplace(circuit, switches.facts, switches.races);
  }

  void advance() override;
  Lit goes_on() override;
  Lit closed() override { return smt::kTrue; }
  semantics::Execution execution(const Suspect& s) const override;
  smt::Clause events() const override;
  std::string switches_text(const Suspect& s) const override;

 private:
  std::vector<Lit> schedule();
  void let_stop(const std::vector<Lit>& turn);
  void step(State s, bool first);
  void take(unsigned t, State s, Stepper::States& after);
  void go_on(unsigned t, Stepper::States& after);
  void find_races();
  void note_while_waiting(const std::vector<Lit>& turn);
  void find_races_while_waiting();
  unsigned begin_of_first(const Suspect& s) const;

  std::vector<Stepper::States> states_;
  std::vector<bool> begun_;              // threads
  std::vector<std::vector<Lit>> turns_;  // by depth and thread: it is scheduled
  // by depth and thread: accesses of operations that end there
  std::vector<std::vector<std::vector<std::pair<Lit, uint32_t>>>> done_;
  std::vector<std::vector<size_t>> searched_;
  std::shared_ptr<const Contents> contents_;
  std::shared_ptr<Contents> next_;  // behind this depth

  // A thread is in a section that waits. Nothing follows: what it has written there nobody may see. In the execution
  // that goes on the thread has not entered the section yet.
  Lit stuck_ = smt::kFalse;

  // With a reduction.
  std::optional<Monotonic> monotonic_;
  Signature* signature_ = nullptr;  // of the chain that is taken
  Lit going_ = smt::kTrue;          // the scheduler has not stopped
  // Accesses that happen in the same place, whenever: by depth and number.
  struct Alike {
    unsigned thread = 0;
    std::vector<std::pair<unsigned, uint32_t>> done;  // depth at which it ended, and touch
  };
  std::vector<Alike> alike_;
  std::map<std::vector<uint64_t>, uint32_t> alike_ids_;
  using Seen = std::map<uint32_t, Lit>;     // which of them have happened while a thread waits
  std::vector<Seen> seen_;                  // by thread
  std::vector<std::vector<Seen>> seen_at_;  // by depth and thread
};

}  // namespace heddle::unrolled
