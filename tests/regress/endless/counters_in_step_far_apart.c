// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DMEET => unreach-call=false
// engines: impact; bmc-order
// variant: -DMEET -DFEW => unreach-call=false
// engines: impact; explore
// variant: -DMEET -DSIGNED => unreach-call=false
// engines: impact; bmc-order
// Two threads count in step, from numbers that differ by more than the largest signed number of 64 bits. MEET: what the
// one counts is what the assertion excludes.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef SIGNED
static long x = -0x6000000000000000L, y = 0x6000000000000000L;
#else
static unsigned long x, y = 0x800000000000000aUL;
#endif
static unsigned rounds;

static void *first(void *unused) {
  for (unsigned k = 0; k < rounds; ++k) ++x;
  return unused;
}

static void *second(void *unused) {
  for (unsigned k = 0; k < rounds; ++k) ++y;
  return unused;
}

int main(void) {
#ifdef FEW
  rounds = 3;
#else
  rounds = __VERIFIER_nondet_uint();
#endif
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
#ifndef MEET
  if (y - x != 0x800000000000000aUL) reach_error();
#elif defined SIGNED
  if (x == -0x6000000000000000L + 3 && y != 0) reach_error();
#else
  if (x == 3 && y != 0) reach_error();
#endif
}
