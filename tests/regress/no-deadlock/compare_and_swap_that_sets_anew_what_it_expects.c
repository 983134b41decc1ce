// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; bmc-order; impact unreach-call=true no-data-race=true
// variant: -DBUG => no-deadlock=false
// variant: --no-symmetry => unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 24 states
// A failed attempt leaves nothing behind but what it expected, and that is set anew: the loop only waits. With BUG the holder waits for a thread
// that waits for the holder's other lock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int count;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  int expected;
  do {
    expected = 0;
  } while (!atomic_compare_exchange_strong(&taken, &expected, 1));
  count++;
  taken = 0;
#ifdef BUG
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_mutex_lock(&other);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_mutex_unlock(&other);
  return 0;
}
