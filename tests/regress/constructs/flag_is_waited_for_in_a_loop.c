// SPDX-License-Identifier: GPL-3.0-or-later
// construct: waiting loop
// expect: unreach-call=true
// engines: explore; bmc-order; induction; impact; invariants unknown "no proof found"
// slow: bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Main spins until a flag is set and then reads the data. With BUG the flag is set before the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void *publish(void *arg) {
#ifdef BUG
  flag = 1;
  data = 1;
#else
  data = 1;
  flag = 1;
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, publish, 0);
  while (!flag) {}
  assert(data == 1);
}
