// SPDX-License-Identifier: GPL-3.0-or-later
// Threads stand in a ring. In each round everybody writes its own cell, waits for all at a barrier, reads the cell of its
// neighbour, and waits for all at a second barrier, so that nobody writes while somebody still reads.
// All schedules are safe. In the first one each thread goes as far as it can, to a barrier or to the end of its round, and the
// next one is the next thread of the ring.
//   ./heddle schedule --first -o build/safe examples/schedules/barrier_ring.c
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2  // or 3
#endif

static int cell[N];
static pthread_barrier_t written, seen_by_all;

static void ring(int me, int neighbour) {
  int round = 0;
  for (;;) {
    cell[me] = round;
    pthread_barrier_wait(&written);
    int seen = cell[neighbour];
    assert(seen == round);
    pthread_barrier_wait(&seen_by_all);
    round = !round;
  }
}

static void *second(void *unused) {
  ring(1, 2 % N);
  return unused;
}

#if N > 2
static void *third(void *unused) {
  ring(2, 0);
  return unused;
}
#endif

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&written, NULL, N);
  pthread_barrier_init(&seen_by_all, NULL, N);
  pthread_create(&thread, NULL, second, NULL);
#if N > 2
  pthread_create(&thread, NULL, third, NULL);
#endif
  ring(0, 1);
  return 0;
}
