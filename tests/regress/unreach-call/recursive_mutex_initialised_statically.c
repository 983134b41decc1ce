// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int value;

static void set(int v) {
  pthread_mutex_lock(&lock);
  value = v;
  pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  set(1);
  assert(value == 1);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  set(2);
  pthread_join(t, NULL);
  assert(value == 1 || value == 2);
  return 0;
}
