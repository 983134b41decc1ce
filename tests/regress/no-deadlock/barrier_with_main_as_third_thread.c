// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  (void)arg;
  pthread_barrier_wait(&barrier);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
