// SPDX-License-Identifier: GPL-3.0-or-later
// Peterson's algorithm, for ever. With BUG a thread gives the turn to itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BUG
#define TURN(me, other) (me)
#else
#define TURN(me, other) (other)
#endif
static atomic_int wants1, wants2, turn;
static int inside;

static void section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *unused) {
  for (;;) {
    wants1 = 1;
    turn = TURN(1, 2);
    while (wants2 && turn == 2) {}
    section();
    wants1 = 0;
  }
  return unused;
}
static void *second(void *unused) {
  for (;;) {
    wants2 = 1;
    turn = TURN(2, 1);
    while (wants1 && turn == 1) {}
    section();
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
