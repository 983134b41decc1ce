// The program ends inside the atomic section: no other thread sees the section half done.
// expect: unreach-call=true no-deadlock=true
// variant: -DFAILS => unreach-call=false no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

atomic_int half_done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  half_done = 1;
#ifdef FAILS
  assert(!__VERIFIER_nondet_bool());
#else
  if (__VERIFIER_nondet_bool()) abort();
#endif
  half_done = 0;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (half_done) {
#ifndef FAILS
    reach_error();
#endif
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
  }
  pthread_join(t, 0);
  return 0;
}
