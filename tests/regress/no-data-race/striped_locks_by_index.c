// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

enum { STRIPES = 2, BUCKETS = 4 };
static pthread_mutex_t locks[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int buckets[BUCKETS];

static void bump(int key) {
  pthread_mutex_t *lock = &locks[key % STRIPES];
  pthread_mutex_lock(lock);
  buckets[key % BUCKETS]++;
  pthread_mutex_unlock(lock);
}
static void *worker(void *arg) {
  int start = *(int *)arg;
  bump(start);
  bump(start + 3);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int keys[2] = {2, 3};
  pthread_create(&a, NULL, worker, &keys[0]);
  pthread_create(&b, NULL, worker, &keys[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(buckets[1] == 1 && buckets[2] == 2 && buckets[3] == 1);
  return 0;
}
