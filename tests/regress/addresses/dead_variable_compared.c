// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// variant: -DTHREAD => unreach-call=unknown
// The memory of a variable that is gone may be that of a new one, whatever the new one is.
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
static int *dead;

static void *start(void *arg) {
  int x = 1;
  dead = &x;
  return arg;
}

int main(void) {
#ifdef THREAD
  pthread_t t;
  pthread_create(&t, 0, start, 0);
  pthread_join(t, 0);
  int *fresh = malloc(sizeof *fresh);
  if (fresh && dead == fresh) reach_error();
#else
  start(0);
  int n = 4, fresh[n];
  for (int k = 0; k < 4; k++)
    if (dead == fresh + k) reach_error();
#endif
  return 0;
}
