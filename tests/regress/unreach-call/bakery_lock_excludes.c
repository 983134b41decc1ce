// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static int inside;

static void enter(int me) {
  int other = 1 - me;
  choosing[me] = 1;
  number[me] = number[other] + 1;
  choosing[me] = 0;
  while (choosing[other]) {
  }
  while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me))) {
  }
}
static void leave(int me) { number[me] = 0; }

static void *customer(void *arg) {
  int me = (int)(long)arg;
  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  leave(me);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, customer, (void *)1L);
  customer((void *)0L);
  pthread_join(t, NULL);
  return 0;
}
