// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager
// variant: --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// Neither operation succeeds, and nothing orders the two.
#include <pthread.h>
static pthread_mutex_t m;
static void *unlocks(void *arg) {
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t t;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, unlocks, 0);
  pthread_mutex_destroy(&m);
  pthread_join(t, 0);
  return 0;
}
