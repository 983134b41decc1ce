// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread makes a lock of its own, takes it, and forgets it after the release. When the second lock is made, nobody
// can reach the first one any more, if the first thread was faster; but both may be there at once.
// expect: no-data-race=false
// engines: explore; bmc-order
// variant: -DONE_LOCK => no-data-race=true
// engines: explore
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first_started, second_started;
static int value;
static pthread_mutex_t *common;

static pthread_mutex_t *make(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  return lock;
}

static void add(void) {
#ifdef ONE_LOCK
  pthread_mutex_t *lock = common;
#else
  pthread_mutex_t *lock = make();
#endif
  pthread_mutex_lock(lock);
  value++;
  pthread_mutex_unlock(lock);
}

static void *first(void *unused) {
  (void)unused;
  first_started = 1;
  add();
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  second_started = 1;
  add();
  return NULL;
}

int main(void) {
  pthread_t a, b;
#ifdef ONE_LOCK
  common = make();
#endif
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
