// SPDX-License-Identifier: GPL-3.0-or-later
// Two producers and two consumers look at the buffer before they take the lock. What they have seen may be wrong when they
// have it: two consumers see the last item, and one of them finds nothing.
// First safe schedule: every thread makes one round without anybody in between, in the order of the threads, so what a thread has
// seen is still true when it has the lock. No assertion fails.
//   ./heddle schedule --first -o build/safe examples/schedules/check_then_lock.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SIZE
#define SIZE 2
#endif

static atomic_int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused) {
  for (;;) {
    if (count < SIZE) {
      pthread_mutex_lock(&lock);
      assert(count < SIZE);
      count++;
      pthread_mutex_unlock(&lock);
    }
  }
  return unused;
}

static void *consume(void *unused) {
  for (;;) {
    if (count > 0) {
      pthread_mutex_lock(&lock);
      assert(count > 0);
      count--;
      pthread_mutex_unlock(&lock);
    }
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  pthread_create(&thread, NULL, consume, NULL);
  pthread_create(&thread, NULL, consume, NULL);
  produce(NULL);
  return 0;
}
