// SPDX-License-Identifier: GPL-3.0-or-later
// Workers may sleep for ever, since main always goes on and nobody sleeps with a lock that main needs.
// expect: no-deadlock=true
// engines: invariants
// flags: --property no-deadlock
// variant: -DHOLDS => no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
// variant: -DENDS => no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
// variant: -DJOINS => no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
// variant: -DBETWEEN => no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
// variant: -DSWAPPED => no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, statistics = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static sem_t unused;
static int jobs, done;

static void *works(void *nothing) {
  for (;;) {
#ifdef HOLDS
    pthread_mutex_lock(&statistics);
#endif
    pthread_mutex_lock(&queue);
    while (jobs == 0) pthread_cond_wait(&more, &queue);
    jobs--;
#ifndef HOLDS
    pthread_mutex_lock(&statistics);
#endif
    done = 1 - done;
    pthread_mutex_unlock(&statistics);
    pthread_mutex_unlock(&queue);
    if (__VERIFIER_nondet_int() == 1) sem_wait(&unused);
  }
  return nothing;
}

#ifdef BETWEEN
static pthread_t worker;
static void *waits(void *nothing) {
  pthread_mutex_lock(&statistics);
  pthread_join(worker, 0);
  pthread_mutex_unlock(&statistics);
  return nothing;
}
#endif

int main(void) {
  pthread_t t;
  sem_init(&unused, 0, 0);
#if defined HOLDS || defined ENDS || defined JOINS || defined BETWEEN || defined SWAPPED
  pthread_create(&t, 0, works, 0);
#else
  for (int i = __VERIFIER_nondet_int(); i > 0; i--) pthread_create(&t, 0, works, 0);
#endif
#ifdef BETWEEN
  worker = t;
  pthread_create(&t, 0, waits, 0);
#endif
#ifdef ENDS
  pthread_exit(0);
#endif
#ifdef JOINS
  pthread_join(t, 0);
#endif
  for (;;) {
#ifdef SWAPPED
    pthread_mutex_lock(&statistics);
    pthread_mutex_lock(&queue);
    if (jobs < 2) jobs++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&queue);
    pthread_mutex_unlock(&statistics);
#else
    pthread_mutex_lock(&statistics);
    int seen = done;
    pthread_mutex_unlock(&statistics);
    pthread_mutex_lock(&queue);
    if (seen >= 0 && jobs < 2) jobs++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&queue);
#endif
  }
}
