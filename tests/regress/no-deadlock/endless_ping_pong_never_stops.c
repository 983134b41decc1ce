// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct ball {
  int owner;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static struct ball *ball;

static void play(int me) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (ball->owner != me) pthread_cond_wait(&moved, &lock);
    struct ball *next = malloc(sizeof *next);
    if (!next) abort();
    next->owner = 1 - me;
    free(ball);
    ball = next;
    pthread_cond_signal(&moved);
    pthread_mutex_unlock(&lock);
  }
}
static void *other(void *arg) {
  play((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t t;
  ball = calloc(1, sizeof *ball);
  if (!ball) abort();
  pthread_create(&t, NULL, other, (void *)1L);
  play(0);
}
