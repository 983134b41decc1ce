// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/shorten.h"

#include <algorithm>

namespace heddle::explore {

std::optional<Shorter> shorten(const analysis::Analyses& analyses, const Finding& f, size_t length, size_t states_spent,
                               Follows follows, std::chrono::steady_clock::time_point deadline) {
  if (length <= 8) return std::nullopt;
  const size_t most_states = std::clamp<size_t>(2 * states_spent, 20000, 500000);
  Search search(analyses, Reduce::Futures,
                f.property != base::Property::NoDataRace ? Races::None
                : f.apart                                ? Races::Unordered
                                                         : Races::Adjacent,
                follows);
  std::optional<Finding> found;
  search.on_finding = [&](Finding&& g) {
    if (!found && g.key == f.key) found = std::move(g);
  };
  Expansion expansion;
  StateId first = search.start();
  for (StateId id = first; id < search.visited().size() && !found; ++id) {  // numbers are given in breadth-first order
    if (search.visited().size() > most_states || (id % 256 == 0 && std::chrono::steady_clock::now() > deadline))
      return std::nullopt;
    search.expand(id, expansion);
  }
  if (!found) return std::nullopt;
  std::vector<semantics::Move> moves = search.path_to(found->state);
  if (moves.size() >= length) return std::nullopt;
  return Shorter{std::move(moves), std::move(*found)};
}

}  // namespace heddle::explore
