// SPDX-License-Identifier: GPL-3.0-or-later
// Two writers and two readers of one page under a read-write lock. The number of the edition is also looked at
// without the lock.
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int edition, page[3];

static void *writer(void *unused) {
  for (int k = 0; k < ROUNDS; k++) {
    pthread_rwlock_wrlock(&lock);
    for (int i = 0; i < 3; i++) page[i] = edition + i;
    edition++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void *reader(void *unused) {
  int seen = 0;
  for (int k = 0; k < ROUNDS; k++) {
    if (edition == seen) continue;
    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < 3; i++) seen += page[i];
    seen = edition;
    pthread_rwlock_unlock(&lock);
  }
  return seen ? unused : 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, reader, 0);
  writer(0);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
  return edition;
}
