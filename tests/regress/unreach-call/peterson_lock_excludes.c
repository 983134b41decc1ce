// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int inside;

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;
  turn = other;
  while (wants[other] && turn == other) {
  }
}
static void leave(int me) { wants[me] = 0; }

static void *visitor(void *arg) {
  int me = (int)(long)arg;
  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
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
