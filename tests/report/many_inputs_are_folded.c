// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property unreach-call --engine explore
// verdict: false(unreach-call)
// shows: times in a row
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
static unsigned n;
static void *count(void *unused) {
  for (unsigned i = 0; i < 2000; i++)
    if (__VERIFIER_nondet_bool() || n == i) n++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, NULL);
  assert(n != 2000);
}
