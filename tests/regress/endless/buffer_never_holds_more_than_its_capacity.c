// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DIF => unreach-call=unknown no-data-race=true
// A bounded buffer's counter with any number of producers and consumers, for ever. With `if`, a wake-up without reason takes from nothing.
#include <assert.h>
#include <pthread.h>
#define CAPACITY 4
#ifdef IF
#define WHILE if
#else
#define WHILE while
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static int count;

static void *produce(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    WHILE(count == CAPACITY) pthread_cond_wait(&room, &m);
    count++;
    assert(count <= CAPACITY);
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *consume(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    WHILE(count == 0) pthread_cond_wait(&more, &m);
    count--;
    assert(count >= 0);
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    pthread_create(&t, NULL, consume, NULL);
  }
}
