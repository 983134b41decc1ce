// SPDX-License-Identifier: GPL-3.0-or-later
// N threads write their number WRITES times each; afterwards the variable holds the last write of one of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
#ifndef WRITES
#define WRITES 2
#endif
static atomic_int last;

static void *writer(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < WRITES; i++) atomic_store(&last, me * 100 + i);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, writer, (void *)(i + 1));
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(atomic_load(&last) % 100 == WRITES - 1);
  return 0;
}
