// SPDX-License-Identifier: GPL-3.0-or-later
// construct: read-write lock
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A reader under a read-write lock sees both variables or neither changed. With BUG the writer locks for reading.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *write_both(void *arg) {
#ifdef BUG
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  a = 1;
  b = 1;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_both, 0);
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
}
