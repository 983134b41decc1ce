// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: bmc-eager; explore
// variant: --reduction mpor => unreach-call=true no-data-race=true
// engines: bmc-eager
// variant: --reduction sir => unreach-call=true no-data-race=unknown
// engines: bmc-eager
// variant: -DLEAST=6 --reduction none => unreach-call=false no-data-race=true
// engines: bmc-eager; explore
// variant: -DLEAST=6 --reduction mpor => unreach-call=false no-data-race=true
// engines: bmc-eager
// variant: -DLEAST=6 --reduction sir => unreach-call=false no-data-race=unknown
// engines: bmc-eager
// Figure 1 of the paper behind --reduction sir. Only if the first addition of `one` comes behind all of `two` does `two`
// see less than 6; the orders of everything else change the sum and no condition.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LEAST
#define LEAST 5
#endif

static atomic_int sh, seen;

static void *one(void *unused) {
  sh += 1;
  sh += 1;
  if (sh >= 2) seen = 1;
  return unused;
}

static void *two(void *unused) {
  sh += 2;
  sh += 3;
  assert(sh >= LEAST);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
