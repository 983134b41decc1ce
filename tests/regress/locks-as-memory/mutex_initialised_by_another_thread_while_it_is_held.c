// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// Nobody holds it afterwards, so that the unlock is undefined.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *again(void *arg) {
  pthread_mutex_init(&m, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, again, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
