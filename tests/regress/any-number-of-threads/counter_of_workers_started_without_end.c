// SPDX-License-Identifier: GPL-3.0-or-later
// Workers are started without end, and every one of them counts under the same lock.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: auto; invariants
// variant: -DBUG => no-data-race=false
// engines: auto no-data-race=false; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race,unreach-call,no-deadlock
// time-limit: 20s
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long served;

static void* worker(void* unused) {
  (void)unused;
#ifdef BUG
  served++;
#else
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
  }
}
