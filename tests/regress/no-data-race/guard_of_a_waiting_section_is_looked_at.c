// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-order unknown
// variant: -DJOIN => no-data-race=false
// engines: explore; bmc-order unknown
// A lock made by hand: who waits for it reads the word that is written without protection.
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static int word = 1;

static void *release(void *arg) {
  word = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, release, 0);
  __VERIFIER_atomic_begin();
#ifdef JOIN
  int seen = word;
  pthread_join(t, 0);
  word = seen;
#else
  __VERIFIER_assume(word == 0);
  word = 1;
#endif
  __VERIFIER_atomic_end();
  return 0;
}
