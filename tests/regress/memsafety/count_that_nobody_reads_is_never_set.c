// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: undefined behaviour
// variant: -DDIVIDE => unreach-call=unknown
// variant: -DFIXED => unreach-call=true
// The count decides nothing, but computing it is undefined all the same: it was never set, or it is divided by zero.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
#if defined(FIXED) || defined(DIVIDE)
  int rounds = 0, zero = 0;
#else
  int rounds, zero = 0;
#endif
  while (!ready) {
#ifdef DIVIDE
    rounds = rounds / zero;
#else
    rounds = rounds + 1;
    zero++;
#endif
  }
  pthread_join(other, NULL);
  return 0;
}
