// SPDX-License-Identifier: GPL-3.0-or-later
// All that this room knows about one program. Each fact is computed once, when somebody first asks for it, and stays.
// Processes that are forked later have what was computed before; so whoever forks asks first for what all will need.
// Not for several threads at once.
//
// The program is finished (prepare.h) and does not change as long as this object lives.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/footprints.h"
#include "analysis/instruction_effects.h"
#include "analysis/patience.h"
#include "analysis/points_to.h"
#include "analysis/thread_starts.h"
#include "analysis/visible.h"
#include "analysis/waiting_loops.h"
#include "model/program.h"

namespace heddle::analysis {

class Analyses {
 public:
  explicit Analyses(const model::Program& p, Patience patience = {}) : program_(p), patience_(patience) {}
  // With points-to sets that are known already.
  Analyses(const model::Program& p, std::shared_ptr<const PointsTo> points_to, Patience patience)
      : program_(p), patience_(patience), points_to_(std::move(points_to)) {}
  // Of a copy of the other's program that differs from it only in how executions end: addresses go the same ways, so
  // the points-to sets are the same. The other program has to live as long as this object.
  Analyses(const model::Program& p, const Analyses& alike)
      : program_(p),
        patience_(alike.patience_),
        points_to_(alike.points_to_),
        points_to_if_modelled_(alike.points_to_if_modelled_) {}
  Analyses(const Analyses&) = delete;
  Analyses& operator=(const Analyses&) = delete;

  const model::Program& program() const { return program_; }
  // Who pays for what is computed from now on. Throws OutOfBudget out of the question that was asked.
  void pay_from(base::Budget* budget) { patience_ = Patience(budget); }

  const PointsTo& points_to() const;              // an unmodelled call may do anything with what it gets
  const PointsTo& points_to_if_modelled() const;  // for those who follow no execution beyond an unmodelled call
  const std::vector<std::vector<Effects>>& effects() const;  // by ProcId and Pc
  const Footprints& footprints() const;  // what is still ahead, atomic sections and live objects included
  const Visible& visible() const;
  const std::vector<WaitingLoops>& waiting_loops() const;  // by ProcId
  const base::BitSet& lock_words() const;
  const std::optional<std::string>& first_weak_operation() const;
  ThreadStarts thread_starts() const;

  // For an engine that keeps the footprints longer than it keeps this object.
  std::shared_ptr<const Footprints> keep_footprints() const { return footprints(), footprints_; }

 private:
  template <class T>
  using Known = std::shared_ptr<const T>;  // null: nobody has asked yet

  const model::Program& program_;
  Patience patience_;
  mutable Known<PointsTo> points_to_, points_to_if_modelled_;
  mutable Known<std::vector<std::vector<Effects>>> effects_;
  mutable Known<Footprints> footprints_;
  mutable Known<Visible> visible_;
  mutable Known<std::vector<WaitingLoops>> waiting_loops_;
  mutable Known<base::BitSet> lock_words_;
  mutable Known<std::optional<std::string>> first_weak_operation_;
  mutable std::optional<ThreadStarts> thread_starts_;
};

}  // namespace heddle::analysis
