// SPDX-License-Identifier: GPL-3.0-or-later
// A server in small: workers take requests and count what they have served. Repaired, see docs/tutorial.md.
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#define REQUESTS 2
#endif
static int taken, served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next_request(void) {
  pthread_mutex_lock(&lock);
  int mine = taken < REQUESTS ? taken++ : -1;
  pthread_mutex_unlock(&lock);
  return mine;
}

static void count(void) {
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
  while (next_request() >= 0)
    count();
  return unused;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  assert(served == REQUESTS);
  return 0;
}
