// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 20
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static pthread_barrier_t barrier;

static void *worker(void *arg) {
  (void)arg;
  if (__VERIFIER_nondet_bool()) return NULL;
  pthread_barrier_wait(&barrier);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  pthread_join(t, NULL);
  return 0;
}
