// SPDX-License-Identifier: GPL-3.0-or-later
// C ends the temporary object that `made().items` points into with the full expression (C17 6.2.4p8). Heddle ends it with
// the block around it, so the later use is not reported.
// expect: unreach-call=true
#include <assert.h>

struct pair {
  int items[2];
};

static struct pair made(int first) {
  struct pair p = {{first, 2}};
  return p;
}

int main(void) {
  int *kept = made(1).items;
  assert(kept[0] == 1);
}
