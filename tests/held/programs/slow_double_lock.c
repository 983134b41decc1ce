// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads take two locks in opposite order, for ever, and rest in between.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static unsigned rounds;

static void *other(void *unused) {
  for (;;) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    rounds++;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  for (;;) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    rounds++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    usleep(1000);
  }
  return 0;
}
