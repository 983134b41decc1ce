// SPDX-License-Identifier: GPL-3.0-or-later
// Initialising a mutex frees it, whoever holds it.
// expect: no-data-race=false
// engines: explore; invariants no-data-race=unknown
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int g;
void* f(void* a) {
  pthread_mutex_lock(&m);
  g = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_mutex_init(&m, 0);
  pthread_create(&t, 0, f, 0);
  g = 2;
  return 0;
}
