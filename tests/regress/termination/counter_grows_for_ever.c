// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: lasso
// Each thread undoes what the other one did. The number of attempts grows, and nothing depends on it; so the states differ, and the steps repeat.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint turn;
static atomic_ulong attempts;

static void *to_one(void *unused) {
  while (turn == 0) {
    turn = 1;
    attempts++;
  }
  return unused;
}

static void *to_zero(void *unused) {
  while (turn == 1) {
    turn = 0;
    attempts++;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, to_one, NULL);
  pthread_create(&two, NULL, to_zero, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
