// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 13
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int slot;

static void *producer(void *arg) {
  (void)arg;
  sem_post(&full);
  slot = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  sem_wait(&full);
  int seen = slot;
  pthread_join(t, NULL);
  return seen;
}
