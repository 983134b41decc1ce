// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false no-deadlock=true
// line: 14
// Three stripes over four buckets: keys 1 and 5 share a bucket, not a stripe.
#include <pthread.h>

enum { STRIPES = 3, BUCKETS = 4 };
static pthread_mutex_t locks[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int buckets[BUCKETS];

static void *worker(void *arg) {
  int key = *(int *)arg;
  pthread_mutex_lock(&locks[key % STRIPES]);
  buckets[key % BUCKETS]++;
  pthread_mutex_unlock(&locks[key % STRIPES]);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int keys[2] = {1, 5};
  pthread_create(&a, NULL, worker, &keys[0]);
  pthread_create(&b, NULL, worker, &keys[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
