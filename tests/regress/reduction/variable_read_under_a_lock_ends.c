// SPDX-License-Identifier: GPL-3.0-or-later
// Everybody reads the variable under the lock, but it ends without the lock, when its thread has forgotten it already.
// expect: valid-memsafety=false no-data-race=unknown
// engines: explore; auto
// variant: -DJOINED => valid-memsafety=unknown no-data-race=true
// engines: explore
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic known;

static int look(void) {
  int seen = 0;
  pthread_mutex_lock(&lock);
  int *p = known;
  if (p) seen = *p;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void *worker(void *unused) {
  int here = 1;
  known = &here;
  look();
  known = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
#ifdef JOINED
  pthread_join(thread, NULL);
  return look();
#else
  look();
  return pthread_join(thread, NULL);
#endif
}
