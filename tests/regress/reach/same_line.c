// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// variant: --reach same_line.c:16,same_line.c:16 => unreach-call=false
// engines: auto; bmc-order; bmc-lazy; impact
// variant: --reach same_line.c:27,same_line.c:16 => unreach-call=true
// engines: explore; bmc-order
// variant: --reach same_line.c:27,same_line.c:27 => unreach-call=true
// engines: explore; impact
// Two threads on one line; the failure of the program's own assertion is not what was asked for.
#include <assert.h>
#include <pthread.h>

static int inside;

static void *enter(void *arg) {
  inside = inside + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(inside == 2);
  return inside;
}
