// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: impact
// variant: -DBUG => unreach-call=false no-data-race=false no-deadlock=true
// engines: impact
// variant: -DHELD => unreach-call=true no-data-race=true no-deadlock=false
// engines: impact
// Two threads of one loop in every round, and there are rounds without end. Each handle names the thread that was started with
// it: with BUG one of them is not waited for. With HELD the second one is waited for while main has the lock.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done[2];
static void *worker(void *arg) {
  *(int *)arg = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  for (;;) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) done[i] = 0;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &done[i]);
    pthread_join(t[0], 0);
#ifdef HELD
    pthread_mutex_lock(&m);
#endif
#ifndef BUG
    pthread_join(t[1], 0);
#endif
#ifdef HELD
    pthread_mutex_unlock(&m);
#endif
    assert(done[0] && done[1]);
#ifdef BUG
    pthread_join(t[1], 0);
#endif
  }
}
