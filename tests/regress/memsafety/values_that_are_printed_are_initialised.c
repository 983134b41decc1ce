// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true
// variant: -DNO_BITS => unreach-call=true no-deadlock=true
// engines: bmc-order; bmc-lazy unreach-call=true; impact unreach-call=true
// An initialised bit-field beside one that is not, a wide input of which a sum is printed, a thread that falls off its end, and
// an address as a number: nothing of it is undefined.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct flags {
  unsigned low : 3, high : 5;
};

static void *fall_off(void *unused) {
  (void)unused;
}

int main(void) {
#ifndef NO_BITS
  struct flags f;
  f.low = 5;
  printf("%d\n", f.low);
#endif
  int n = __VERIFIER_nondet_int();
  printf("%d %ld\n", n + 1, (long)n * 3);
  printf("%lx\n", (unsigned long)((uintptr_t)&n >> 4));
  pthread_t thread;
  pthread_create(&thread, NULL, fall_off, NULL);
  pthread_join(thread, NULL);
  exit(n);
}
