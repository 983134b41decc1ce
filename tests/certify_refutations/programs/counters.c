// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads count without a lock, by atomic loads and stores, and once under a lock. An increment may be lost, but not all of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ONCE_MORE
#define ROUNDS 3
#else
#define ROUNDS 2
#endif
#ifdef BY_TWO
#define STEP 2
#else
#define STEP 1
#endif

static atomic_int free_count;
static int locked_count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (int i = 0; i < ROUNDS; ++i) atomic_store(&free_count, atomic_load(&free_count) + STEP);
#ifndef NO_LOCK
  pthread_mutex_lock(&mutex);
#endif
  locked_count++;
#ifndef NO_LOCK
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
#ifdef BUG
  assert(free_count == 4);
#else
  assert(free_count >= 2 && free_count <= 4);
#endif
  assert(locked_count == 2);
}
