// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown
#include <assert.h>
#include <pthread.h>

static int turn;

static void *work(void *arg) {
  pthread_mutex_lock(arg);
  turn++;
  pthread_mutex_unlock(arg);
  return 0;
}
int main(void) {
  pthread_t t;
  {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_create(&t, 0, work, &m);
    pthread_mutex_lock(&m);
    turn++;
    pthread_mutex_unlock(&m);
#ifdef FIXED
    pthread_join(t, 0);
#endif
  }
#ifndef FIXED
  pthread_join(t, 0);
#endif
  assert(turn == 2);
}
