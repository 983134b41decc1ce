// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that is folded comes before the loop that never ends, and the two are not mixed.
// flags: --property termination
// verdict: false(termination)
// shows: 1,198 more rounds of step
// shows: repeat for ever
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint n, stop;
static void *wait_for_it(void *unused) {
  for (unsigned i = 0; i < 1200; i++) atomic_fetch_add(&n, 1);
  while (!atomic_load(&stop)) atomic_store(&n, 0);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_it, NULL);
  pthread_join(t, NULL);
}
