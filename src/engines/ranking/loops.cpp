// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/loops.h"

#include <algorithm>

#include "model/control_flow.h"
#include "model/loop_order.h"

namespace heddle::ranking {

using model::Pc;

const Loop* Loops::headed_by(Pc pc) const {
  auto it = std::find_if(all.begin(), all.end(), [&](const Loop& l) { return l.header == pc; });
  return it == all.end() ? nullptr : &*it;
}

Loops loops_of(const model::Procedure& f) {
  Loops loops;
  model::LoopOrder order(f);
  for (Pc pc = 0; pc < f.code.size(); ++pc)
    if (order[pc].reachable) loops.order.push_back(pc);
  std::sort(loops.order.begin(), loops.order.end(), [&](Pc a, Pc b) { return order[a].position < order[b].position; });
  for (Pc pc : loops.order) {
    if (!order[pc].heads.empty() && order[pc].heads.back() == pc) loops.all.push_back({pc, {}});
    for (Loop& l : loops.all)
      if (std::find(order[pc].heads.begin(), order[pc].heads.end(), l.header) != order[pc].heads.end()) l.body.add(pc);
  }
  for (Pc pc : loops.order)
    for (Pc to : model::successors(f.code[pc], pc))
      for (const Loop& l : loops.all) loops.reducible &= !l.body.has(to) || l.body.has(pc) || to == l.header;
  return loops;
}

}  // namespace heddle::ranking
