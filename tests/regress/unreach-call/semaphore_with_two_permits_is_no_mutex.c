// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
static int stock = 2;

static void *buyer(void *arg) {
  (void)arg;
  sem_wait(&permits);
  int seen = stock;
  stock = seen - 1;
  sem_post(&permits);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  sem_init(&permits, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, buyer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(stock == 0);
  return 0;
}
