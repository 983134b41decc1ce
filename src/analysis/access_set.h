// SPDX-License-Identifier: GPL-3.0-or-later
// Abstract objects (every static object and every allocation site is one) and sets of accesses to them.
#pragma once
#include <cstdint>

#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::analysis {

struct AccessSet {
  base::BitSet reads, writes;  // by AbstractObject number
  bool add_all(const AccessSet& o) {
    bool r = reads.add_all(o.reads);
    return writes.add_all(o.writes) || r;
  }
  bool operator==(const AccessSet&) const = default;
};

// Abstract object numbers: static objects first, then sites.
inline uint32_t abstract_object(const model::Program&, model::ObjectId o) { return o; }
inline uint32_t abstract_site(const model::Program& p, model::SiteId s) {
  return static_cast<uint32_t>(p.objects.size()) + s;
}

}  // namespace heddle::analysis
