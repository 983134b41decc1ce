// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes a thread can touch at an event, whatever the schedule and the inputs are. It tells the elements of an
// array apart where the index is no constant.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "base/budget.h"
#include "engines/invariants/numbers.h"
#include "engines/invariants/values.h"

namespace heddle::invariants {

class Elements {
 public:
  // It holds for executions in which nothing undefined happens: whoever asks has a proof of that. It knows nothing if
  // the analysis gives up, or the budget is spent.
  Elements(const analysis::Analyses& analyses, base::Budget& budget);

  // Two different threads, known by the procedures with which they begin (the first thread: ""), do these two events:
  // is there no byte that both touch? Only asked of events that read or write memory and do nothing else.
  bool are_apart(model::EventId a, const std::string& thread_a, model::EventId b, const std::string& thread_b) const;

 private:
  struct Part {
    ThreadId thread = 0;
    Thing thing;
    Numbers offset;
    uint64_t bytes = 0;
    auto operator<=>(const Part&) const = default;
  };
  struct Kind {  // of an abstract thread
    std::string begins_with;
    bool unique = false;
  };
  std::vector<const Part*> parts(model::EventId e, const std::string& thread) const;
  bool may_meet(const Part& a, const Part& b) const;

  std::vector<Kind> kinds_;  // by ThreadId
  std::map<model::EventId, std::set<Part>> parts_;
};

}  // namespace heddle::invariants
