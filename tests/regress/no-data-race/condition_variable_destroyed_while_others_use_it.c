// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; induction unknown
// variant: -DBUSY => no-data-race=false
// engines: explore; induction unknown
// Destroying a condition variable that others use is a race; that a mutex is busy orders nothing.
#include <pthread.h>
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *other(void *unused) {
  x = 1;
  pthread_mutex_lock(&m);
#ifdef BUSY
  for (;;) {}
#endif
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
#ifdef BUSY
  if (pthread_mutex_destroy(&m) != 0) x = 2;
#else
  pthread_cond_destroy(&c);
#endif
  return 0;
}
