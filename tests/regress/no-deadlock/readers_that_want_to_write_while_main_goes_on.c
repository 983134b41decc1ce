// Readers that wait to become writers wait for each other, although main never stops.
// expect: no-deadlock=false
// variant: -DWITH_MUTEX => no-deadlock=false
// variant: -DRELEASE => no-deadlock=true
#include <pthread.h>
#include <stdatomic.h>

pthread_rwlock_t l;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int ticks;

void *first(void *arg) {
  pthread_rwlock_rdlock(&l);
#ifdef WITH_MUTEX
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#else
#ifdef RELEASE
  pthread_rwlock_unlock(&l);
#endif
  pthread_rwlock_wrlock(&l);
#ifndef RELEASE
  pthread_rwlock_unlock(&l);
#endif
#endif
  pthread_rwlock_unlock(&l);
  return 0;
}

void *second(void *arg) {
#ifdef WITH_MUTEX
  pthread_mutex_lock(&m);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_rwlock_init(&l, 0);
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  while (1) ticks = 0;
}
