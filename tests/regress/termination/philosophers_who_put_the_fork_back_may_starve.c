// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false no-deadlock=true
// engines: auto; lasso termination=false
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void eat(int seat) {
  pthread_mutex_t *left = &forks[seat], *right = &forks[1 - seat];
  pthread_mutex_lock(left);
  while (pthread_mutex_trylock(right) != 0) {
    pthread_mutex_unlock(left);
    sched_yield();
    pthread_mutex_lock(left);
  }
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
}
static void *guest(void *arg) {
  eat((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, guest, (void *)1L);
  eat(0);
  pthread_join(t, NULL);
  return 0;
}
