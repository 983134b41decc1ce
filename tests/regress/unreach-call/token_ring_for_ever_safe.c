// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t turn[3];
static int inside;

static void *station(void *arg) {
  int me = (int)(long)arg;
  for (;;) {
    sem_wait(&turn[me]);
    inside++;
    assert(inside == 1);
    inside--;
    sem_post(&turn[(me + 1) % 3]);
  }
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) sem_init(&turn[i], 0, i == 0);
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, station, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
