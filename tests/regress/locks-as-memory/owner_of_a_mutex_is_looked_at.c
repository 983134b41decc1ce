// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// engines: invariants
// variant: -DBEHIND => no-data-race=true
// engines: invariants; explore
// All bytes of a lock are the library's, not only the first four: whoever looks at the owner while others lock has read
// what they write.
#include <pthread.h>
static struct {
  pthread_mutex_t mutex;
  int limit;
} shared = {PTHREAD_MUTEX_INITIALIZER, 2};
static int count, seen;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&shared.mutex);
  ++count;
  pthread_mutex_unlock(&shared.mutex);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
#ifdef BEHIND
  seen = shared.limit;
#else
  seen = ((const int *)&shared.mutex)[2];
#endif
  pthread_join(t, 0);
  return 0;
}
