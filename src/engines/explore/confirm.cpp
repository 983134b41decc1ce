// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/confirm.h"

#include <algorithm>

namespace heddle::explore {

namespace {
constexpr size_t kMostAlike = 32;  // states of the program that look like one on the way
}

std::optional<Finding> confirm(const analysis::Analyses& analyses, const Search& search, const Finding& f, Races races,
                               const std::function<bool()>& stop) {
  Search program(analyses, Reduce::Nothing, races, {});
  program.machine().mark_starts();
  program.machine().set_thread_limit(search.machine().thread_limit());
  std::optional<Finding> found;
  program.on_finding = [&](Finding&& g) {
    if (!found && g.property == f.property && g.kind == f.kind) found = std::move(g);
  };
  semantics::Machine machine(analyses.program(), search.machine().store());
  machine.interchange_threads(true);

  std::vector<StateId> way;
  for (StateId s = f.state; s != kNoState; s = search.visited().parent(s)) way.push_back(s);
  std::vector<StateId> alike{program.start()};
  semantics::State state, wanted;
  Expansion expansion;
  for (; !way.empty() && !alike.empty(); way.pop_back()) {
    const bool last = way.size() == 1;
    if (!last) search.visited().get(way[way.size() - 2], wanted);
    std::vector<StateId> next;
    for (StateId s : alike) {
      if (stop()) return std::nullopt;
      program.expand(s, expansion);
      if (found) {
        found->way = program.path_to(found->state);
        found->state = kNoState;
        return found;
      }
      for (const Successor& to : expansion.successors) {
        if (last || next.size() == kMostAlike) break;
        if (std::find(next.begin(), next.end(), to.id) != next.end()) continue;
        program.visited().get(to.id, state);
        if (machine.in_order(program.machine(), state) == wanted) next.push_back(to.id);
      }
    }
    alike = std::move(next);
  }
  return std::nullopt;
}

}  // namespace heddle::explore
