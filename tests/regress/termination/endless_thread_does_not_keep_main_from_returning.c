// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-deadlock=true
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t warm;
static atomic_int beat;

static void *heart(void *arg) {
  (void)arg;
  sem_post(&warm);
  for (;;) beat = !beat;
}
int main(void) {
  pthread_t t;
  sem_init(&warm, 0, 0);
  pthread_create(&t, NULL, heart, NULL);
  sem_wait(&warm);
  return 0;
}
