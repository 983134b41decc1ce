// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DPLAIN_NAME => unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>

static int count;

#ifdef PLAIN_NAME
#define __VERIFIER_atomic_add add
#endif
static void __VERIFIER_atomic_add(int n) {
  int seen = count;
  count = seen + n;
}
static void *worker(void *arg) {
  __VERIFIER_atomic_add((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 3);
  return 0;
}
