// SPDX-License-Identifier: GPL-3.0-or-later
// construct: loop that sleeps
// expect: termination=true
// engines: explore; auto
// variant: -DBUG => termination=false
// engines: explore; auto
// A thread sleeps on a condition variable until it has as many jobs as a 32-bit input says. With BUG it looks again and
// again without sleeping.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static unsigned jobs, wanted;

static void *wait_for_jobs(void *arg) {
  pthread_mutex_lock(&m);
  while (jobs < wanted) {
#ifdef BUG
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#else
    pthread_cond_wait(&more, &m);
#endif
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  wanted = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, wait_for_jobs, 0);
  pthread_mutex_lock(&m);
  jobs = 3;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
