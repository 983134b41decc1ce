// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 12
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t updated;

static void *writer(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  sem_post(&updated);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&updated, 0, 0);
  pthread_create(&t, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  sem_wait(&updated);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
