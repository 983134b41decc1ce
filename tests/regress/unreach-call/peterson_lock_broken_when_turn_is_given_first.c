// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-deadlock=true
// line: 26
// Handing over the turn before announcing the wish lets both in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static atomic_int inside;

static void enter(int me) {
  int other = 1 - me;
  turn = other;
  wants[me] = 1;
  while (wants[other] && turn == other) {
  }
}
static void leave(int me) { wants[me] = 0; }

static void *visitor(void *arg) {
  int me = (int)(long)arg;
  enter(me);
  int before = atomic_fetch_add(&inside, 1);
  assert(before == 0);
  atomic_fetch_sub(&inside, 1);
  leave(me);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visitor, (void *)0L);
  pthread_create(&b, NULL, visitor, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
