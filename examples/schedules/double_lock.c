// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads need the same two locks, and take them in opposite order: each can get one and wait for the other for ever. With
// -DFIXED both take them in the same order.
// First safe schedule: the threads make their rounds in turns, thread 0 first, so there is no deadlock, although the program can
// have one. With -DFIXED all schedules are safe.
//   ./heddle schedule -o build/safe examples/schedules/double_lock.c
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static unsigned rounds;

static void *other(void *unused) {
  for (;;) {
#ifdef FIXED
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    rounds++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
#else
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    rounds++;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
#endif
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
  }
  return 0;
}
