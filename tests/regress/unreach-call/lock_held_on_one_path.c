// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// variant: -DINIT => unreach-call=false
// Where paths meet a lock may be held by one of them only: reading again says so, and initialising again lets it go.
#include <pthread.h>
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

#ifdef INIT
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *arg) {
  pthread_mutex_lock(&m);
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  _Bool lock = __VERIFIER_nondet_bool();
  if (lock) pthread_mutex_lock(&m);
  pthread_mutex_init(&m, 0);
  __VERIFIER_assume(lock);
  pthread_create(&t, 0, enter, 0);
  pthread_join(t, 0);
  return 0;
}
#else
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *read(void *arg) {
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, read, 0);
  if (__VERIFIER_nondet_bool()) pthread_rwlock_wrlock(&rw);
  if (pthread_rwlock_rdlock(&rw) != 0) reach_error();  // EDEADLK
  return 0;
}
#endif
