// SPDX-License-Identifier: GPL-3.0-or-later
// What its maker wrote before anybody else could reach the object must be published together with the pointer.
// expect: no-data-race=true
// variant: -DPUBLISH=memory_order_relaxed => no-data-race=false
// variant: -DFOLLOW=memory_order_relaxed => no-data-race=false
// variant: -DPUBLISH=memory_order_relaxed -DZEROED => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef FOLLOW
#define FOLLOW memory_order_acquire
#endif

static _Atomic(int *) shared;

static void *maker(void *arg) {
#ifdef ZEROED
  int *p = calloc(1, sizeof *p);
#else
  int *p = malloc(sizeof *p);
  *p = 1;
#endif
  atomic_store_explicit(&shared, p, PUBLISH);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, maker, NULL);
  int *p = atomic_load_explicit(&shared, FOLLOW);
  if (p) *p = 2;
  pthread_join(t, NULL);
  return 0;
}
