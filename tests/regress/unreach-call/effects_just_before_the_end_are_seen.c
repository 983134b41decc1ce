// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DABORT => unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DASSUME => unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DCREATED => unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DWORKER => unreach-call=false
// engines: explore; induction unknown; impact
// What a thread did just before the end of the program, or before an assumption that does not hold, others may still see.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
static atomic_int set;

static void *look(void *unused) {
#ifdef CREATED
  reach_error();
#endif
  if (set == 1) reach_error();
  return unused;
}

static void the_end(void) {
#ifndef CREATED
  set = 1;
#endif
#ifdef ABORT
  abort();
#elif defined ASSUME
  __VERIFIER_assume(0);
#else
  exit(0);
#endif
}

#ifdef WORKER
static void *worker(void *unused) {
  the_end();
  return unused;
}
#endif

int main(void) {
  pthread_t t;
#ifdef WORKER
  pthread_create(&t, NULL, worker, NULL);
#endif
  pthread_create(&t, NULL, look, NULL);
#ifdef WORKER
  pthread_exit(NULL);
#else
  the_end();
#endif
}
