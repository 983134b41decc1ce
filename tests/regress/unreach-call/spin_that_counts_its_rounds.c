// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 6 states; bmc-order
// variant: -DBUG => unreach-call=false
// engines: bmc-order
// Nobody looks at the number of rounds, so the loop only waits. With BUG somebody does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
  unsigned rounds = 0;
  while (!ready) rounds++;
#ifdef BUG
  assert(rounds != 3);
#endif
  pthread_join(other, NULL);
  return 0;
}
