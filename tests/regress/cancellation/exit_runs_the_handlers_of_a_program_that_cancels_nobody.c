// SPDX-License-Identifier: GPL-3.0-or-later
// pthread_exit out of a called function runs what is still pushed, in frames that are still there.
// expect: no-deadlock=true unreach-call=true no-data-race=true
// variant: -DWITHOUT => no-deadlock=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void unlock(void *count) {
  assert(*(int *)count == 7);
  pthread_mutex_unlock(&lock);
}

static void work(int depth) {
  if (depth == 0) pthread_exit(NULL);
  steps++;
  work(depth - 1);
}

static void *worker(void *unused) {
  int count = 7;
  pthread_mutex_lock(&lock);
#ifdef WITHOUT
  work(2);
  unlock(&count);
#else
  pthread_cleanup_push(unlock, &count);
  work(2);
  pthread_cleanup_pop(1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  assert(steps == 0 || steps == 2);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
