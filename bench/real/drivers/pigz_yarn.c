// SPDX-License-Identifier: GPL-3.0-or-later
// pigz: threads that wait for their turn at a lock of yarn.c, on which pigz is built.
#include <assert.h>
#include <stddef.h>
#include "yarn.h"
#ifndef THREADS
#define THREADS 2
#endif
static lock *turn;
static long sum;
static void worker(void *unused) {
  (void)unused;
  possess(turn);
  wait_for(turn, NOT_TO_BE, 0);
  ++sum;
  twist(turn, BY, -1);
}
int harness(void) {
  turn = new_lock(0);
  for (int i = 0; i < THREADS; ++i) launch(worker, 0);
  possess(turn);
  twist(turn, TO, THREADS);
  possess(turn);
  wait_for(turn, TO_BE, 0);
  assert(sum == THREADS);
  release(turn);
  join_all();
  free_lock(turn);
  return 0;
}
