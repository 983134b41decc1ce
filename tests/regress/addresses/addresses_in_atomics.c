// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// variant: -DBITS => unreach-call=unknown
// variant: -DNUMBER => unreach-call=unknown
// variant: -DSWITCH => unreach-call=unknown
// variant: -DLOOKS_LIKE_ONE => unreach-call=unknown
// variant: -DPLAIN => unreach-call=true
// What an address is as a number is not known, in atomic operations as elsewhere; and memory that is gone may come back under its old address.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);
static int x, y;
static uintptr_t v;
static int *p;

static void *start(void *arg) {
#ifdef LOOKS_LIKE_ONE
  v = 0x700000000ull;
#else
  __atomic_store_n(&v, (uintptr_t)&x, __ATOMIC_SEQ_CST);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  v = (uintptr_t)&y;
  pthread_create(&t, 0, start, 0);
  pthread_join(t, 0);
#ifdef BITS
  if (__atomic_fetch_and(&v, 1, __ATOMIC_SEQ_CST) == 1 || v == 1) reach_error();
#elif defined NUMBER
  uintptr_t expected = 4096;
  if (__atomic_compare_exchange_n(&v, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
#elif defined SWITCH
  switch (v) {
    case 4096: reach_error();
    case 77: x = 1;
    case 80: x = 2;
    case 90: x = 4;
  }
#elif defined LOOKS_LIKE_ONE
  if (v == (uintptr_t)&x) reach_error();
#elif defined PLAIN
  uintptr_t expected = (uintptr_t)&y;
  if (__atomic_compare_exchange_n(&v, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
#else
  p = malloc(sizeof *p);
  int *old = p;
  free(p);
  __atomic_store_n(&p, malloc(sizeof *p), __ATOMIC_SEQ_CST);
  if (p && __atomic_compare_exchange_n(&p, &old, NULL, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
#endif
  return 0;
}
