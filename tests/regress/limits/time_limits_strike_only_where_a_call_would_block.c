// SPDX-License-Identifier: GPL-3.0-or-later
// A timed lock fails exactly when the lock is held; a timed wait may time out at any moment, and may also be woken first.
// expect: unreach-call=true
// variant: -DWAIT => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec past = {0, 0};
  assert(pthread_mutex_timedlock(&lock, &past) == 0);
#ifdef WAIT
  assert(pthread_cond_timedwait(&condition, &lock, &past) != 0);
#endif
}
