// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded queue under one mutex with two semaphores; producers and consumers run for ever, values modulo 4.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#ifndef SIZE
#define SIZE 3
#endif
#ifndef PAIRS
#define PAIRS 2
#endif
static int buffer[SIZE];
static int head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t full, empty;

static void *producer(void *arg) {
  int value = (int)(long)arg;
  for (;;) {
    value = (value + 1) % 4;
    sem_wait(&empty);
    pthread_mutex_lock(&lock);
    buffer[tail] = value;
    tail = (tail + 1) % SIZE;
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return 0;
}

static void *consumer(void *arg) {
  (void)arg;
  for (;;) {
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    int value = buffer[head];
    assert(value >= 0 && value < 4);
    head = (head + 1) % SIZE;
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, SIZE);
  for (long i = 0; i < PAIRS; ++i) {
    pthread_create(&t, 0, producer, (void *)i);
    pthread_create(&t, 0, consumer, (void *)i);
  }
  pthread_exit(0);
}
