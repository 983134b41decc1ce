// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/witness.h"

namespace heddle::impact {

using semantics::Execution;

semantics::Execution execution(const Places& places, const Tree& tree, const Found& found) {
  Execution e;
  e.threads.emplace_back();
  size_t rank = 0;
  auto acts = [&](unsigned thread, const flow::Seen& seen, int starts) {
    for (const flow::Seen::Act& a : seen.acts) {
      Execution::Act act;
      act.rank = rank++;
      if (a.wakes) act.kind = Execution::Act::Wake;
      if (a.released) act.kind = Execution::Act::Released;
      act.chosen = a.serial;
      if (a.starts && starts >= 0) act.starts = starts;
      e.threads[thread].acts.push_back(act);
      if (act.starts < 0) continue;
      e.threads.resize(std::max(e.threads.size(), static_cast<size_t>(starts) + 1));
      e.threads[static_cast<size_t>(starts)].start = act.rank;
    }
  };
  for (size_t k = 0; k < found.how.edges.size(); ++k) {
    const Edge& edge = *found.how.edges[k];
    acts(edge.thread, edge.step->seen, edge.starts);
    auto& inputs = e.threads[edge.thread].inputs;
    inputs.insert(inputs.end(), found.how.inputs[k].begin(), found.how.inputs[k].end());
  }
  e.first = found.trouble.thread;
  e.second = found.trouble.other;
  switch (found.trouble.kind) {
    case Trouble::Failure:
    case Trouble::Undefined: {
      e.property = base::Property::UnreachCall;
      acts(found.trouble.thread, found.trouble.fault->seen, -1);
      auto& inputs = e.threads[found.trouble.thread].inputs;
      inputs.insert(inputs.end(), found.how.last.begin(), found.how.last.end());
      break;
    }
    case Trouble::Race: e.property = base::Property::NoDataRace; break;
    case Trouble::Deadlock: {
      e.property = base::Property::NoDeadlock;
      const Place& p = places.at(tree.node(found.node).place);
      for (size_t t = 0; t < p.threads.size() && t < e.threads.size(); ++t)
        e.threads[t].asleep = places.is_asleep(p.threads[t].at);
      break;
    }
  }
  return e;
}

}  // namespace heddle::impact
