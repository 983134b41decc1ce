// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; induction; impact
// variant: -DRETURNS => unreach-call=unknown no-data-race=unknown
// variant: -DEXITS => unreach-call=unknown no-data-race=unknown
// variant: -DBEFORE_MAIN => unreach-call=unknown no-data-race=unknown
// variant: --no-symmetry => unreach-call=true no-data-race=true
// engines: explore 12 states
// A variable of main that a thread knows lives until main returns or ends, and no longer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *count(void *number) {
  atomic_fetch_add((atomic_int *)number, 1);
  return NULL;
}

#ifdef BEFORE_MAIN
__attribute__((constructor)) static void early(void) {
  atomic_int n = 0;
  pthread_t t;
  pthread_create(&t, NULL, count, &n);
}
#endif

int main(void) {
  atomic_int n = 0;
  pthread_t a, b;
  pthread_create(&a, NULL, count, &n);
  pthread_create(&b, NULL, count, &n);
#ifdef EXITS
  pthread_exit(NULL);
#elif !defined RETURNS
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(n == 2);
#endif
  return 0;
}
