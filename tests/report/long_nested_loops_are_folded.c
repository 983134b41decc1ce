// SPDX-License-Identifier: GPL-3.0-or-later
// Loops in loops: the inner one is folded in every round of the outer one that is shown.
// flags: --property unreach-call --engine explore --full-trace
// verdict: false(unreach-call)
// shows: 98 more rounds of steps
// shows: 18 more rounds of steps
#include <assert.h>
#include <pthread.h>
static unsigned n, rows;
static void *count(void *unused) {
  for (unsigned i = 0; i < 100; i++) {
    rows++;
    for (unsigned k = 0; k < 20; k++) n++;
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, NULL);
  assert(n != 2000 || rows != 100);
}
