// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded queue with one lock and two condition variables, the way it should be written: waits stand in loops, every
// change is signalled. Nothing is lost, nothing is read twice, nobody waits for ever.
//   ./heddle check examples/queue.c
#include <assert.h>
#include <pthread.h>

#define CAPACITY 2
#define ITEMS 3

static int buffer[CAPACITY];
static int count, head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (count == CAPACITY) pthread_cond_wait(&not_full, &lock);
  buffer[tail] = item;
  tail = (tail + 1) % CAPACITY;
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int get(void) {
  pthread_mutex_lock(&lock);
  while (count == 0) pthread_cond_wait(&not_empty, &lock);
  int item = buffer[head];
  head = (head + 1) % CAPACITY;
  count--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *producer(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++) put(i);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= ITEMS; i++) {
    int item = get();
    assert(item == i);
  }
  pthread_join(thread, NULL);
  assert(count == 0);
  return 0;
}
