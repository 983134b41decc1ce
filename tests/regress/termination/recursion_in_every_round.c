// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso
// A thread walks down and up again in every round, and the other one takes away what it has found.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int found;

static int look(int depth) {
  if (depth == 0) return found;
  return look(depth - 1);
}

static void *finds(void *unused) {
  do found = 1;
  while (!look(2));
  return unused;
}

static void *takes(void *unused) {
  while (found != 2) found = 0;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, finds, NULL);
  pthread_create(&two, NULL, takes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
