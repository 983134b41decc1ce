// SPDX-License-Identifier: GPL-3.0-or-later
// N producers and N consumers (0: without end) of a bounded buffer, ROUNDS rounds each (0: without end).
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 0
#endif
#ifndef ROUNDS
#define ROUNDS 0
#endif
#define CAPACITY 4
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static int count;

static void *produce(void *unused) {
  for (int round = 0; ROUNDS == 0 || round < ROUNDS; round++) {
    pthread_mutex_lock(&m);
    while (count == CAPACITY) pthread_cond_wait(&room, &m);
    count++;
    assert(count <= CAPACITY);
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int round = 0; ROUNDS == 0 || round < ROUNDS; round++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&more, &m);
    count--;
    assert(count >= 0);
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  for (int i = 0; N == 0 || i < N; i++) {
    pthread_create(&t, NULL, produce, NULL);
    pthread_create(&t, NULL, consume, NULL);
  }
  return 0;
}
