// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager; impact
// variant: -DANY => unreach-call=true
// engines: explore; bmc-order, bmc-lazy
// Three threads, and a barrier that waits for two: main passes with one of them, not always with the same.
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static _Atomic int came[2];

static void *worker(void *arg) {
  came[(long)arg] = 1;
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, (void *)0);
  pthread_create(&t, 0, worker, (void *)1);
  pthread_barrier_wait(&barrier);
#ifdef ANY
  assert(came[0] + came[1] >= 1);
#else
  assert(came[0] == 1);
#endif
  return 0;
}
