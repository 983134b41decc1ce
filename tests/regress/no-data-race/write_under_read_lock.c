// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 12
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *lookup(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  if (!cached) cached = 1;
  pthread_rwlock_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lookup, NULL);
  pthread_create(&b, NULL, lookup, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
