// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) sem_post(&items);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&items, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  for (int got = 0; got < 3;)
    if (sem_trywait(&items) == 0) got++;
  pthread_join(t, NULL);
  return 0;
}
