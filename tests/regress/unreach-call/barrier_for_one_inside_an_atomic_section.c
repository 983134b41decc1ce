// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: auto; explore; impact unknown; induction unknown
// Nobody models a wait inside an atomic section. The refusal was lost where the barrier ends the way, and what comes
// behind it counted as out of reach, although the barrier lets its only thread through.
#include <pthread.h>

extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_barrier_t alone;

static void *pass(void *unused) {
  __VERIFIER_atomic_begin();
  pthread_barrier_wait(&alone);
  __VERIFIER_atomic_end();
  reach_error();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&alone, NULL, 1);
  pthread_create(&t, NULL, pass, NULL);
  pthread_join(t, NULL);
  return 0;
}
