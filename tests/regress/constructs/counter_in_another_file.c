// SPDX-License-Identifier: GPL-3.0-or-later
// construct: several files
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// files: companions/counter_of_another_file.c
// The counter and its lock are in a second file. With BUG the second file lets go between reading and writing.
#include <assert.h>
#include <pthread.h>

void *add(void *arg);
extern int n;

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(n == 2);
}
