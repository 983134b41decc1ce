// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order
// variant: -DFIXED => no-deadlock=true
// engines: explore; bmc-order
// The third sleeper waits here and there in turn and takes every signal, so the first two sleep for ever. Signals come here and there in
// turn, and each of the two would wake the other one: no long sleep in one place takes them all. With FIXED main wakes both in the end.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t here = PTHREAD_COND_INITIALIZER, there = PTHREAD_COND_INITIALIZER, ready = PTHREAD_COND_INITIALIZER;
static int asleep, awake, turn, done;

static void *first(void *arg) {
  pthread_mutex_lock(&lock);
  asleep++;
  pthread_cond_signal(&ready);
  if (!awake) pthread_cond_wait(&here, &lock);
  awake = 1;
  pthread_cond_broadcast(&there);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *second(void *arg) {
  pthread_mutex_lock(&lock);
  asleep++;
  pthread_cond_signal(&ready);
  if (!awake) pthread_cond_wait(&there, &lock);
  awake = 1;
  pthread_cond_broadcast(&here);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *third(void *arg) {
  pthread_mutex_lock(&lock);
  while (!done) {
    if (turn)
      pthread_cond_wait(&there, &lock);
    else
      pthread_cond_wait(&here, &lock);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

static void wake(pthread_cond_t *sleeper, int next, int last) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(sleeper);
  turn = next;
  done = last;
#ifdef FIXED
  if (last) awake = 1;
  if (last) pthread_cond_broadcast(&here);
#endif
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  pthread_mutex_lock(&lock);
  while (asleep < 2) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  wake(&here, 1, 0);
  wake(&there, 0, 0);
  wake(&here, 1, 0);
  wake(&there, 0, 0);
  wake(&here, 1, 1);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
