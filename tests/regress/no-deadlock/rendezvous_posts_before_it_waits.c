// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t here[2];
static int brought[2];

static void meet(int me) {
  brought[me] = me + 1;
  sem_post(&here[me]);
  sem_wait(&here[1 - me]);
  assert(brought[1 - me] == 2 - me);
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
