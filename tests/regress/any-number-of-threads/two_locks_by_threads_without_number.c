// SPDX-License-Identifier: GPL-3.0-or-later
// Every thread takes the two locks in the same order, or in any order behind a third one.
// expect: no-deadlock=true
// engines: invariants
// variant: -DBUG => no-deadlock=false
// engines: auto; invariants no-deadlock=unknown "a deadlock with the wait"
// flags: --property no-deadlock
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

extern int __VERIFIER_nondet_int(void);

static void* forwards(void* unused) {
  (void)unused;
#ifndef BUG
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#ifndef BUG
  pthread_mutex_unlock(&gate);
#endif
  return 0;
}

static void* backwards(void* unused) {
  (void)unused;
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&gate);
  return 0;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&t, 0, forwards, 0);
    pthread_create(&t, 0, backwards, 0);
  }
  return 0;
}
