// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of one procedure. A loop is a strongly connected part of the control flow; the loops inside of it are those
// of the part without its header. An execution that stays in a loop for ever passes the header infinitely often, or
// stays for ever in one of the inner loops. Whoever follows one round from the header wants that to be the only
// entrance.
#pragma once
#include <vector>

#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::ranking {

struct Loop {
  model::Pc header = 0;
  base::BitSet body;  // the header included
};

struct Loops {
  std::vector<Loop> all;         // outer loops before their inner ones
  std::vector<model::Pc> order;  // reachable instructions; topological if the ways back to headers are left out
  bool reducible = true;         // every loop is entered at its header only
  const Loop* headed_by(model::Pc pc) const;
};

Loops loops_of(const model::Procedure& f);

}  // namespace heddle::ranking
