// SPDX-License-Identifier: GPL-3.0-or-later
// A piece is an idiom of real programs, complete in itself: what it declares, what main does first, what any thread may
// do with it, what main may check at the end. A program gets none, one or two of them beside its plain variables and
// locks.
#pragma once
#include <functional>
#include <vector>

#include "source_tree.h"

namespace heddle::fuzz {

struct Piece {
  struct Use {
    std::function<Node()> make;
    bool grows = false;   // not for loops without a bound: there would be infinitely many states
    bool blocks = false;  // not inside of atomic sections
  };
  std::vector<Node> globals, setup, checks;
  std::vector<Use> uses;
};

}  // namespace heddle::fuzz
