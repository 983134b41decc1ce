// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot, full;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    slot = i;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&changed, &lock);
    sum += slot;
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, NULL);
  assert(sum == 6);
  return 0;
}
