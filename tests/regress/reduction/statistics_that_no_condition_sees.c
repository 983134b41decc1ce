// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads count without a lock what no condition sees: under sir explore need not try the orders of these accesses.
// With SEEN a condition sees one of the counters, and then every order counts: one loses an update.
// expect: unreach-call=true no-deadlock=true
// engines: explore
// variant: --reduction sir => unreach-call=true no-deadlock=true
// engines: explore 51 states
// variant: --reduction sir -DSEEN => unreach-call=false no-deadlock=true
// engines: explore
// variant: --reduction sir -DLATE => unreach-call=false no-deadlock=true
// engines: explore
// variant: --no-symmetry => unreach-call=true no-deadlock=true
// engines: explore 2196 states
#include <assert.h>
#include <pthread.h>

static int packets, bytes, errors, closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(int size) {
  packets++;
  bytes += size;
  errors = packets - bytes;
}

static void *send_all(void *arg) {
  for (int i = 0; i < 2; i++) count(4);
  pthread_mutex_lock(&lock);
  closed++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send_all, NULL);
  pthread_create(&b, NULL, send_all, NULL);
#ifdef LATE
  assert(closed < 2);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(closed == 2);
#ifdef SEEN
  assert(packets == 4);
#endif
  return 0;
}
