// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// Testing the other's flag before raising one's own: both see it down.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int shared;

static void enter(int me) {
  while (wants[!me]) {
  }
  wants[me] = 1;
}
static void leave(int me) { wants[me] = 0; }
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
