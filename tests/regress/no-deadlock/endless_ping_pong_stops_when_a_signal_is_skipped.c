// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 13
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int owner, rounds;

static void play(int me) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (owner != me) pthread_cond_wait(&moved, &lock);
    owner = 1 - me;
    rounds = (rounds + 1) % 5;
    if (rounds != 0) pthread_cond_signal(&moved);
    pthread_mutex_unlock(&lock);
  }
}
static void *other(void *arg) {
  play((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, (void *)1L);
  play(0);
}
