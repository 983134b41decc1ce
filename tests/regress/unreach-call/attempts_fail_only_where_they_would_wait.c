// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true
// engines: explore; bmc-order; impact
// variant: -DHELD => unreach-call=false
// engines: explore; bmc-order; impact
// Nobody holds what is tried. With HELD somebody may.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static void *worker(void *arg) {
  (void)arg;
#ifdef HELD
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, worker, 0);
  assert(pthread_mutex_trylock(&m) == 0);
  assert(pthread_mutex_trylock(&m) != 0);
  pthread_mutex_unlock(&m);
  assert(sem_trywait(&s) == 0);
  assert(sem_trywait(&s) != 0);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) != 0);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == 0);
  assert(pthread_rwlock_tryrdlock(&l) != 0);
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
}
