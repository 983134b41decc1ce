// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DBUG => unreach-call=false no-data-race=false
// engines: bmc-order; induction unknown; impact
// time-limit: 40s
// Philosophers, their forks and their handles are in arrays, and they eat for ever: nobody has the fork of another one.
// With BUG they take one fork only. The flow tells the philosophers apart by their number.
#include <assert.h>
#include <pthread.h>
#define N 3

static pthread_mutex_t fork_of[N];
static int eating[N];

static void *philosopher(void *arg) {
  long me = (long)arg, other = (me + 1) % N;
  for (;;) {
    pthread_mutex_lock(&fork_of[me]);
#ifdef BUG
    other = me;
#else
    pthread_mutex_lock(&fork_of[other]);
#endif
    eating[0]++;
    assert(eating[0] == 1);
    eating[0]--;
    if (other != me) pthread_mutex_unlock(&fork_of[other]);
    pthread_mutex_unlock(&fork_of[me]);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_of[i], 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
