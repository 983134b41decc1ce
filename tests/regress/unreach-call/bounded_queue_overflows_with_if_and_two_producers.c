// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 16
#include <assert.h>
#include <pthread.h>

enum { ROOM = 1 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int queue[ROOM + 2], count;

static void put(int item) {
  pthread_mutex_lock(&lock);
  if (count == ROOM) pthread_cond_wait(&not_full, &lock);
  queue[count++] = item;
  assert(count <= ROOM);
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}
static int get(void) {
  pthread_mutex_lock(&lock);
  while (count == 0) pthread_cond_wait(&not_empty, &lock);
  int item = queue[--count];
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}
static void *producer(void *arg) {
  put((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, (void *)1L);
  pthread_create(&b, NULL, producer, (void *)2L);
  int sum = get() + get();
  assert(sum == 3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
