// SPDX-License-Identifier: GPL-3.0-or-later
// A block is copied word by word. Two ints are one word of 64 bits, and two words of 32 bits: then the copy may be torn.
// The race is found either way.
// expect: unreach-call=true no-data-race=false
// engines: explore; bmc-order
// variant: --32 => unreach-call=false no-data-race=false
// variant: -DTHREE => unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>

struct Pair {
  int first;
#ifdef THREE
  int middle;
#endif
  int second;
} shared, ones = {.first = 1, .second = 1};

static void *sets(void *unused) {
  shared = ones;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sets, NULL);
  struct Pair seen = shared;
  assert(seen.first == seen.second);
  pthread_join(thread, NULL);
}
