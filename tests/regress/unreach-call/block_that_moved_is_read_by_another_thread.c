// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager
// variant: -DSHORT => unreach-call=false no-data-race=true
// variant: -DUNLOCKED => no-data-race=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager false
// One thread lets the block grow under a lock; the other one finds what was in it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *block, length;

static void *grower(void *arg) {
#ifndef UNLOCKED
  pthread_mutex_lock(&m);
#endif
  block = realloc(block, 2 * sizeof(int));
#ifndef SHORT
  block[1] = 4;
#else
  block[1] = 5;
#endif
  length = 2;
#ifndef UNLOCKED
  pthread_mutex_unlock(&m);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  block = malloc(sizeof(int));
  block[0] = 3;
  length = 1;
  pthread_create(&t, 0, grower, 0);
  pthread_mutex_lock(&m);
  assert(block[0] == 3);
  if (length == 2) assert(block[1] == 4);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
