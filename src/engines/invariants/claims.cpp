// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/claims.h"

#include <algorithm>

#include "claims/lock_ghosts.h"
#include "claims/places.h"
#include "claims/words.h"

namespace heddle::invariants {

namespace {

constexpr size_t kMost = 200;

std::string text(const claims::Word& w, const Value& v) {
  return v.only_number() ? claims::in_range(w, v.number->lo, v.number->hi) : "";
}

void use(trace::Claims& all, const trace::Ghost& ghost) {
  if (std::none_of(all.ghosts.begin(), all.ghosts.end(), [&](const auto& g) { return g.name == ghost.name; }))
    all.ghosts.push_back(ghost);
}

}  // namespace

trace::Claims claims(const Walk& walk, const analysis::Analyses& analyses) {
  const model::Program& p = analyses.program();
  const claims::Words words(p);
  claims::LockGhosts ghosts(analyses);
  trace::Claims all;
  for (model::ObjectId o = 0; o < p.objects.size(); ++o) {
    if (!walk.threads_share(o)) continue;
    for (const claims::Word& w : words.of(o)) {
      if (all.all.size() >= kMost) break;
      const auto offset = static_cast<int64_t>(w.offset);
      const std::string ever = text(w, walk.ever(o, offset, w.bytes));
      if (!ever.empty()) all.all.push_back({ever, {}, {words.variable(o)}, false, false});
      const std::string since = text(w, walk.since_start(o, offset, w.bytes));
      if (!since.empty() && since != ever) all.all.push_back({since, {}, {words.variable(o)}, true, false});
      for (const Lock& l : walk.guards(o)) {
        if (l.named || l.thing.kind != Thing::Static || l.offset < 0) continue;
        const std::string free = text(w, walk.while_free(l, o, offset, w.bytes));
        if (free.empty() || free == ever) continue;
        const auto& ghost = ghosts.of(l.thing.id, static_cast<uint64_t>(l.offset));
        if (!ghost) continue;
        use(all, ghost->ghost);
        const bool several = free.find("&&") != std::string::npos;
        all.all.push_back({ghost->ghost.name + " || " + (several ? "(" + free + ")" : free),
                           {ghost->ghost.name},
                           {words.variable(o)},
                           true,
                           false});
      }
    }
  }
  if (!all.empty())
    all.places = claims::places(
        p, [&](model::ProcId f) { return walk.runs(f); }, [&](model::ProcId f) { return walk.main_runs(f); });
  return all;
}

}  // namespace heddle::invariants
