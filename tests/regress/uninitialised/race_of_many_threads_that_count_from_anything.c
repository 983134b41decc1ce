// SPDX-License-Identifier: GPL-3.0-or-later
// Eight threads, started in a loop, use a number that was never initialised; only the last ones race.
// expect: no-data-race=false
// engines: explore
#include <pthread.h>
#include <stdlib.h>

static int *count, started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *counts(void *number) {
  pthread_mutex_lock(&lock);
  (*count)++;
  pthread_mutex_unlock(&lock);
  if ((long)number > 5) started = 1;
  return number;
}

int main(void) {
  pthread_t threads[8];
  count = malloc(sizeof *count);
  for (long i = 0; i < 8; i++) pthread_create(&threads[i], NULL, counts, (void *)i);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
  return 0;
}
