// SPDX-License-Identifier: GPL-3.0-or-later
// A thread gives up what it has made whenever somebody else has been faster, and makes it again. Each round takes a
// block of the heap and frees it.
//
// expected: termination false
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct offer {
  int price;
};

static _Atomic int best;
static atomic_int done;

static void *trader(void *unused) {
  for (;;) {
    struct offer *mine = malloc(sizeof *mine);
    mine->price = best;
    if (best == mine->price) {
      free(mine);
      done = 1;
      return unused;
    }
    free(mine);
  }
}

static void *rival(void *unused) {
  while (!done) best ^= 1;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, trader, NULL);
  pthread_create(&two, NULL, rival, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
