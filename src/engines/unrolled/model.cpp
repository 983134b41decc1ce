// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/model.h"

#include <tuple>

namespace heddle::unrolled {

using smt::kFalse;

void Model::find_failures() {
  if (!switches_.failures) return;
  for (; failures_seen_ < stepper.failures.size(); ++failures_seen_) {
    const Failure& f = stepper.failures[failures_seen_];
    Suspect s;
    s.lit = c_.solver().new_literal();
    c_.solver().add({~s.lit, f.guard});
    s.property = base::Property::UnreachCall;
    s.where = {f.instr->pos, f.instr->pos};
    s.first = s.second = f.thread;
    s.first_depth = s.second_depth = f.depth;
    suspects_.push_back(s);
  }
}

void Model::suspect_race(smt::Clause conditions, const Touch& a, const Touch& b, const Suspect& threads) {
  if ((a.atomic && b.atomic) || (a.write == kFalse && b.write == kFalse)) return;
  Lit meet = stepper.overlap(a, b);
  if (meet == kFalse) return;
  Suspect s = threads;
  s.property = base::Property::NoDataRace;
  s.lit = c_.solver().new_literal();
  for (Lit l : {a.guard, b.guard, meet, c_.or_(a.write, b.write)}) conditions.push_back(l);
  for (Lit l : conditions) c_.solver().add({~s.lit, l});
  auto before = [](const model::Position& x, const model::Position& y) {
    return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
  };
  s.where = before(a.pos, b.pos) ? std::pair{a.pos, b.pos} : std::pair{b.pos, a.pos};
  suspects_.push_back(s);
}

}  // namespace heddle::unrolled
