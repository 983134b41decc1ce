// SPDX-License-Identifier: GPL-3.0-or-later
// Only main touches `box`, but main gets its address from the other thread: it is the same object.
// expect: unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
// flags: --property unreach-call
// variant: -DSPARE => unreach-call=true
// engines: explore; invariants
#include <pthread.h>
extern void reach_error(void);
static int box, spare, *where = &spare;

static void *finds(void *unused) {
#ifndef SPARE
  where = &box;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, finds, 0);
  pthread_join(t, 0);
  *where = 1;
  if (box) reach_error();
}
