// SPDX-License-Identifier: GPL-3.0-or-later
// construct: spin lock
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add to a counter under a spin lock. With BUG each lets go between reading and writing.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int n;

static void *add(void *arg) {
  pthread_spin_lock(&lock);
  int seen = n;
#ifdef BUG
  pthread_spin_unlock(&lock);
  pthread_spin_lock(&lock);
#endif
  n = seen + 1;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, 0);
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(n == 2);
}
