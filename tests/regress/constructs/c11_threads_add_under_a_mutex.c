// SPDX-License-Identifier: GPL-3.0-or-later
// construct: C11 threads
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A counter with thrd_create, mtx_lock and thrd_join. With BUG main looks before it has joined the second thread.
#include <assert.h>
#include <threads.h>
static mtx_t m;
static int n;

static int add(void *arg) {
  (void)arg;
  mtx_lock(&m);
  n++;
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, add, 0);
  add(0);
#ifndef BUG
  thrd_join(t, 0);
#endif
  mtx_lock(&m);
  assert(n == 2);
  mtx_unlock(&m);
}
