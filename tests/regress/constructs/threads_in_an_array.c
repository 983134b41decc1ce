// SPDX-License-Identifier: GPL-3.0-or-later
// construct: thread handles in an array
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Main starts two threads in a loop and joins both in a loop. With BUG it joins the first one only.
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define JOINED 1
#else
#define JOINED 2
#endif
static _Atomic int n;

static void *add(void *arg) {
  n++;
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < JOINED; i++) pthread_join(t[i], 0);
  assert(n == 2);
}
