// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that tell each other by a flag under a lock. Each variant leaves out one thing that the proof needs.
// expect: no-deadlock=true
// engines: invariants; explore
// flags: --property no-deadlock
// variant: -DFLAG_BY_THE_HELPER => no-deadlock=true
// engines: invariants; explore
// variant: -DLATE_BROADCAST => no-deadlock=true
// engines: invariants; explore
// variant: -DMAIN_NEVER_SETS => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DOTHER_LOCK => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DOTHER_CONDITION => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSOMETIMES => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DNOT_CHECKED => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSIGNAL_TAKEN => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DRESTS_BEFORE_IT_TELLS => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSET_BEFORE_THREADS_RUN => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DTWO_FLAGS => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DFLAG_OF_ANOTHER => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
#include <pthread.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, other = PTHREAD_COND_INITIALIZER;
static int ready, second, turn;

static void *waits(void *nothing) {
  pthread_mutex_lock(&lock);
#ifdef NOT_CHECKED
  pthread_cond_wait(&changed, &lock);
#elif defined TWO_FLAGS
  while (!ready || !second) pthread_cond_wait(&changed, &lock);
#elif defined SET_BEFORE_THREADS_RUN
  while (ready) pthread_cond_wait(&changed, &lock);
#else
  while (!ready) pthread_cond_wait(&changed, &lock);
#endif
  pthread_mutex_unlock(&lock);
  return nothing;
}

static void set(void) {
#ifdef OTHER_LOCK
  pthread_mutex_lock(&other_lock);
#else
  pthread_mutex_lock(&lock);
#endif
#ifdef FLAG_OF_ANOTHER
  second = 1;
#else
  ready = 1;
#endif
#if defined OTHER_CONDITION
  pthread_cond_broadcast(&other);
#elif defined SOMETIMES
  if (turn == 0) pthread_cond_broadcast(&changed);
#elif defined SIGNAL_TAKEN
  pthread_cond_signal(&changed);
#elif defined RESTS_BEFORE_IT_TELLS
  while (turn == 0) pthread_cond_wait(&other, &lock);
  pthread_cond_broadcast(&changed);
#elif !defined LATE_BROADCAST
  pthread_cond_broadcast(&changed);
#endif
#ifdef OTHER_LOCK
  pthread_mutex_unlock(&other_lock);
#else
  pthread_mutex_unlock(&lock);
#endif
#ifdef LATE_BROADCAST
  pthread_mutex_lock(&other_lock);
  turn = 1;
  pthread_mutex_unlock(&other_lock);
  pthread_cond_broadcast(&changed);
#endif
}

static void *helps(void *nothing) {
  set();
  return nothing;
}

int main(void) {
  pthread_t first, next, helper;
  (void)helper;
#ifdef SET_BEFORE_THREADS_RUN
  ready = 1;
#endif
#ifdef SOMETIMES
  turn = __VERIFIER_nondet_int() == 1;
#endif
  pthread_create(&first, 0, waits, 0);
  pthread_create(&next, 0, waits, 0);
#ifdef FLAG_BY_THE_HELPER
  pthread_create(&helper, 0, helps, 0);
  pthread_join(helper, 0);
  set();
#elif !defined MAIN_NEVER_SETS
  set();
#endif
  pthread_join(first, 0);
  pthread_join(next, 0);
  return 0;
}
