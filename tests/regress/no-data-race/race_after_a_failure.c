// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; induction unknown; impact
// variant: -DLAST => no-data-race=false
// engines: explore; induction unknown; impact
// The write before the failure is seen by the others; and threads started just before the end of main do run.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int go;
static int x;

static void *write_it(void *unused) {
#ifndef LAST
  if (go == 1)
#endif
    x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, write_it, NULL);
  pthread_create(&t, NULL, write_it, NULL);
#ifndef LAST
  go = 1;
  reach_error();
#endif
  return 0;
}
