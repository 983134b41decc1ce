// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread may still touch. Flow-sensitive per program point, field-insensitive per object, over *abstract objects*:
// every static object and every allocation site is one. Built on the points-to sets of analysis/points_to.h.
//
//   future(f, pc)  all abstract objects that executing from pc until f returns may read or write: callees, and the whole
//                  life of threads created on the way, included. Synchronisation operations write their object.
//   section(f, pc) the same for the atomic section that opens at pc (an AtomicBegin), up to every matching AtomicEnd.
//   live(f, pc)    static objects whose present content may be read before it is overwritten as a whole, from pc until f
//                  returns (callees and created threads included).
// A thread's sets are the unions over its frames, each taken at the instruction it executes next (callers: after the call).
#pragma once
#include <vector>

#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::analysis {

struct AccessSet {
  base::BitSet reads, writes;  // by AbstractObject number
  bool add_all(const AccessSet& o) {
    bool r = reads.add_all(o.reads);
    return writes.add_all(o.writes) || r;
  }
};

// Abstract object numbers: static objects first, then sites.
inline uint32_t abstract_object(const model::Program&, model::ObjectId o) { return o; }
inline uint32_t abstract_site(const model::Program& p, model::SiteId s) { return static_cast<uint32_t>(p.objects.size()) + s; }

class Footprints {
 public:
  explicit Footprints(const model::Program& p);
  const AccessSet& future(model::ProcId f, model::Pc pc) const { return future_[f][pc]; }
  const AccessSet& section(model::ProcId f, model::Pc pc) const;
  const base::BitSet& live(model::ProcId f, model::Pc pc) const { return live_[f][pc]; }

 private:
  const model::Program& program_;
  std::vector<std::vector<AccessSet>> future_;
  std::vector<std::vector<base::BitSet>> live_;
  std::vector<std::vector<std::pair<model::Pc, AccessSet>>> sections_;
};

}  // namespace heddle::analysis
