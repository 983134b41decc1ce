// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order; impact
// Two producers and a consumer with counting semaphores; the slot is guarded by two places, although it is one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t empty, full;
static int slot;

static void *producer(void *arg) {
  sem_wait(&empty);
  slot = (int)(long)arg;
  sem_post(&full);
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  pthread_create(&a, 0, producer, (void *)1);
  pthread_create(&b, 0, producer, (void *)2);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    sem_wait(&full);
    sum += slot;
    sem_post(&empty);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 3);
  return 0;
}
