// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
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
  pthread_t t, u;
  pthread_create(&t, NULL, giver, NULL);
  pthread_create(&u, NULL, giver, NULL);
  take(2);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(tokens == 0);
  return 0;
}
