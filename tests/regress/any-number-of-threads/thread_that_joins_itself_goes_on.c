// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that joins itself is refused and goes on; so is one that finds no handle, because pthread_create has not
// stored it yet. A proof must not take the join for one that never returns.
// expect: unreach-call=false
// engines: explore; invariants unreach-call=unknown "the error call"
// flags: --property unreach-call
#include <pthread.h>

extern void reach_error(void);
static pthread_t self;

static void *joins_itself(void *unused) {
  pthread_join(self, 0);
  reach_error();
  return unused;
}

int main(void) {
  pthread_create(&self, 0, joins_itself, 0);
  pthread_join(self, 0);
  return 0;
}
