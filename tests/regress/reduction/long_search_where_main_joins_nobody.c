// SPDX-License-Identifier: GPL-3.0-or-later
// The search costs so much that bmc-eager asks for a transaction graph on its own. main has left by then, perhaps, and
// the order of the others matters all the same: each adds what it has seen of the other, and the third thread sees the
// seventh number of Fibonacci and more.
// expect: unreach-call=false
// engines: bmc-order
// variant: --reduction sir => unreach-call=false
// engines: bmc-eager
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first = 1, second = 1;

static void *adds_to_first(void *unused) {
  for (int k = 0; k < 5; ++k) {
    const int seen = second;
    first += seen;
  }
  return unused;
}

static void *adds_to_second(void *unused) {
  for (int k = 0; k < 5; ++k) {
    const int seen = first;
    second += seen;
  }
  return unused;
}

static void *looks(void *unused) {
  const int one = first, two = second;
  assert(one < 100 && two < 100);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adds_to_first, NULL);
  pthread_create(&thread, NULL, adds_to_second, NULL);
  pthread_create(&thread, NULL, looks, NULL);
  return 0;
}
