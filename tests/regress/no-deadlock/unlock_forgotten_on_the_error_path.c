// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 12
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static int try_work(void) {
  pthread_mutex_lock(&lock);
  if (__VERIFIER_nondet_bool()) return -1;
  done++;
  pthread_mutex_unlock(&lock);
  return 0;
}
static void *worker(void *arg) {
  (void)arg;
  try_work();
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
