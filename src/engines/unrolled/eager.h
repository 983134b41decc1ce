// SPDX-License-Identifier: GPL-3.0-or-later
// The synchronous model that lazy modelling is compared with (Ganai and Gupta, SPIN 2008, sections 2.1 and 3): one
// shared memory, one depth for all; at each depth a scheduler lets one thread take a step, the others wait where they
// are. Nobody needs a token, but every state has a wait-cycle.
//
// Unlike there, the steps behind an operation that no other thread notices belong to the same depth (--eager-local):
// they commute with everything, and without them a program needs a third of the depths. Races are still seen: of two
// operations in a row the second one begins at the next depth.
#pragma once
#include "engines/unrolled/model.h"

namespace heddle::unrolled {

class Eager : public Model {
 public:
  using Model::Model;

  void advance() override;
  Lit goes_on() override;
  Lit closed() override { return smt::kTrue; }
  semantics::Execution execution(const Suspect& s) const override;
  smt::Clause events() const override;
  std::string switches_text(const Suspect& s) const override;

 private:
  std::vector<Lit> schedule();
  void find_races();

  std::vector<Stepper::States> states_;
  std::vector<bool> begun_;              // threads
  std::vector<std::vector<Lit>> turns_;  // by depth and thread: it is scheduled
  // by depth and thread: accesses of operations that end there
  std::vector<std::vector<std::vector<std::pair<Lit, uint32_t>>>> done_;
  std::vector<std::vector<size_t>> searched_;
  std::shared_ptr<const Contents> contents_;
};

}  // namespace heddle::unrolled
