// SPDX-License-Identifier: GPL-3.0-or-later
// Whenever the lock is free the sum is 0, whatever it is while a thread holds the lock.
// expect: unreach-call=true no-data-race=true
// engines: invariants
// flags: --property unreach-call,no-data-race
// variant: -DLATE => unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
// variant: -DTORN => unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
// variant: -DINNER => unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
// variant: -DWAITS => unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t again = PTHREAD_COND_INITIALIZER;
static int sum = 7;

static void *works(void *unused) {
  pthread_mutex_lock(&lock);
  if (sum != 0) reach_error();
  pthread_mutex_lock(&inner);
  sum = 1;
  pthread_mutex_unlock(&inner);
#ifdef TORN
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
#ifdef WAITS
  pthread_cond_wait(&again, &lock);
#endif
  pthread_mutex_lock(&inner);
  if (sum != 1) reach_error();
  sum = 0;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *looks(void *unused) {
#ifdef INNER
  pthread_mutex_lock(&inner);
  if (sum != 0) reach_error();
  pthread_mutex_unlock(&inner);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
#ifndef LATE
  sum = 0;
#endif
#if defined LATE || defined TORN || defined INNER || defined WAITS
  for (int i = 0; i < 2; i++) pthread_create(&t, 0, works, 0);
#else
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, works, 0);
#endif
  pthread_create(&t, 0, looks, 0);
  pthread_mutex_lock(&lock);
  if (sum != 0) reach_error();
#ifdef WAITS
  pthread_cond_broadcast(&again);
#endif
  pthread_mutex_unlock(&lock);
  return 0;
}
