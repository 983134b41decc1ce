// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int shared;

static void enter(int me) {
  int other = !me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) {
      }
      wants[me] = 1;
    }
  }
}
static void leave(int me) {
  turn = !me;
  wants[me] = 0;
}
static void *add_one(void *arg) {
  int me = *(int *)arg;
  enter(me);
  shared = shared + 1;
  leave(me);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add_one, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(shared == 2);
  return 0;
}
