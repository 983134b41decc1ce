// SPDX-License-Identifier: GPL-3.0-or-later
// construct: realloc
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, impact unknown "the operation Realloc"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, impact unknown "the operation Realloc"
// engines: invariants unknown "no proof found"
// A block that grows keeps what was in it. With BUG a thread reads the new part before it is written.
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
static int *block;

static void *look(void *arg) {
  assert(block[0] == 3 && block[1] == 4);
  return arg;
}

int main(void) {
  pthread_t t;
  block = malloc(sizeof *block);
  block[0] = 3;
  block = realloc(block, 2 * sizeof *block);
  block[1] = 0;
#ifdef BUG
  pthread_create(&t, 0, look, 0);
  block[1] = 4;
#else
  block[1] = 4;
  pthread_create(&t, 0, look, 0);
#endif
  pthread_join(t, 0);
  free(block);
}
