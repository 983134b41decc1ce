// SPDX-License-Identifier: GPL-3.0-or-later
// construct: lock accessed as memory
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager unknown "what synchronises may also be accessed as memory"
// engines: induction, impact unknown "one of several locks"; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, impact unknown "one of several locks"
// engines: invariants unknown "no proof found"
// A struct is cleared together with its mutex, and the mutex is initialised. With BUG main does not join before it
// looks.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
  pthread_mutex_t m;
  int n;
} shared = {PTHREAD_MUTEX_INITIALIZER, 1};

static void *add(void *arg) {
  pthread_mutex_lock(&shared.m);
  shared.n++;
  pthread_mutex_unlock(&shared.m);
  return arg;
}

int main(void) {
  pthread_t t;
  memset(&shared, 0, sizeof shared);
  pthread_mutex_init(&shared.m, 0);
  pthread_create(&t, 0, add, 0);
#ifndef BUG
  pthread_join(t, 0);
#endif
  pthread_mutex_lock(&shared.m);
  assert(shared.n == 1);
  pthread_mutex_unlock(&shared.m);
}
