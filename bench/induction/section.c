// SPDX-License-Identifier: GPL-3.0-or-later
// N threads (0: without end) take a lock that is a word and count in a loop of ROUNDS rounds (0: without end).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 0
#endif
#ifndef ROUNDS
#define ROUNDS 0
#endif
static atomic_int lock;
static int inside;

static void *worker(void *unused) {
  for (int round = 0; ROUNDS == 0 || round < ROUNDS; round++) {
    while (atomic_exchange(&lock, 1)) {}
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&lock, 0);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  for (int i = 0; N == 0 || i < N; i++) pthread_create(&t, NULL, worker, NULL);
  return 0;
}
