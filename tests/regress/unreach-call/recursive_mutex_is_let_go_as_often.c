// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-deadlock=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager unreach-call=false no-deadlock=unknown
// Held twice, unlocked once: the other thread cannot come in; unlocked twice: it can.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_unlock(&m);
  assert(x == 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, 0);
  return 0;
}
