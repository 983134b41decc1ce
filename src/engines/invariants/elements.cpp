// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/elements.h"

#include <algorithm>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

Elements::Elements(const analysis::Analyses& analyses, base::Budget& budget) {
  Walk walk(analyses, budget);
  try {
    walk.run();
  } catch (const GivesUp&) {
    return;
  } catch (const analysis::OutOfBudget&) {
    return;
  }
  if (walk.hands_over_weakly()) return;
  for (ThreadId t = 0; t < walk.threads().size(); ++t) {
    const Thread& thread = walk.threads()[t];
    kinds_.push_back({t == 0 ? "" : analyses.program().procedures[thread.begins_with].name, thread.unique});
  }
  for (const Access& a : walk.accesses()) parts_[a.event].insert({a.thread, plain(a.thing), a.offset, a.bytes});
}

std::vector<const Elements::Part*> Elements::parts(model::EventId e, const std::string& thread) const {
  std::vector<const Part*> out;
  if (auto known = parts_.find(e); known != parts_.end())
    for (const Part& p : known->second)
      if (kinds_[p.thread].begins_with == thread) out.push_back(&p);
  return out;
}

// Of an abstract thread that is unique there are no two.
bool Elements::may_meet(const Part& a, const Part& b) const {
  if (a.thread == b.thread && kinds_[a.thread].unique) return false;
  return may_be_same(a.thing, b.thing) && may_overlap(a.offset, a.bytes, b.offset, b.bytes);
}

// An access of which nothing was noted is to what only its own thread knows. If that is all there is, nothing is known
// here, and nothing is claimed.
bool Elements::are_apart(model::EventId a, const std::string& thread_a, model::EventId b,
                         const std::string& thread_b) const {
  const std::vector<const Part*> of_a = parts(a, thread_a), of_b = parts(b, thread_b);
  if (of_a.empty() || of_b.empty()) return false;
  return std::none_of(of_a.begin(), of_a.end(), [&](const Part* x) {
    return std::any_of(of_b.begin(), of_b.end(), [&](const Part* y) { return may_meet(*x, *y); });
  });
}

}  // namespace heddle::invariants
