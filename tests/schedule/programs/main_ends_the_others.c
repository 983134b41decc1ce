// SPDX-License-Identifier: GPL-3.0-or-later
// Main returns, and the program has ended then: nobody need find out what bounds the counter of the other thread. The
// program is also safe where that thread goes on for some time before main returns.
// expect: safe|unknown some safe no counterexample
#include <assert.h>
#include <pthread.h>
static int x;
static void *t1(void *u) {
  for (;;) {
    x++;
    assert(x < 100);
    if (x == 50) x = 0;
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  return 0;
}
