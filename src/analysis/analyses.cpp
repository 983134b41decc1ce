// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/analyses.h"

#include <algorithm>

#include "analysis/lock_words.h"
#include "analysis/weak_operations.h"

namespace heddle::analysis {

namespace {

bool calls_what_is_not_modelled(const model::Program& p) {
  auto unmodelled = [](const model::Instr& i) {
    return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::Unmodelled;
  };
  return std::any_of(p.procedures.begin(), p.procedures.end(),
                     [&](const model::Procedure& f) { return std::any_of(f.code.begin(), f.code.end(), unmodelled); });
}

// Gives what is known; asks `make` for it the first time.
template <class T, class Make>
const T& once(std::shared_ptr<const T>& known, const Make& make) {
  if (!known) known = make();
  return *known;
}

}  // namespace

const PointsTo& Analyses::points_to() const {
  return once(points_to_,
              [&] { return std::make_shared<PointsTo>(program_, PointsTo::Unmodelled::GoesOn, patience_); });
}

const PointsTo& Analyses::points_to_if_modelled() const {
  if (!points_to_if_modelled_ && !calls_what_is_not_modelled(program_))
    points_to(), points_to_if_modelled_ = points_to_;
  return once(points_to_if_modelled_,
              [&] { return std::make_shared<PointsTo>(program_, PointsTo::Unmodelled::Ends, patience_); });
}

const std::vector<std::vector<Effects>>& Analyses::effects() const {
  return once(effects_, [&] {
    InstructionEffects of(program_, points_to());
    auto all = std::make_shared<std::vector<std::vector<Effects>>>();
    for (model::ProcId f = 0; f < program_.procedures.size(); ++f) {
      all->emplace_back();
      for (const model::Instr& i : program_.procedures[f].code) patience_.ask(), all->back().push_back(of.of(f, i));
    }
    return all;
  });
}

const Footprints& Analyses::footprints() const {
  return once(footprints_, [&] { return std::make_shared<Footprints>(program_, points_to(), effects(), patience_); });
}

const Visible& Analyses::visible() const {
  return once(visible_, [&] { return std::make_shared<Visible>(program_, points_to(), footprints(), patience_); });
}

const std::vector<WaitingLoops>& Analyses::waiting_loops() const {
  return once(waiting_loops_, [&] {
    auto all = std::make_shared<std::vector<WaitingLoops>>();
    for (const model::Procedure& f : program_.procedures) patience_.ask(), all->emplace_back(program_, f);
    return all;
  });
}

const base::BitSet& Analyses::lock_words() const {
  return once(lock_words_, [&] {
    return std::make_shared<base::BitSet>(analysis::lock_words(program_, points_to(), footprints(), waiting_loops()));
  });
}

const std::optional<std::string>& Analyses::first_weak_operation() const {
  return once(first_weak_operation_,
              [&] { return std::make_shared<std::optional<std::string>>(analysis::first_weak_operation(program_)); });
}

ThreadStarts Analyses::thread_starts() const {
  if (!thread_starts_) thread_starts_ = analysis::thread_starts(program_);
  return *thread_starts_;
}

}  // namespace heddle::analysis
