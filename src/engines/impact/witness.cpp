// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/witness.h"

namespace heddle::impact {

using semantics::Execution;

semantics::Execution execution(const Places& places, const Tree& tree, const Found& found) {
  Execution e;
  e.threads.emplace_back();
  size_t rank = 0;
  // Numbers of joined threads are given to others: here everybody has one of their own.
  std::map<unsigned, unsigned> number{{0, 0}};
  unsigned count = 1;
  auto acts = [&](unsigned thread, const flow::Seen& seen, const std::vector<unsigned>& begun) {
    size_t next = 0;
    for (const flow::Seen::Act& a : seen.acts) {
      Execution::Act act;
      act.rank = rank++;
      if (a.wakes) act.kind = Execution::Act::Wake;
      if (a.released) act.kind = Execution::Act::Released;
      act.chosen = a.serial;
      if (a.starts && next < begun.size()) act.starts = static_cast<int>(count);
      e.threads[thread].acts.push_back(act);
      if (act.starts < 0) continue;
      number[begun[next++]] = count++;
      e.threads.emplace_back().start = act.rank;
    }
    for (; next < begun.size(); e.threads.emplace_back()) number[begun[next++]] = count++;
  };
  for (size_t k = 0; k < found.how.edges.size(); ++k) {
    const Edge& edge = *found.how.edges[k];
    const unsigned thread = number.at(edge.thread);
    acts(thread, edge.step->seen, edge.begun);
    auto& inputs = e.threads[thread].inputs;
    inputs.insert(inputs.end(), found.how.inputs[k].begin(), found.how.inputs[k].end());
  }
  e.first = number.at(found.trouble.thread);
  e.second = number.at(found.trouble.other);
  switch (found.trouble.kind) {
    case Trouble::Failure:
    case Trouble::Undefined: {
      e.property = base::Property::UnreachCall;
      acts(e.first, found.trouble.fault->seen, {});
      auto& inputs = e.threads[e.first].inputs;
      inputs.insert(inputs.end(), found.how.last.begin(), found.how.last.end());
      break;
    }
    case Trouble::Race: e.property = base::Property::NoDataRace; break;
    case Trouble::Deadlock: {
      e.property = base::Property::NoDeadlock;
      const Place& p = places.at(tree.node(found.node).place);
      for (const auto& [t, k] : number) e.threads[k].asleep = places.is_asleep(p.threads[t].at);
      break;
    }
  }
  return e;
}

}  // namespace heddle::impact
