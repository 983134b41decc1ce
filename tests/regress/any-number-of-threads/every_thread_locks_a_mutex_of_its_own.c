// SPDX-License-Identifier: GPL-3.0-or-later
// A mutex on the stack of every worker keeps nobody out.
// expect: no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// variant: -DSHARED => no-data-race=true
// engines: invariants
// flags: --property no-data-race
#include <pthread.h>

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* worker(void* unused) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
#ifdef SHARED
  pthread_mutex_t* m = &shared;
#else
  pthread_mutex_t* m = &own;
#endif
  pthread_mutex_lock(m);
  total++;
  pthread_mutex_unlock(m);
  (void)own;
  return unused;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
  return 0;
}
