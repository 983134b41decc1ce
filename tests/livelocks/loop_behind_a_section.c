// SPDX-License-Identifier: GPL-3.0-or-later
// A loop that does nothing others notice, in the same step as the atomic section before it. Whoever follows the formulas'
// execution has the thread rest at the head of the loop, after so many instructions; if that is inside the section, it
// must rest behind it, and not go around for ever.
//
// expected: termination false
// expected -DLEAVES: termination true
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int shared;

static void *run(void *unused) {
  int rounds = 0;
  __VERIFIER_atomic_begin();
  shared++;
  shared ^= 1;
  __VERIFIER_atomic_end();
  while (rounds < 1) {
#ifdef LEAVES
    rounds++;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  __VERIFIER_atomic_begin();
  shared++;
  __VERIFIER_atomic_end();
  pthread_join(other, NULL);
  return 0;
}
