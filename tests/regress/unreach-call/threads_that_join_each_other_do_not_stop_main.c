// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// Two threads wait for each other's end for ever; main goes on all the same.
#include <assert.h>
#include <pthread.h>
static void *second(void *first) {
  pthread_join((pthread_t)first, 0);
  return 0;
}
static void *first(void *arg) {
  pthread_t t;
  pthread_create(&t, 0, second, (void *)pthread_self());
  pthread_join(t, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  assert(t == 0);
  return 0;
}
