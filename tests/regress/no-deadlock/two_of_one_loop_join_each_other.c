// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false unreach-call=true
// engines: explore; impact
// variant: -DSELF => no-deadlock=true unreach-call=true
// engines: explore; impact
// variant: -DCHAIN => no-deadlock=true unreach-call=true
// engines: explore; impact
// Both threads do the same and wait for the end of the other. Who waits for its own end is told so (SELF). In a CHAIN only the
// second one waits.
#include <assert.h>
#include <pthread.h>
static pthread_t t[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
  long k = (long)arg;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#if defined SELF
  assert(pthread_join(t[k], 0) != 0);
#elif defined CHAIN
  if (k == 1) pthread_join(t[0], 0);
#else
  if (k == 0)
    pthread_join(t[1], 0);
  else
    pthread_join(t[0], 0);
#endif
  return 0;
}
int main(void) {
  pthread_mutex_lock(&m);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)i);
  pthread_mutex_unlock(&m);
#ifdef CHAIN
  pthread_join(t[1], 0);
#endif
  pthread_exit(0);
}
