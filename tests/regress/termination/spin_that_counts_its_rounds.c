// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// variant: -DFIXED => termination=true unreach-call=true no-data-race=true no-deadlock=true
// variant: -DFIXED -DPRODUCT => termination=true unreach-call=true no-data-race=true no-deadlock=true
// Nobody looks at the number of rounds, so all rounds are the same.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
#ifdef FIXED
  ready = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
  unsigned rounds = 0, product = 1;
  (void)product;
  while (!ready) {
    rounds++;
#ifdef PRODUCT
    product = product * 3 + rounds / 2;
#endif
  }
  pthread_join(other, NULL);
  return 0;
}
