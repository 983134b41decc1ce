// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int item;

static void *maker(void *arg) {
  (void)arg;
  item = 5;
  sem_post(&full);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, maker, NULL);
  sem_trywait(&full);
  assert(item == 5);
  pthread_join(t, NULL);
  return 0;
}
