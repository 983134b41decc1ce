// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// The SV-COMP idiom: the program brings its own reach_error.
#include <assert.h>
#include <pthread.h>

extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
static _Atomic int x;
static void *inc(void *arg) {
  (void)arg;
  x++;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, inc, NULL);
  __VERIFIER_assert(x == 0);
  pthread_join(t, NULL);
  return 0;
}
