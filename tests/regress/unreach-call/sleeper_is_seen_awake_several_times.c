// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// variant: -DFIXED => unreach-call=true
// engines: explore; bmc-order
// Main tries to lock the mutex of a sleeper. Each attempt that fails meets the sleeper between two sleeps, and in between main gets the
// mutex: no single long sleep stands for all of them. With FIXED main tries another mutex, which nobody holds.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static void *sleeper(void *arg) {
  pthread_mutex_lock(&lock);
  while (!done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
#ifdef FIXED
  pthread_mutex_t *tried = &other;
#else
  pthread_mutex_t *tried = &lock;
#endif
  pthread_t t;
  int failed = 0;
  pthread_create(&t, 0, sleeper, 0);
  for (int i = 0; i < 3; i++) {
    if (pthread_mutex_trylock(tried))
      failed++;
    else
      pthread_mutex_unlock(tried);
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  assert(failed < 3);
  return 0;
}
