// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DBUG => unreach-call=false no-data-race=false
// engines: bmc-order; induction unknown; impact
// Three threads pass a barrier for ever, and in each round the one that is told to be the serial thread is alone.
// With BUG everybody thinks so.
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int inside;

static void *worker(void *arg) {
  for (;;) {
    int told = pthread_barrier_wait(&barrier);
#ifdef BUG
    if (told <= 0) {
#else
    if (told == PTHREAD_BARRIER_SERIAL_THREAD) {
#endif
      inside++;
      assert(inside == 1);
      inside--;
    }
    pthread_barrier_wait(&barrier);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
}
