// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached, computed;

static void *lookup(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  int have = cached;
  pthread_rwlock_unlock(&lock);
  if (!have) {
    pthread_rwlock_wrlock(&lock);
    if (!cached) {
      cached = 1;
      computed++;
    }
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lookup, NULL);
  pthread_create(&b, NULL, lookup, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(computed == 1);
  return 0;
}
