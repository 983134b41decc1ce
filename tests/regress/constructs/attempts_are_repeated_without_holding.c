// SPDX-License-Identifier: GPL-3.0-or-later
// construct: attempts to lock
// expect: termination=true
// engines: explore; auto
// variant: -DBUG => termination=false
// engines: explore; auto
// A thread that does not get the second mutex lets go of the first one and tries again. With BUG the two threads take the
// mutexes in opposite orders, and each may always look while the other one holds.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
static pthread_mutex_t *const first = &b, *const second = &a;
#else
static pthread_mutex_t *const first = &a, *const second = &b;
#endif

static void take_both(pthread_mutex_t *one, pthread_mutex_t *two) {
  pthread_mutex_lock(one);
  while (pthread_mutex_trylock(two)) {
    pthread_mutex_unlock(one);
    pthread_mutex_lock(one);
  }
  pthread_mutex_unlock(two);
  pthread_mutex_unlock(one);
}

static void *other(void *arg) {
  take_both(first, second);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  take_both(&a, &b);
  pthread_join(t, 0);
}
