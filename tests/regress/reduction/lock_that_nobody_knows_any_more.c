// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread makes a lock, takes it and forgets it: never two of them can be reached at once, and they protect nothing.
// expect: no-data-race=false
// engines: explore; auto
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int value;
static pthread_mutex_t *_Atomic shown;

static void *worker(void *unused) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  shown = lock;
  pthread_mutex_lock(lock);
  shown = 0;
  value++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
