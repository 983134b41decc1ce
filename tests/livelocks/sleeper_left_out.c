// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads hand a token to each other through condition variables, for ever; a third one sleeps on one that nobody
// signals.
//
// expected: termination false
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turns[3] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn;

static void *player(void *number) {
  int me = (int)(long)number;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (turn != me) pthread_cond_wait(&turns[me], &lock);
    turn = 1 - me;
    pthread_cond_signal(&turns[1 - me]);
  }
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, player, (void *)0);
  pthread_create(&two, NULL, player, (void *)1);
  pthread_mutex_lock(&lock);
  while (turn != 2) pthread_cond_wait(&turns[2], &lock);
  return 0;
}
