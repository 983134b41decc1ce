// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 11
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
  int me = (int)(long)arg;
  pthread_mutex_lock(&locks[me]);
  pthread_mutex_lock(&locks[(me + 1) % 3]);
  pthread_mutex_unlock(&locks[(me + 1) % 3]);
  pthread_mutex_unlock(&locks[me]);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
