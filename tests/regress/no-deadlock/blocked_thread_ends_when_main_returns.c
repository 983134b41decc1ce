// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *waiter(void *arg) {
  (void)arg;
  sem_wait(&never);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, waiter, NULL);
  return 0;
}
