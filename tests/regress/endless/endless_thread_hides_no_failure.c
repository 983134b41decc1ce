// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: impact
// variant: -DBOUNDED => unreach-call=true
// A thread whose steps disturb nobody never ends. Whoever follows only that one for ever misses what the other thread
// does.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned x, y;

static void *spins(void *unused) {
  while (1) x = x + 1;
  return unused;
}

static void *fails(void *unused) {
#ifdef BOUNDED
  for (y = 0; y < 7; y++)
    if (y > 7) reach_error();
#else
  for (y = 0; y < 7; y++)
    if (y > 3) reach_error();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, spins, 0);
  pthread_create(&b, 0, fails, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
