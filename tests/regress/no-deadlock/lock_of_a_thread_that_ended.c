// SPDX-License-Identifier: GPL-3.0-or-later
// A lock stays with the thread that ended; the next thread in its place does not own it.
// expect: no-deadlock=false unreach-call=true
// variant: -DRECURSIVE => no-deadlock=false unreach-call=true
// variant: -DERRORCHECK => no-deadlock=false unreach-call=true
// variant: -DWRITER => no-deadlock=false unreach-call=true
// variant: -DUNLOCKED => no-deadlock=true unreach-call=true
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#if defined(RECURSIVE)
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#elif defined(ERRORCHECK)
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
  (void)arg;
#ifdef WRITER
  assert(pthread_rwlock_wrlock(&table) == 0);
#else
  assert(pthread_mutex_lock(&lock) == 0);
#endif
#ifdef UNLOCKED
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
  }
  return 0;
}
