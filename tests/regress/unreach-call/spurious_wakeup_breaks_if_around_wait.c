// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 17
// Only a wake-up without a signal breaks this: the flag is set before the one signal.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int item;
static int has_item;

static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (!has_item) pthread_cond_wait(&ready, &lock);
  assert(has_item && item == 7);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consumer, NULL);
  pthread_mutex_lock(&lock);
  item = 7;
  has_item = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
