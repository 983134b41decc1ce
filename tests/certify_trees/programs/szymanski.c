// SPDX-License-Identifier: GPL-3.0-or-later
// Szymanski's algorithm for two threads, for ever. With BUG the second one does not let the first one go before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag1, flag2;
static int inside;

static void section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *unused) {
  for (;;) {
    flag1 = 1;
    while (flag2 >= 3) {}
    flag1 = 3;
    if (flag2 == 1) {
      flag1 = 2;
      while (flag2 != 4) {}
    }
    flag1 = 4;
    section();
    for (;;) {
      int other = flag2;
      if (other < 2 || other > 3) break;
    }
    flag1 = 0;
  }
  return unused;
}
static void *second(void *unused) {
  for (;;) {
    flag2 = 1;
    while (flag1 >= 3) {}
    flag2 = 3;
    if (flag1 == 1) {
      flag2 = 2;
      while (flag1 != 4) {}
    }
    flag2 = 4;
#ifndef BUG
    while (flag1 >= 2) {}
#endif
    section();
    flag2 = 0;
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
