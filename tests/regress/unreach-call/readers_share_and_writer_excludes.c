// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DREADERS_EXCLUDE => unreach-call=false
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock;
static int x, y;
static atomic_int readers;

static void *writer(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  assert(readers == 0);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}
static void *reader(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  readers++;
  assert(x == y);
  assert(pthread_rwlock_trywrlock(&lock) != 0);
#ifdef READERS_EXCLUDE
  assert(readers == 1);
#endif
  readers--;
  pthread_rwlock_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t w, r[2];
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r[0], NULL, reader, NULL);
  pthread_create(&r[1], NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r[0], NULL);
  pthread_join(r[1], NULL);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
