// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 64 states; bmc-lazy; bmc-eager true|unknown
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=true no-data-race=true
// engines: bmc-lazy
// time-limit: 8s
// One copy of the procedure, two calls of it in each thread.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int add(int by) {
  pthread_mutex_lock(&lock);
  int now = x += by;
  pthread_mutex_unlock(&lock);
  return now;
}

static void *work(void *arg) {
  add(1);
  add(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int first = add(4);
  int second = add(8);
  assert(first < second);
  pthread_join(t, 0);
  assert(x == 15);
  return 0;
}
