// SPDX-License-Identifier: GPL-3.0-or-later
// Workers that are all alike take jobs from one counter. Which of them takes which job makes no difference, and the
// order in which main joins them neither.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore
// variant: -DNO_LOCK => no-data-race=false
// engines: explore
// variant: -DLOST_WAKE_UP => no-deadlock=false
// engines: explore
// variant: -DONE_TOO_MANY => unreach-call=false
// engines: explore
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define WORKERS 4
#define JOBS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int jobs, done, closed;

static void *worker(void *unused) {
  (void)unused;
  while (1) {
    pthread_mutex_lock(&lock);
    while (jobs == 0 && !closed) pthread_cond_wait(&more, &lock);
    if (jobs == 0) break;
    jobs--;
#ifdef NO_LOCK
    pthread_mutex_unlock(&lock);
    done++;
    pthread_mutex_lock(&lock);
#else
    done++;
#endif
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  closed = 1;
#ifdef LOST_WAKE_UP
  pthread_cond_signal(&more);
#else
  pthread_cond_broadcast(&more);
#endif
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
#ifdef ONE_TOO_MANY
  assert(done == JOBS + 1);
#else
  assert(done == JOBS);
#endif
}
