// SPDX-License-Identifier: GPL-3.0-or-later
// Locking a mutex, waiting at a barrier and reading a lock are no cancellation points: the thread comes to its end.
// expect: unreach-call=true no-deadlock=true no-data-race=true
// variant: -DPOINT => unreach-call=false no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t together;
static int done;

static void *worker(void *unused) {
  pthread_barrier_wait(&together);
  pthread_mutex_lock(&lock);
  pthread_rwlock_rdlock(&both);
  done = 1;
  pthread_rwlock_unlock(&both);
  pthread_mutex_unlock(&lock);
#ifdef POINT
  pthread_testcancel();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_barrier_init(&together, NULL, 2);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_barrier_wait(&together);
  pthread_join(thread, &result);
  assert(done == 1);
  assert(result == NULL);
  return 0;
}
