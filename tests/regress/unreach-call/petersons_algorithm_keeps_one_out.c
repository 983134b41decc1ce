// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 90 states; bmc-order
// Peterson's algorithm for two, each thread once through. The waiting loop changes nothing, so it need not be unwound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn;
static int inside;

static void *thread(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, (void *)0);
  pthread_create(&b, 0, thread, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
