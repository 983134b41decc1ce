// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread waits for something else all the time: a semaphore that is never posted, a read-write lock that a writer
// keeps, a barrier that one participant never comes to. The last one spins.
//
// expected: termination false
// expected -DPOSTS: termination true
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t never;
static pthread_rwlock_t kept = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t two;
static atomic_int word;

static void *waits_for_semaphore(void *unused) {
  sem_wait(&never);
  word = 1;
  return unused;
}

static void *waits_to_read(void *unused) {
  pthread_rwlock_rdlock(&kept);
  pthread_rwlock_unlock(&kept);
  return unused;
}

static void *waits_at_barrier(void *unused) {
  pthread_barrier_wait(&two);
  return unused;
}

int main(void) {
  pthread_t t[3];
  sem_init(&never, 0, 0);
  pthread_barrier_init(&two, NULL, 2);
  pthread_rwlock_wrlock(&kept);
  pthread_create(&t[0], NULL, waits_for_semaphore, NULL);
  pthread_create(&t[1], NULL, waits_to_read, NULL);
  pthread_create(&t[2], NULL, waits_at_barrier, NULL);
#ifdef POSTS
  sem_post(&never);
#endif
  while (word == 0) {
  }
  pthread_rwlock_unlock(&kept);
  pthread_barrier_wait(&two);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
