// SPDX-License-Identifier: GPL-3.0-or-later
// A pool of workers as compressors have them: a ring of jobs, one mutex, a condition for "there is a job" and one for
// "there is room", and an end that waits for everybody. THREADS workers, JOBS jobs, SIZE places.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef JOBS
#define JOBS 3
#endif
#ifndef SIZE
#define SIZE 2
#endif

struct job {
  void (*run)(void *);
  void *with;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t push, pop;
  struct job ring[SIZE];
  int head, count, busy, ends;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {{0, 0}}, 0, 0, 0, 0};

static int done[JOBS];

static void work(void *with) { ++*(int *)with; }

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&pool.lock);
    while (pool.count == 0 && !pool.ends) pthread_cond_wait(&pool.pop, &pool.lock);
    if (pool.count == 0) {
      pthread_mutex_unlock(&pool.lock);
      return unused;
    }
    struct job job = pool.ring[pool.head];
    pool.head = (pool.head + 1) % SIZE;
    pool.count--;
    pool.busy++;
    pthread_cond_signal(&pool.push);
    pthread_mutex_unlock(&pool.lock);
    job.run(job.with);
    pthread_mutex_lock(&pool.lock);
    pool.busy--;
    pthread_mutex_unlock(&pool.lock);
  }
}

static void add(void (*run)(void *), void *with) {
  pthread_mutex_lock(&pool.lock);
  while (pool.count == SIZE) pthread_cond_wait(&pool.push, &pool.lock);
  pool.ring[(pool.head + pool.count++) % SIZE] = (struct job){run, with};
  pthread_cond_signal(&pool.pop);
  pthread_mutex_unlock(&pool.lock);
}

int main(void) {
  pthread_t threads[THREADS];
  for (int k = 0; k < THREADS; k++) pthread_create(&threads[k], 0, worker, 0);
  for (int k = 0; k < JOBS; k++) add(work, &done[k]);
  pthread_mutex_lock(&pool.lock);
  pool.ends = 1;
  pthread_cond_broadcast(&pool.pop);
  pthread_mutex_unlock(&pool.lock);
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], 0);
  for (int k = 0; k < JOBS; k++) assert(done[k] == 1);
  assert(pool.busy == 0);
}
