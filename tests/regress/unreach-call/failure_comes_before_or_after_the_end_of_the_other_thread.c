// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; impact; bmc-order
// variant: -DFIXED => unreach-call=true
// engines: explore; impact
// The failure happens whatever the other thread does. If the threads take turns, the other one has ended by then; if one
// runs after the other, it has not begun. A proof must not look for it in the wrong order each time.
#include <pthread.h>
extern void reach_error(void);
static int count, other;

static void *counts(void *unused) {
  for (count = 0; count < 2; ++count) {
  }
#ifndef FIXED
  if (count == 2) reach_error();
#else
  if (count != 2) reach_error();
#endif
  return unused;
}

static void *runs(void *unused) {
  other = 1;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, counts, 0);
  pthread_create(&u, 0, runs, 0);
  pthread_exit(0);
}
