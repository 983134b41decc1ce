// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// The number of rounds is looked at behind the loop: it matters there, and so it does in every round. The byte comes around to 200.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
  unsigned char rounds = 0;
  while (!ready) rounds++;
  assert(rounds != 200);
  pthread_join(other, NULL);
  return 0;
}
