// SPDX-License-Identifier: GPL-3.0-or-later
// Threads read an array of unknown size and write only what is theirs. Whether an index is in range is not shown; without
// a memory error nothing races.
// expect: no-data-race=true
// engines: invariants
// variant: --strict => no-data-race=unknown
// engines: invariants no-data-race=unknown "--strict forbids"
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int n, *column, sums[2];

static void* adds(void* which) {
  int* sum = which;
  for (int i = 0; i < n; i++) *sum += column[i];
  return 0;
}

int main(void) {
  n = __VERIFIER_nondet_int();
  column = calloc(n, sizeof *column);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, adds, &sums[i]);
#ifdef BUG
  column[0] = 1;
#endif
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return sums[0] + sums[1];
}
