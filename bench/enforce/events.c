// SPDX-License-Identifier: GPL-3.0-or-later
// N threads write words of their own, 32 at a time: what does an event cost that need not wait?
#include <pthread.h>

#ifndef N
#define N 2
#endif
#define W8(x) x = 1, x = 2, x = 1, x = 2, x = 1, x = 2, x = 1, x = 2
#define THREAD(t)                  \
  static volatile int x##t;        \
  static void *run##t(void *u) {   \
    for (;;) {                     \
      W8(x##t), W8(x##t), W8(x##t), W8(x##t); \
    }                              \
    return u;                      \
  }
THREAD(0) THREAD(1)
#if N >= 4
THREAD(2) THREAD(3)
#endif
#if N >= 8
THREAD(4) THREAD(5) THREAD(6) THREAD(7)
#endif
#if N >= 16
THREAD(8) THREAD(9) THREAD(10) THREAD(11) THREAD(12) THREAD(13) THREAD(14) THREAD(15)
#endif

int main(void) {
  pthread_t thread;
#define START(t) pthread_create(&thread, 0, run##t, 0);
  START(1)
#if N >= 4
  START(2) START(3)
#endif
#if N >= 8
  START(4) START(5) START(6) START(7)
#endif
#if N >= 16
  START(8) START(9) START(10) START(11) START(12) START(13) START(14) START(15)
#endif
  run0(0);
  return 0;
}
