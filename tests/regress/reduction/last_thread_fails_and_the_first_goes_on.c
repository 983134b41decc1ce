// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: bmc-eager; explore
// variant: --reduction mpor => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir => unreach-call=false
// engines: bmc-eager
// variant: -DFIXED --reduction mpor => unreach-call=true no-data-race=true
// engines: bmc-eager
// variant: -DFIXED --reduction sir => unreach-call=true no-data-race=true
// engines: bmc-eager
// The last thread fails only if it runs before the first one. Behind its failure nothing that the first thread does
// depends on it, so the order that is kept does not go on: the scheduler has to be allowed to stop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, work;

static void *first(void *unused) {
  ready = 1;
  for (int k = 0; k < 3; ++k) work += k;
  return unused;
}

static void *last(void *unused) {
  int seen = ready;
#ifndef FIXED
  assert(seen);
#endif
  return (void *)(long)(seen && unused);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, last, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
