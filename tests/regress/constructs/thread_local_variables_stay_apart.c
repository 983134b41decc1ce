// SPDX-License-Identifier: GPL-3.0-or-later
// construct: thread-local variable
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; invariants; impact
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Each thread counts in a variable of its own. With BUG the threads share it.
#include <assert.h>
#include <pthread.h>

#ifdef BUG
static int n;
#else
static _Thread_local int n;
#endif

static void *count(void *arg) {
  n++;
  assert(n == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
  pthread_join(t, 0);
}
