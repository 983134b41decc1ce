// SPDX-License-Identifier: GPL-3.0-or-later
// Peterson's lock for two threads, each entering for ever; sequentially consistent atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag[2], turn, inside;

static void *worker(void *arg) {
  long me = (long)arg;
  for (;;) {
    atomic_store(&flag[me], 1);
    atomic_store(&turn, 1 - (int)me);
    while (atomic_load(&flag[1 - me]) && atomic_load(&turn) == 1 - me) {
    }
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&flag[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)0);
  pthread_create(&t, 0, worker, (void *)1);
  pthread_exit(0);
}
