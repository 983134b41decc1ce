// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: false(no-data-race)
// flags: --property no-data-race
// shows: holding cache.lock for reading
#include <pthread.h>

static struct {
  pthread_rwlock_t lock;
  int hits;
} cache = {PTHREAD_RWLOCK_INITIALIZER, 0};

static void *look(void *arg) {
  pthread_rwlock_rdlock(&cache.lock);
  cache.hits++;
  pthread_rwlock_unlock(&cache.lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
