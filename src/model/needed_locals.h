// SPDX-License-Identifier: GPL-3.0-or-later
// Which locals of a procedure still matter. A local that is read only to compute itself, or others that do not matter,
// never decides a branch, an address, an argument or what is stored: the counter in `while (!ready) tries++;` is such a
// local. (The faint variables of Giegerich, Möncke and Wilhelm, "Invariance of approximative semantics with respect to
// program transformations", 1981.)
#pragma once
#include <cstdint>
#include <vector>

#include "model/program.h"

namespace heddle::model {

struct NeededLocals {
  // By pc, ascending: all that the state of a frame consists of.
  std::vector<std::vector<LocalId>> before;
  // By pc of an Assign: the assignments that matter. The others read locals that may be gone.
  std::vector<std::vector<uint32_t>> performed;
};

// A subset of live_locals: whoever drops the other locals must leave out the assignments that do not matter, too.
NeededLocals needed_locals(const Program& p, const Procedure& f);

}  // namespace heddle::model
