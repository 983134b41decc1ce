// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DBROKEN => unreach-call=false
// A mark in the lowest bit of an address, where the alignment of the object leaves room for it.
#include <pthread.h>
#include <stdint.h>
void reach_error(void);
static int x;
static uintptr_t word;

static void *mark(void *arg) {
  word = (uintptr_t)&x | 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, mark, 0);
  pthread_join(t, 0);
  if (!(word & 1)) reach_error();
  int *p = (int *)(word & ~(uintptr_t)1);
  *p = 5;
#ifdef BROKEN
  p = (int *)(word ^ 1);
  *p = 6;
#endif
  if (x != 5) reach_error();
  return 0;
}
