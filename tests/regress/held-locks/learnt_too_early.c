// SPDX-License-Identifier: GPL-3.0-or-later
// The first accesses to `value` are all made under the lock; the one that is not comes last, in a thread that nobody
// joins before it. What the search believed until then was wrong: the race is found nevertheless.
// expect: no-data-race=false
// engines: explore; bmc-order
// variant: -DJOINED => no-data-race=true unreach-call=true
// engines: explore; bmc-order
// variant: -DENDS_WITH_LOCK => no-data-race=false
// engines: explore
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int value, steps;

static void *careful(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  value++;
#ifdef ENDS_WITH_LOCK
  return NULL;
#endif
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, careful, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&other);
    steps++;
    pthread_mutex_unlock(&other);
  }
#ifdef JOINED
  pthread_join(thread, NULL);
#endif
  value = 5;
#ifndef JOINED
  pthread_join(thread, NULL);
#endif
  assert(value >= 5);
  return 0;
}
