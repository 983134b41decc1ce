// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 15
// The flag is atomic, but it is set and signalled between the waiter's test and its wait.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_join(t, NULL);
  return 0;
}
