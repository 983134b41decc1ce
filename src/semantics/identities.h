// SPDX-License-Identifier: GPL-3.0-or-later
// Objects get new numbers in every state; here each keeps the one it gets when it is first met.
#pragma once
#include <map>
#include <vector>

#include "semantics/happenings.h"
#include "semantics/machine.h"

namespace heddle::semantics {

class Identities {
 public:
  void name(std::vector<Happening>& happenings) {
    for (Happening& h : happenings)
      if (h.kind == Happening::Touch || h.kind == Happening::Learn)
        h.identity = of_.try_emplace(h.access.obj, next_ + 1).second ? ++next_ : of_[h.access.obj];
  }
  void step_taken(const Machine& m) {
    std::map<ObjRef, uint32_t> now;
    for (auto [object, identity] : of_)
      if (auto renamed = m.renamed(object)) now[*renamed] = identity;
    of_ = std::move(now);
  }

 private:
  std::map<ObjRef, uint32_t> of_;
  uint32_t next_ = 0;
};

}  // namespace heddle::semantics
