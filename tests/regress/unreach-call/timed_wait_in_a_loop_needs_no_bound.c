// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 33 states; bmc-order
// variant: -DRESULT => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DRESULT -DBUG => unreach-call=false
// variant: -DKEEP => unreach-call=false
// Only the result of the last wait is left behind the loop. With BUG it is not asked whether that was a timeout. With KEEP the results of
// two waits are there: the first may have ended by itself and the second not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *set(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  struct timespec until = {1, 0};
  int result = 0;
#ifdef KEEP
  int before = 0;
#endif
  pthread_create(&other, NULL, set, NULL);
  pthread_mutex_lock(&lock);
#ifdef RESULT
  while (!ready && result != ETIMEDOUT) result = pthread_cond_timedwait(&changed, &lock, &until);
#ifdef BUG
  assert(ready);
#else
  assert(ready || result == ETIMEDOUT);
#endif
#else
  while (!ready) {
#ifdef KEEP
    before = result;
#endif
    result = pthread_cond_timedwait(&changed, &lock, &until);
  }
  assert(result == 0 || result == ETIMEDOUT);
#endif
#ifdef KEEP
  assert(!(before == ETIMEDOUT && result == 0));
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(other, NULL);
  return 0;
}
