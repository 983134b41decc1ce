// SPDX-License-Identifier: GPL-3.0-or-later
// construct: address as a number
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown "what this engine does not express"
// engines: induction, impact unknown "an address is used as a number"; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; walk; bmc-lazy, bmc-eager unknown "what this engine does not express"
// engines: induction, impact unknown "an address is used as a number"; invariants unknown "no proof found"
// replay: bits of an address
// An address decides which of two elements a thread sets. With BUG main expects both to be set.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int table[2], object;

static void *set(void *arg) {
  table[((uintptr_t)arg >> 4) % 2] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, &object);
  pthread_join(t, 0);
#ifdef BUG
  assert(table[0] + table[1] == 2);
#else
  assert(table[0] + table[1] == 1);
#endif
}
