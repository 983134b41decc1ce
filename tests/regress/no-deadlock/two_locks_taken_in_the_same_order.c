// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true termination=true
#include <pthread.h>

static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER, cache = PTHREAD_MUTEX_INITIALIZER;
static int blocks;

static void *flush(void *arg) {
  (void)arg;
  pthread_mutex_lock(&cache);
  pthread_mutex_lock(&disk);
  blocks++;
  pthread_mutex_unlock(&disk);
  pthread_mutex_unlock(&cache);
  return NULL;
}
static void *fetch(void *arg) {
  (void)arg;
  pthread_mutex_lock(&cache);
  pthread_mutex_lock(&disk);
  blocks--;
  pthread_mutex_unlock(&cache);
  pthread_mutex_unlock(&disk);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, flush, NULL);
  pthread_create(&b, NULL, fetch, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
