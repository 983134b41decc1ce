// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;
static int result;

static void *worker(void *arg) {
  pthread_detach(pthread_self());
  result = (int)(long)arg * 2;
  sem_post(&finished);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&finished, 0, 0);
  pthread_create(&t, NULL, worker, (void *)21L);
  while (sem_wait(&finished) != 0) {
  }
  assert(result == 42);
  return 0;
}
