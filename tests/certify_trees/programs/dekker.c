// SPDX-License-Identifier: GPL-3.0-or-later
// Dekker's algorithm, for ever. With BUG the second thread does not look whether the first one wants to go in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants1, wants2, turn = 1;
static int inside;

static void section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *unused) {
  for (;;) {
    wants1 = 1;
    while (wants2)
      if (turn != 1) {
        wants1 = 0;
        while (turn != 1) {}
        wants1 = 1;
      }
    section();
    turn = 2;
    wants1 = 0;
  }
  return unused;
}
static void *second(void *unused) {
  for (;;) {
    wants2 = 1;
#ifndef BUG
    while (wants1)
      if (turn != 2) {
        wants2 = 0;
        while (turn != 2) {}
        wants2 = 1;
      }
#endif
    section();
    turn = 1;
    wants2 = 0;
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
