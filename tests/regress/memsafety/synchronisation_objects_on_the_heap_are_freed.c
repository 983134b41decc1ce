// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown no-data-race=true no-deadlock=true unreach-call=true
// Synchronisation objects on the heap, destroyed and freed after the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int open;
};
static void *opener(void *arg) {
  struct gate *g = arg;
  pthread_mutex_lock(&g->lock);
  g->open = 1;
  pthread_cond_signal(&g->changed);
  pthread_mutex_unlock(&g->lock);
  return NULL;
}
int main(void) {
  for (int round = 0; round < 2; round++) {
    pthread_t t;
    struct gate *g = malloc(sizeof *g);
    if (!g) abort();
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    g->open = 0;
    pthread_create(&t, NULL, opener, g);
    pthread_mutex_lock(&g->lock);
    while (!g->open) pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
    pthread_join(t, NULL);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g);
  }
  return 0;
}
