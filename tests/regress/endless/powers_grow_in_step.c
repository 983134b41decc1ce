// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DLONGER => unreach-call=false
// Two threads compute the same. If they take turns, their numbers are equal after every round; if one of them runs
// ahead, no linear equation says what they have in common. Nothing that one does disturbs the other, so it is enough to
// let them take turns.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned x, y, end;

static void *first(void *unused) {
  while (x < end) x = x + x;
  return unused;
}

static void *second(void *unused) {
#ifdef LONGER
  while (y <= end) y = y + y;
#else
  while (y < end) y = y + y;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  x = __VERIFIER_nondet_uint();
  y = x;
  end = __VERIFIER_nondet_uint();
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != y) reach_error();
  return 0;
}
