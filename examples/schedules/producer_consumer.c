// SPDX-License-Identifier: GPL-3.0-or-later
// Producers and consumers share a buffer, for ever. With -DBUG consumers take an item without looking whether there is one: the
// buffer runs under as soon as a consumer is the first.
// First safe schedule: every thread makes one round, without anybody in between, in the order of the threads, and again. There
// is always an item when a consumer comes, so it is safe with and without the bug, and it never fills more cells than there are
// producers: the size of the buffer does not matter.
//   ./heddle schedule --first -o build/safe examples/schedules/producer_consumer.c -- -DBUG
//   ./heddle schedule --first -o build/safe examples/schedules/producer_consumer.c -- -DPAIRS=4 -DSIZE=1000
#include <assert.h>
#include <pthread.h>

#ifndef PAIRS
#define PAIRS 1  // 1, 2 or 4
#endif
#ifndef SIZE
#define SIZE 5
#endif

static int buffer[SIZE];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (count < SIZE) {
      buffer[count] = 1;
      count++;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *consume(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    assert(count > 0);
    count--;
    buffer[count] = 0;
#else
    if (count > 0) {
      count--;
      buffer[count] = 0;
    }
#endif
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
#if PAIRS >= 2
  pthread_create(&thread, NULL, produce, NULL);
#endif
#if PAIRS >= 4
  pthread_create(&thread, NULL, produce, NULL);
  pthread_create(&thread, NULL, produce, NULL);
  pthread_create(&thread, NULL, consume, NULL);
  pthread_create(&thread, NULL, consume, NULL);
#endif
#if PAIRS >= 2
  pthread_create(&thread, NULL, consume, NULL);
#endif
  pthread_create(&thread, NULL, consume, NULL);
  produce(NULL);
  return 0;
}
