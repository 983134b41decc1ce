// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// variant: -DHALVES => unreach-call=unknown
// variant: -DMERGED => unreach-call=unknown
// variant: -DRESULT => unreach-call=true
// Addresses have numbers of their own in the formula; a number of the program that is one of them is still none. The result of a thread may be an address.
#include <pthread.h>
#include <stdint.h>
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
static int g[4];
static union {
  int *p;
  uintptr_t v;
  unsigned half[2];
} u;

static void *start(void *arg) {
#ifdef HALVES
  u.p = 0;
#elif defined RESULT
  return &g[1];
#elif !defined MERGED
  u.v = 0x300000000ull;
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  void *result = 0;
  u.p = g;
#ifdef MERGED
  if (__VERIFIER_nondet_bool()) u.half[0] = 8;
#endif
  pthread_create(&t, 0, start, 0);
  pthread_join(t, &result);
#ifdef HALVES
  u.half[1] = 1;
  if (u.p == g) reach_error();
#elif defined MERGED
  if (u.p != g && u.p != g + 2) reach_error();
#elif defined RESULT
  if (*(int *)result != 0 || result != &g[1]) reach_error();
#else
  if (u.v - (uintptr_t)g > 100) reach_error();
#endif
  return 0;
}
