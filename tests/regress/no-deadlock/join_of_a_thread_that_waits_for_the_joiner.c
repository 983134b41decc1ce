// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 11
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *child(void *arg) {
  (void)arg;
  sem_wait(&go);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  sem_post(&go);
  return 0;
}
