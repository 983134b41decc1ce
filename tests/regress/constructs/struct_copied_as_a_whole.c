// SPDX-License-Identifier: GPL-3.0-or-later
// construct: struct copy
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, invariants unknown "no proof found"
// engines: impact unknown "one of the model, but not of the program"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, invariants unknown "no proof found"
// engines: impact unknown "one of the model, but not of the program"
// A struct is assigned under a mutex while another thread changes it. With BUG the copy is made without the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int a, b, c;
} shared, copy;

static void *change(void *arg) {
  pthread_mutex_lock(&m);
  shared.a = 1;
  shared.c = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  copy = shared;
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  assert(copy.a == copy.c);
}
