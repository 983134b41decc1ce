// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// reason: undefined behaviour
// variant: -DONE_OF_TWO => no-data-race=unknown
// variant: -DNOTHING_ELSE => no-data-race=true
// A proof stands beside a read of memory that was never initialised, and beside nothing else that is undefined. ONE_OF_TWO: who
// reads it goes one way, and another execution does the other thing.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int seen, array[2];

static void *run(void *unused) { return unused; }

int main(void) {
  int *block = malloc(sizeof *block), end = 2;
#ifdef ONE_OF_TWO
  if (__VERIFIER_nondet_int()) {
    if (*block) seen = 1;
  } else {
    array[end] = 1;
  }
#elif defined(NOTHING_ELSE)
  if (*block) seen = 1;
#else
  if (__VERIFIER_nondet_int() && *block) seen = 1;
  free(block);
  free(block);
#endif
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  pthread_join(other, NULL);
  return seen;
}
