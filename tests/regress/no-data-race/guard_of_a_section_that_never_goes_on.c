// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 27
// engines: explore; bmc-lazy, bmc-eager
// variant: -DATOMIC => no-data-race=true
// The section waits for ever, but it has looked at the number all the same, and nothing orders the look and the store.
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#ifdef ATOMIC
static _Atomic int number;
#else
static int number;
#endif

static void *waits(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(number < 0);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  number = 1;
  return 0;
}
