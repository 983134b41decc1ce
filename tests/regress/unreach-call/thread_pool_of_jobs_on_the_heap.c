// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order
// variant: -DCLOSE_FIRST => unreach-call=false
// variant: --no-symmetry => unreach-call=true
// engines: explore 2731 states
// Jobs on the heap with a function each, a list under a lock, workers that sleep until there is something to do.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define WORKERS 2
#define JOBS 2

struct job {
  void (*run)(int *);
  int *argument;
  struct job *next;
};
static struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct job *first, *last;
  int closed;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
static int results[JOBS];

static void square(int *n) { *n = *n * *n; }

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&pool.lock);
#ifdef CLOSE_FIRST
    while (!pool.first && !pool.closed) pthread_cond_wait(&pool.more, &pool.lock);
    struct job *job = pool.closed ? NULL : pool.first;
#else
    while (!pool.first && !pool.closed) pthread_cond_wait(&pool.more, &pool.lock);
    struct job *job = pool.first;
#endif
    if (job) {
      pool.first = job->next;
      if (!pool.first) pool.last = NULL;
    }
    pthread_mutex_unlock(&pool.lock);
    if (!job) return arg;
    job->run(job->argument);
    free(job);
  }
}

static void submit(void (*run)(int *), int *argument) {
  struct job *job = malloc(sizeof *job);
  if (!job) exit(1);
  *job = (struct job){run, argument, NULL};
  pthread_mutex_lock(&pool.lock);
  if (pool.last) pool.last->next = job;
  else pool.first = job;
  pool.last = job;
  pthread_cond_signal(&pool.more);
  pthread_mutex_unlock(&pool.lock);
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int k = 0; k < WORKERS; k++) pthread_create(&threads[k], NULL, worker, NULL);
  for (int k = 0; k < JOBS; k++) {
    results[k] = k + 2;
    submit(square, &results[k]);
  }
  pthread_mutex_lock(&pool.lock);
  pool.closed = 1;
  pthread_cond_broadcast(&pool.more);
  pthread_mutex_unlock(&pool.lock);
  for (int k = 0; k < WORKERS; k++) pthread_join(threads[k], NULL);
  for (int k = 0; k < JOBS; k++) assert(results[k] == (k + 2) * (k + 2));
  return 0;
}
