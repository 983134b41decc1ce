// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
// flags: --data-model ilp32
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_rwlock_t door;
  sem_t count;
  int value;
};
static void *fill(void *arg) {
  struct box *b = arg;
  sem_wait(&b->count);
  pthread_rwlock_rdlock(&b->door);
  pthread_mutex_lock(&b->lock);
  b->value = 3;
  pthread_cond_signal(&b->changed);
  pthread_mutex_unlock(&b->lock);
  pthread_rwlock_unlock(&b->door);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct box *b = calloc(1, sizeof *b);
  if (!b) abort();
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->changed, NULL);
  pthread_rwlock_init(&b->door, NULL);
  sem_init(&b->count, 0, 1);
  pthread_create(&t, NULL, fill, b);
  pthread_mutex_lock(&b->lock);
  while (b->value == 0) pthread_cond_wait(&b->changed, &b->lock);
  assert(b->value == 3);
  pthread_mutex_unlock(&b->lock);
  pthread_join(t, NULL);
  free(b);
  return 0;
}
