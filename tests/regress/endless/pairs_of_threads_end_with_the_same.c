// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DTWICE => unreach-call=false
// engines: bmc-order; impact false|unknown
// Two pairs of threads; each pair computes the same. The first pair takes turns until both have ended, then the second
// one: while the first pair is in its loop, the others are left out, and nothing is missed, since main looks at the end.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned x, y, u, v, rounds, steps;

static void *first(void *unused) {
  for (unsigned k = 0; k < rounds; k++) x = x + x + 1;
  return unused;
}
static void *second(void *unused) {
  for (unsigned k = 0; k < rounds; k++) y = y + y + 1;
  return unused;
}
static void *third(void *unused) {
  for (unsigned k = 0; k < steps; k++) u = u + u + rounds;
  return unused;
}
static void *fourth(void *unused) {
#ifdef TWICE
  for (unsigned k = 0; k <= steps; k++) v = v + v + rounds;
#else
  for (unsigned k = 0; k < steps; k++) v = v + v + rounds;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c, d;
  rounds = __VERIFIER_nondet_uint();
  steps = __VERIFIER_nondet_uint();
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_create(&d, 0, fourth, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  if (x != y || u != v) reach_error();
  return 0;
}
