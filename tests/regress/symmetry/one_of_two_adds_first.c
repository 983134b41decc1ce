// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that are alike, and add once each. The states, counted by hand: the start; main in front of the first
// pthread_create; one thread started; both started (4). One has added and ended, whichever it was (1); both have (1);
// one is joined (1); main has ended (1). Main's join does not hurry while a thread still runs, since nothing main does
// matters to that thread. Without symmetry there are two more: it matters who has added first, and if it was the first
// thread, main joins it before the second one adds.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 8 states
// variant: --no-symmetry => unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 10 states
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add(&sum, 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
