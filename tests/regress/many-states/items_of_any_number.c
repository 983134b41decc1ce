// SPDX-License-Identifier: GPL-3.0-or-later
// Two producers and two consumers hand over items of a thousand values each. Whether somebody waits for ever does not
// depend on the items, though their sum is an input that nobody can try in full.
// expect: no-deadlock=true no-data-race=true
// variant: -DBUG => no-deadlock=false
// variant: -DDECIDES => no-deadlock=unknown
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { kRoom = 3, kItems = 2 };
static int buffer[kRoom], in, out;
static long produced, consumed;
static sem_t room, items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused) {
  for (int i = 0; i < kItems; i++) {
    int item = rand() % 1000;
    sem_wait(&room);
    pthread_mutex_lock(&lock);
    buffer[in] = item;
    in = (in + 1) % kRoom;
    produced += 3 * item;
    pthread_mutex_unlock(&lock);
    sem_post(&items);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int i = 0; i < kItems; i++) {
#ifdef BUG
    pthread_mutex_lock(&lock);
    sem_wait(&items);
#else
    sem_wait(&items);
    pthread_mutex_lock(&lock);
#endif
    consumed += 3 * buffer[out];
    out = (out + 1) % kRoom;
    pthread_mutex_unlock(&lock);
    sem_post(&room);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  sem_init(&room, 0, kRoom);
  sem_init(&items, 0, 0);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, i < 2 ? produce : consume, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
#ifdef DECIDES
  if (produced != consumed) pthread_mutex_lock(&lock), pthread_mutex_lock(&lock);
#endif
  return 0;
}
