// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static int tokens;

static void take(int n) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(tokens >= n);
  tokens -= n;
  __VERIFIER_atomic_end();
}
static void *giver(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  tokens++;
  __VERIFIER_atomic_end();
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, giver, NULL);
  take(2);
  pthread_join(t, NULL);
  return 0;
}
