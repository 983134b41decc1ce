// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a lock may end while the thread that holds it is about to release it: it is freed, or the block or the
// function ends whose variable it is. Nobody else takes the lock, and what it protects is never touched again.
// expect: valid-memsafety=false no-data-race=false
// engines: explore
// variant: -DBLOCK => valid-memsafety=false
// engines: explore
// variant: -DFUNCTION => valid-memsafety=false
// engines: explore
// variant: -DBLOCK => unreach-call=unknown
// engines: explore "after the end of its block"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static int value;

static void *holder(void *lock) {
  pthread_mutex_lock(lock);
  value++;
  done = 1;
  pthread_mutex_unlock(lock);
  return NULL;
}

#ifdef FUNCTION
static void start(pthread_t *thread) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_create(thread, NULL, holder, &lock);
  while (!done) continue;
}
#endif

int main(void) {
  pthread_t thread;
#if defined(FUNCTION)
  start(&thread);
#elif defined(BLOCK)
  {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_create(&thread, NULL, holder, &lock);
    while (!done) continue;
  }
#else
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  pthread_create(&thread, NULL, holder, lock);
  while (!done) continue;
  free(lock);
#endif
  pthread_join(thread, NULL);
  return 0;
}
