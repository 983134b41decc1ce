// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 44
// engines: explore; bmc-lazy, bmc-eager
// variant: --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// variant: -DTHEN=abort() => no-data-race=false
// engines: explore; bmc-eager
// variant: -DTHEN=abort() --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: -DTHEN=leave() --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: -DATOMIC --reduction mpor => no-data-race=true
// engines: bmc-eager
// The section looks at the number. Where it looks first, it goes no further, so nothing comes behind it; where it looks
// second, the other thread may have begun, and stored, before this one did anything.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#ifdef ATOMIC
static _Atomic int number = 1;
#else
static int number = 1;
#endif
#ifndef THEN
#define THEN __VERIFIER_assume(0)
#endif

static void leave(void) { exit(0); }

static void *looks(void *unused) {
  __VERIFIER_atomic_begin();
  if (number == 1) THEN;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, looks, NULL);
  number = 2;
  pthread_join(thread, NULL);
  (void)leave;
  return 0;
}
