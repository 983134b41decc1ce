// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
#include <pthread.h>
#include <semaphore.h>

static sem_t here[2];

static void meet(int me) {
  sem_wait(&here[1 - me]);
  sem_post(&here[me]);
}
static void *other(void *arg) {
  (void)arg;
  meet(1);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&here[0], 0, 0);
  sem_init(&here[1], 0, 0);
  pthread_create(&t, NULL, other, NULL);
  meet(0);
  pthread_join(t, NULL);
  return 0;
}
