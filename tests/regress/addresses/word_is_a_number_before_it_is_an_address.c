// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; induction unknown
// variant: -DEXCHANGED => unreach-call=false
// engines: explore; induction unknown
// variant: -DSIZES => unreach-call=unknown
// variant: -DFILLED => unreach-call=unknown
// A word that is a number before it is an address; an address that went once around, compared and exchanged; one place that takes memory
// of two sizes; memory filled with a byte that nobody has set.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x, y;
static uintptr_t word = 5;
static volatile uintptr_t half = (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1);
static int *pointer = &x;
static int bytes[4];

int main(void) {
#ifdef EXCHANGED
  uintptr_t around = (uintptr_t)&x;
  around += half;
  around += half;
  int *expected = (int *)around;
  if (__atomic_compare_exchange_n(&pointer, &expected, &y, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
#elif defined SIZES
  size_t n = 4;
  if (__VERIFIER_nondet_int()) n = 8;
  int *p = malloc(n);
  x = 1;
  x = 2;
  p[1] = 2;
  free(p);
#elif defined FILLED
  int never, *p = &never;
  memset(bytes, *p, sizeof bytes);
  if (bytes[0]) reach_error();
#else
  if (word == 5) reach_error();
  word = (uintptr_t)&x;
#endif
  return (int)(pointer == &y) + (word == 0);
}
