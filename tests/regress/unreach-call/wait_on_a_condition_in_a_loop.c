// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 33 states; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=true no-data-race=true
// engines: bmc-lazy
// A wait lets go of the mutex and takes it again later; the loop ends because the flag is set once.
#include <assert.h>
#include <pthread.h>
static int ready, value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce(void *arg) {
  pthread_mutex_lock(&lock);
  value = 7;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&changed, &lock);
  if (ready) assert(value == 7);
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
