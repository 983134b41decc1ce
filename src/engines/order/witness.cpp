// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/witness.h"

namespace heddle::order {

using semantics::Execution;

Execution read_model(const Events& u, const smt::Circuit& c, const smt::OrderSolver& solver,
                     const std::map<unsigned, uint32_t>& until, const std::map<uint32_t, unsigned>& woken) {
  std::vector<Node> order = solver.order();
  std::vector<size_t> rank(order.size());
  for (size_t k = 0; k < order.size(); ++k) rank[order[k]] = k;
  std::map<int, int> started;  // event -> thread
  for (size_t t = 0; t < u.threads.size(); ++t)
    if (u.threads[t].created_by >= 0) started[u.threads[t].created_by] = static_cast<int>(t);
  Execution e;
  for (unsigned t = 0; t < u.threads.size(); ++t) {
    Execution::Thread& thread = e.threads.emplace_back();
    thread.start = rank[u.threads[t].begin];
    auto end = until.find(t);
    for (const ThreadInstance::Done& d : u.threads[t].acts) {
      if (!solver.value(d.guard)) continue;
      if (end != until.end() && d.event >= static_cast<int>(end->second)) break;
      Execution::Act act;
      act.kind = d.kind;
      act.bytes = d.bytes;
      act.chosen = solver.value(d.choice);
      if (d.event >= 0) {
        act.rank = rank[u.events[static_cast<size_t>(d.event)].node];
        if (auto s = started.find(d.event); s != started.end()) act.starts = s->second;
        if (auto w = woken.find(static_cast<uint32_t>(d.event)); w != woken.end())
          act.wakes = static_cast<int>(w->second);
      }
      thread.acts.push_back(act);
    }
    for (const ThreadInstance::Input& i : u.threads[t].inputs)
      if (solver.value(i.guard)) thread.inputs.push_back(c.value(i.value.bits));
  }
  return e;
}

}  // namespace heddle::order
