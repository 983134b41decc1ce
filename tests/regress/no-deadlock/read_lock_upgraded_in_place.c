// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 13
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *lookup(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  if (entries == 0) {
    pthread_rwlock_wrlock(&lock);
    entries = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, lookup, NULL);
  pthread_join(t, NULL);
  return 0;
}
