// SPDX-License-Identifier: GPL-3.0-or-later
// main always fails, and no condition of the others notices when. Taken first, the failure ends the execution before
// the two threads race: under sir nothing may be proven here, not even with ALONE, where nobody reads. The race itself is
// found, with the transaction graph, too, which goes on where main fails.
// expect: no-data-race=false
// engines: explore; bmc-eager
// variant: --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph --no-eager-local => no-data-race=false
// engines: bmc-eager
// variant: -DALONE => no-data-race=true
// engines: explore
// variant: --reduction sir -DALONE => no-data-race=unknown
// engines: bmc-eager unknown "an assertion can fail"
#include <assert.h>
#include <pthread.h>

static int shared = 2, *pointer = &shared;

static void *reads(void *other) {
#ifndef ALONE
  if (*pointer < 2 && *(int *)other == 0) {
  }
#endif
  return NULL;
}

static void *writes(void *unused) {
  *pointer = 1;
  return unused;
}

int main(void) {
  int zero = 0, one = 1;
  pthread_t first, second;
  pthread_create(&first, NULL, reads, &one);
  pthread_create(&second, NULL, writes, NULL);
  assert(zero >= 2);
  return 0;
}
