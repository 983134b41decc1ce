// SPDX-License-Identifier: GPL-3.0-or-later
// construct: thread-specific key
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager unknown "thread-specific keys"
// engines: induction, impact unknown "an address is used as a number"; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; walk; bmc-lazy, bmc-eager unknown "thread-specific keys"
// engines: induction, impact unknown "an address is used as a number"; invariants unknown "no proof found"
// Each thread sets the value of a key and reads its own back. With BUG main expects to see what the other thread set.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int a, b;

static void *set(void *arg) {
  pthread_setspecific(key, &b);
  assert(pthread_getspecific(key) == &b);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &a);
  pthread_create(&t, 0, set, 0);
  pthread_join(t, 0);
#ifdef BUG
  assert(pthread_getspecific(key) == &b);
#else
  assert(pthread_getspecific(key) == &a);
#endif
}
