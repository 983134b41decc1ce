// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 25
// The consumer sleeps on `full` with the mutex the producer needs.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t full;
static int items;

static void *producer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  items++;
  pthread_mutex_unlock(&lock);
  sem_post(&full);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&lock);
  sem_wait(&full);
  items--;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
