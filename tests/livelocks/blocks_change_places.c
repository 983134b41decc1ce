// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that waits makes a new block before it gives back the old one: with each round the block is another one, and
// only its name has changed. With KEPT the old blocks are forgotten and never given back: nobody can reach them.
//
// expected: termination false
// expected -DKEPT: termination false formulas=unknown
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool answered, asked;

static void *asks(void *unused) {
  int *old = malloc(sizeof *old);
  *old = 1;
  while (!answered) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = *old;
#ifndef KEPT
    free(old);
#endif
    old = fresh;
    asked = true;
  }
  free(old);
  return unused;
}

static void *takes_back(void *unused) {
  while (!answered) asked = false;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, asks, NULL);
  pthread_create(&two, NULL, takes_back, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
