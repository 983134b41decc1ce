// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t items;

static void *maker(void *arg) {
  (void)arg;
  sem_post(&items);
  return NULL;
}
int main(void) {
  pthread_t t;
  int value = -1;
  struct timespec until = {1, 0};
  sem_init(&items, 0, 1);
  assert(sem_getvalue(&items, &value) == 0 && value == 1);
  assert(sem_trywait(&items) == 0);
  errno = 0;
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  pthread_create(&t, NULL, maker, NULL);
  if (sem_timedwait(&items, &until) != 0) {
    assert(errno == ETIMEDOUT);
    sem_wait(&items);
  }
  sem_getvalue(&items, &value);
  assert(value == 0);
  pthread_join(t, NULL);
  sem_destroy(&items);
  return 0;
}
