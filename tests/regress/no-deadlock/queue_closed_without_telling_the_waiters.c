// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false no-data-race=true
// line: 17
#include <pthread.h>
#include <stdbool.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int items;
  bool closed;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false};

static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&queue.lock);
  while (queue.items == 0 && !queue.closed) pthread_cond_wait(&queue.changed, &queue.lock);
  if (queue.items > 0) queue.items--;
  pthread_mutex_unlock(&queue.lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consumer, NULL);
  pthread_mutex_lock(&queue.lock);
  queue.closed = true;
#ifdef TELL
  pthread_cond_broadcast(&queue.changed);
#endif
  pthread_mutex_unlock(&queue.lock);
  pthread_join(t, NULL);
  return 0;
}
// variant: -DTELL => no-deadlock=true no-data-race=true
