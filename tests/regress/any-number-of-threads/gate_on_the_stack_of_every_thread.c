// SPDX-License-Identifier: GPL-3.0-or-later
// A gate that every thread has for itself is none.
// expect: no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// flags: --property no-deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t A = PTHREAD_MUTEX_INITIALIZER, B = PTHREAD_MUTEX_INITIALIZER;
void* f(void* a) {
  if (a) {
    pthread_mutex_t* m = malloc(sizeof *m);
    pthread_mutex_init(m, 0);
    pthread_mutex_lock(m);
    if (a == (void*)1) {
      pthread_mutex_lock(&A);
      pthread_mutex_lock(&B);
    } else {
      pthread_mutex_lock(&B);
      pthread_mutex_lock(&A);
    }
    pthread_mutex_unlock(&A);
    pthread_mutex_unlock(&B);
    pthread_mutex_unlock(m);
  }
  return 0;
}
int main() {
  pthread_t t, u;
  for (int i = 0; i < 8; i++) {
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
  }
  pthread_create(&t, 0, f, (void*)1);
  pthread_create(&u, 0, f, (void*)2);
  return 0;
}
