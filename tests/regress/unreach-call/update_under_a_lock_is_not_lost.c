// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 20 states; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=true no-data-race=true
// engines: bmc-lazy
// Between two points under the same lock there is no pair, and nothing is missed by that.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  x = x + 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
