// SPDX-License-Identifier: GPL-3.0-or-later
// Greedy delta debugging on the tree: delete a node, or replace it by its children, as long as some such change keeps
// the program interesting. Front to back and outside in, so that whole threads go first; again until a round changes
// nothing.
#include "shrink.h"

namespace heddle::fuzz {

Node shrink(Node program, const std::function<bool(const Node&)>& interesting) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t n = 1; n < count(program);) {
      Node smaller = without(program, n);
      if (!interesting(smaller)) {
        smaller = hoisted(program, n);
        if (count(smaller) + 1 != count(program) || count(smaller) == count(without(program, n)) ||
            !interesting(smaller)) {
          ++n;
          continue;
        }
      }
      program = std::move(smaller);
      changed = true;
    }
  }
  return program;
}

}  // namespace heddle::fuzz
