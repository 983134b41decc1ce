// SPDX-License-Identifier: GPL-3.0-or-later
// An assumption in a section is a guard, also behind a loop in the section.
// expect: no-deadlock=false
// engines: explore; impact unknown
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
#include <pthread.h>
static int x, y;

static void *worker(void *arg) {
  int i = 0;
  x = 1;
  __VERIFIER_atomic_begin();
  while (i < 3) i++;
  __VERIFIER_assume(y == 1);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
