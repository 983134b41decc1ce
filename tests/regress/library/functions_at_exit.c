// SPDX-License-Identifier: GPL-3.0-or-later
// atexit: the last to be registered runs first, whether main returns or somebody calls exit.
// expect: unreach-call=true
// variant: -DEXIT => unreach-call=true
// variant: -DWRONG => unreach-call=false
// variant: -DEXIT -DWRONG => unreach-call=false
#include <assert.h>
#include <stdlib.h>

static int order;
static void last(void) {
#ifdef WRONG
  assert(order == 2);
#else
  assert(order == 1);
#endif
}
static void first(void) {
  assert(order == 0);
  order = 1;
}

int main(void) {
  atexit(last);
  atexit(first);
#ifdef EXIT
  exit(0);
#endif
  return 0;
}
