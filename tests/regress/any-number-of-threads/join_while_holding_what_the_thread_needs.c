// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that is joined has to get its lock: whoever joins must not hold it.
// expect: no-deadlock=true
// engines: invariants; explore
// variant: -DBUG => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown "a deadlock with the wait"
// flags: --property no-deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* counts(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, counts, 0);
  pthread_mutex_lock(&lock);
  n++;
#ifdef BUG
  pthread_join(t, 0);
  pthread_mutex_unlock(&lock);
#else
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
#endif
  return 0;
}
