// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads need the same two locks for a millisecond each time: the paper's double lock.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static unsigned rounds;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    rounds++;
    usleep(1000);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  return 0;
}
