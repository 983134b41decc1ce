// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int from = 10, to;

static void *transfer(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  from -= 3;
  to += 3;
  __VERIFIER_atomic_end();
  return NULL;
}
static void *audit(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  int sum = from + to;
  __VERIFIER_atomic_end();
  assert(sum == 10);
  return NULL;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, transfer, NULL);
  pthread_create(&b, NULL, transfer, NULL);
  pthread_create(&c, NULL, audit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
